package transcript

import "fmt"

// FormatBytes writes a number of bytes for people: 17 bytes, 1.7 MB. MB are
// millions.
func FormatBytes(n int64) string {
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

// FormatCount writes how many things there are for people: 1 record, 2 records.
func FormatCount[N int | int64](n N, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
