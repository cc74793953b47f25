package preview

import (
	"bytes"
	"strings"
	"unicode/utf8"
)

const savedTo = "Full output saved to: " // Claude Code, opencode

// shortenStandIn shortens what stands in for a result to so many chars. Of a preview that
// names a file that name and the end of its element stay; of everything else the first chars.
func (b *Body) shortenStandIn(limit int) (Change, bool) {
	if path := b.pathOfFullText(); path != "" && b.Size > limit && bytes.HasPrefix(b.Bytes(), persisted) {
		short := string(persisted) + savedTo + path + "\n</persisted-output>"
		if utf8.RuneCountInString(short) <= limit {
			return b.ReplaceWith(short)
		}
	}
	return b.prefix(limit)
}

// pathOfFullText returns the path of the file in which another program says that
// it keeps the whole text: at its beginning or at its end, "" if none does.
func (b *Body) pathOfFullText() string {
	const near = 600 // bytes
	raw := b.text.raw
	if b.text.outer != nil || !cutMarks(raw[:min(len(raw), near)]) && !cutMarks(raw[max(0, len(raw)-near):]) {
		return ""
	}
	dec := b.text.Bytes()
	for _, words := range []string{savedTo, "Full output: "} {
		for _, part := range [][2]int{{0, min(len(dec), near)}, {max(0, len(dec)-near), len(dec)}} {
			if path := pathBehind(dec, part[0], part[1], words); path != "" {
				return path
			}
		}
	}
	return ""
}

func cutMarks(raw []byte) bool { return bytes.Contains(raw, []byte("Full output")) }

// pathBehind returns the absolute path that stands behind words, up to the end of the line
// or a closing bracket at it. The words stand between two places of the text.
func pathBehind(text []byte, from, to int, words string) string {
	i := bytes.LastIndex(text[from:to], []byte(words))
	if i < 0 {
		return ""
	}
	line, _, _ := bytes.Cut(text[from+i+len(words):], []byte("\n"))
	path := strings.TrimSuffix(strings.TrimSpace(string(line)), "]")
	if !strings.HasPrefix(path, "/") && !(len(path) > 2 && path[1] == ':') || !utf8.ValidString(path) || strings.ContainsAny(path, "\x00\r]") || len(path) > 1024 {
		return ""
	}
	return path
}
