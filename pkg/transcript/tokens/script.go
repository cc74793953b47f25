package tokens

// scripts names the scripts by the high byte of their characters in UTF-16, which the first
// bytes of UTF-8 and the first digits of an escape both tell.
var scripts = []struct {
	from, to byte
	name     string
}{
	{0x00, 0x02, "latin"}, {0x1e, 0x1e, "latin"},
	{0x03, 0x03, "greek"}, {0x04, 0x04, "cyrillic"},
	{0x05, 0x05, "hebrew"}, {0x06, 0x07, "arabic"},
	{shared, shared, "devanagari"}, {0x0a, 0x0d, indic}, {0x0e, 0x0e, "thai"},
	{0x20, 0x20, "typography"}, {0x21, 0x23, "arrows"}, {0x25, 0x25, "boxes"}, {0x26, 0x27, "symbols"}, {0x28, 0x28, "braille"},
	{0x30, 0x30, "kana"}, {0x4e, 0x9f, "ideographs"}, {0xac, 0xd7, "hangul"},
	{0xe0, 0xf8, "private"}, {0xfe, 0xfe, "selectors"}, {0xff, 0xff, "fullwidth"},
}

// Devanagari and Bengali share a high byte.
const (
	shared = 0x09
	indic  = "indic"
)

// Characters beyond the first plane are two units of UTF-16. Those whose first
// one begins with D83 are pictures, nearly all.
const (
	pictures = "pictures"
	beyond   = "beyond"
)

// script returns the name of the script of a high byte.
func script(high byte) string {
	for _, s := range scripts {
		if s.from <= high && high <= s.to {
			return s.name
		}
	}
	return "rare"
}
