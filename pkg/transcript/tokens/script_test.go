package tokens

import "testing"

// The scripts of the characters at both ends of each block, and of their neighbours, by
// the charts of Unicode.
func TestScripts(t *testing.T) {
	for name, runes := range map[string][]rune{
		"latin": {0x41, 0xff, 0x100, 0x2ff, 0x1e00, 0x1eff}, "greek": {0x370, 0x3ff}, "cyrillic": {0x400, 0x4ff},
		"hebrew": {0x5d0}, "arabic": {0x600, 0x7ff}, "devanagari": {0x905}, "indic": {0xa05, 0xd7f}, "thai": {0xe01, 0xeff},
		"typography": {0x2014}, "arrows": {0x2190, 0x23ff}, "boxes": {0x2500}, "symbols": {0x2600, 0x27ff}, "braille": {0x2800},
		"kana": {0x3042, 0x30ff}, "ideographs": {0x4e00, 0x9fff}, "hangul": {0xac00, 0xd7a3}, "private": {0xe000, 0xf8ff},
		"selectors": {0xfe0f}, "fullwidth": {0xff21},
		"rare": {0x800, 0xf00, 0x1d00, 0x1f00, 0x2400, 0x2900, 0x2f00, 0x3100, 0x4dff, 0xa000, 0xabff, 0xd800, 0xdfff, 0xf900, 0xfdff},
	} {
		for _, r := range runes {
			if got := script(byte(r >> 8)); got != name {
				t.Errorf("U+%04X is %s, want %s", r, got, name)
			}
		}
	}
}

// The size of a JPEG stands in its frame header, of whatever kind; tables and
// restart marks with numbers between those kinds are none.
func TestJPEGFrames(t *testing.T) {
	for kind := 0xbe; kind <= 0xd2; kind++ {
		frame := kind >= 0xc0 && kind <= 0xcf && kind != 0xc4 && kind != 0xc8 && kind != 0xcc
		file := []byte{0xff, 0xd8, 0xff, 0xff, 0xff, byte(kind), 0, 8, 8, 1, 0x2c, 1, 0x90, 3, 0, 0}
		w, h := ImageSize(file)
		if frame && (w != 400 || h != 300) || !frame && (w != 0 || h != 0) {
			t.Errorf("kind %x: %d x %d", kind, w, h)
		}
	}
	for n := range 14 { // cut off
		if w, h := ImageSize([]byte{0xff, 0xd8, 0xff, 0xc0, 0, 8, 8, 1, 0x2c, 1, 0x90, 3}[:min(n, 12)]); n < 12 && (w != 0 || h != 0) {
			t.Errorf("%d bytes: %d x %d", n, w, h)
		}
	}
}
