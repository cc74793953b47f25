//go:build !linux

package cli

import "os"

// sendFile sends nothing: here the bytes are read and written.
func sendFile(_, _ *os.File, _, _ int64) int64 { return 0 }
