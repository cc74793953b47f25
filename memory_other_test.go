//go:build !unix

package trtools

import "os"

// maxMemory is not known here.
func maxMemory(*os.ProcessState) int64 { return 0 }

func printMemory() {}
