//go:build countscans

package recover_test

import (
	"bytes"
	"testing"

	"trtools/pkg/transcript/outline"
	"trtools/pkg/transcript/recover"
)

// A line is scanned when it comes, when what it could become is tried, and when it is
// written changed: three times at most, on average over a file.
func TestScans(t *testing.T) {
	large(t, 200_000, func(t *testing.T, data []byte) {
		lines := bytes.Count(data, []byte("\n"))
		chars := sizes(t, data).Chars
		for _, opt := range []recover.Options{{}, level(1), level(2), level(3), {MaxChars: chars * 9 / 10}, {MaxChars: chars / 2}} {
			before := outline.Scans()
			o := run(t, opt, data)
			share := float64(outline.Scans()-before) / float64(lines)
			t.Logf("level %d, %d chars: %.2f scans a line: %s", opt.Level, opt.MaxChars, share, o.summary)
			if share > 3 {
				t.Errorf("level %d, %d chars: %.2f scans a line", opt.Level, opt.MaxChars, share)
			}
		}
	})
}
