package turns

import "fmt"

// Freed says how many bytes were saved and where the output begins to differ
// from the input, which is where a prompt cache breaks: "1.7 MB freed, from line
// 12 on". MB are millions.
func (w *Walker) Freed() string {
	return fmt.Sprintf("%s freed, from line %d on", size(w.Saved), w.First)
}

// size writes a number of bytes for people. The library's numbers are in Saved.
func size(n int64) string {
	f, unit := float64(n), "bytes"
	for _, u := range []string{"kB", "MB", "GB", "TB"} {
		if f < 1000 {
			break
		}
		f, unit = f/1000, u
	}
	if unit == "bytes" {
		return fmt.Sprintf("%d bytes", n)
	}
	return fmt.Sprintf("%.1f %s", f, unit)
}
