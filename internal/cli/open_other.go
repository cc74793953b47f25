//go:build !linux

package cli

import "os"

func openToRead(name string) (*os.File, error) { return os.Open(name) }
