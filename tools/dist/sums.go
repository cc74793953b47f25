package main

import (
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// sumOf returns the SHA-256 of a file of the release.
func (r *release) sumOf(name string) (string, error) {
	text, err := os.ReadFile(filepath.Join(r.dir, name))
	return fmt.Sprintf("%x", sha256.Sum256(text)), err
}

// writeSums writes the checksums of everything, as sha256sum -c reads them.
func (r *release) writeSums() error {
	var b strings.Builder
	for _, name := range r.made {
		sum, err := r.sumOf(name)
		if err != nil {
			return err
		}
		fmt.Fprintf(&b, "%s  %s\n", sum, name)
	}
	return os.WriteFile(filepath.Join(r.dir, "SHA256SUMS"), []byte(b.String()), 0o644)
}
