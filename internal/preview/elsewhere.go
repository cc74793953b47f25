package preview

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"trtools/pkg/transcript/outline"
)

// What Claude Code puts around the preview of a result that it saved.
const (
	persistedEnd   = "\n...\n</persisted-output>"
	persistedClose = "</persisted-output>"
	savedTo        = "Full output saved to: " // opencode as well
)

// shortenStandIn shortens what stands in for a result to so many chars. A preview that
// names a file keeps the file's name and the end of its element; of everything
// else the first chars stay.
func (b *Body) shortenStandIn(limit int) (Change, bool) {
	dec := b.text.Bytes()
	if !bytes.HasPrefix(dec, persisted) || b.Size <= limit {
		return b.prefix(limit)
	}
	head := dec
	if i := bytes.Index(dec, []byte("\nPreview (first ")); i >= 0 {
		if n := bytes.IndexByte(dec[i+1:], '\n'); n >= 0 {
			head = dec[:i+1+n+1]
		}
	}
	if room := limit - outline.RuneCount(head) - len(persistedEnd); room > 0 && len(head) < len(dec) {
		n, _ := headEnd(dec[len(head):], room)
		end := len(head) + n
		end = len(bytes.TrimRight(dec[:end], "\n"))
		return b.replace(kept{spelled(b.text.raw, end), len(b.text.raw), outline.RuneCount(dec[:end])}, []byte(persistedEnd))
	}
	if path := pathBehind(head, 0, len(head), savedTo); path != "" {
		short := string(persisted) + savedTo + path + "\n" + persistedClose
		if utf8.RuneCountInString(short) <= limit {
			return b.replace(kept{to: len(b.text.raw)}, []byte(short))
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
