//go:build !linux

package cli

// growPipe does nothing: only Linux lets a program choose the size of a pipe.
func growPipe(any) {}
