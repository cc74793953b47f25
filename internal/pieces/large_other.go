//go:build !linux

package pieces

func inLargePages([]byte) {}
