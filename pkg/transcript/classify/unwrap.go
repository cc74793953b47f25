package classify

import (
	"strconv"
	"strings"
)

// view is a text as the rules see it: escapes of any depth decoded, terminal
// decoration gone, stack frames dropped, white space collapsed.
type view struct {
	source string   // decoded, with its lines
	text   string   // one line
	low    string   // text with ASCII letters in lower case: the same offsets
	lines  []string // of source, in lower case
	starts []int    // where they begin in text
	html   bool
	joined bool // line breaks are taken out
	grams  grams

	judged  map[int]string      // see document
	answers map[question]string // see vetoedBy
	sums    map[span]float64    // see odds
	framed  map[span]bool       // see isFramed
	body    *bool               // see isBody
	signs   map[int]int         // see signsOn

	mentioned map[string][]mention // see mentions
	known     []bool               // see knownLetters
	spaced    string               // low with spaces for underscores and hyphens
}

// newView unwraps a text. With join, line breaks are taken out without a space
// in their place.
func newView(s string, join bool) *view {
	s = decodeEscapes(stripANSI(s))
	vw := &view{html: looksLikeHTML(s), joined: join}
	s = decodeEntities(s)
	vw.source = dropFrames(deemphasized(unquote(s)))
	vw.flatten(join)
	vw.low = lower(vw.text)
	vw.grams.add(vw.low)
	return vw
}

// lower folds ASCII only, so that offsets stay.
func lower(s string) string {
	b := []byte(s)
	for i, c := range b {
		if c >= 'A' && c <= 'Z' {
			b[i] = c + 'a' - 'A'
		}
	}
	return string(b)
}

// stripANSI removes terminal escape sequences.
func stripANSI(s string) string {
	if strings.IndexByte(s, 0x1b) < 0 {
		return s
	}
	var b strings.Builder
	for {
		i := strings.IndexByte(s, 0x1b)
		if i < 0 {
			b.WriteString(s)
			return b.String()
		}
		b.WriteString(s[:i])
		s = s[i+1:]
		if strings.HasPrefix(s, "[") {
			end := strings.IndexFunc(s[1:], func(r rune) bool { return r >= '@' && r <= '~' })
			s = s[min(len(s), 2+max(end, 0)):]
		}
	}
}

var entities = strings.NewReplacer("&quot;", `"`, "&apos;", "'", "&lt;", "<", "&gt;", ">", "&nbsp;", " ",
	"&bull;", " ", "&amp;", "&")

// decodeEntities replaces the entities that error pages use. A numeric one is
// decoded if it is ASCII.
func decodeEntities(s string) string {
	if strings.IndexByte(s, '&') < 0 {
		return s
	}
	s = entities.Replace(s)
	var b strings.Builder
	for {
		i := strings.Index(s, "&#")
		if i < 0 {
			b.WriteString(s)
			return b.String()
		}
		b.WriteString(s[:i])
		digits, rest, ok := strings.Cut(s[i+2:min(len(s), i+8)], ";")
		n, err := strconv.ParseUint(strings.Replace(digits, "x", "0x", 1), 0, 7)
		if !ok || err != nil {
			b.WriteString("&#")
			s = s[i+2:]
			continue
		}
		b.WriteByte(byte(n))
		s = s[len(s)-len(rest)-(len(s)-min(len(s), i+8)):]
	}
}

// looksLikeHTML reports whether a text holds a page, or a good part of one.
func looksLikeHTML(s string) bool {
	low := lower(s[:min(len(s), 4096)])
	return hasKey(low, "<!doctype|<html|<head>|<body|</h1>|</title>|<center>|<div ")
}

// dropFrames removes the lines of stack traces: their file names, line numbers
// and source lines are the client's, not the error's.
func dropFrames(s string) string {
	if !strings.Contains(s, "at ") && !strings.Contains(s, "File \"") {
		return s
	}
	var b strings.Builder
	python := -1 // indentation of the last Python frame
	for line := range strings.Lines(s) {
		trim := strings.TrimSpace(line)
		indent := len(line) - len(strings.TrimLeft(line, " \t"))
		source := python >= 0 && indent > python
		python = -1
		switch {
		case strings.HasPrefix(trim, `File "`) && strings.Contains(trim, ", line "):
			python = indent
			continue
		case source || trim != "" && strings.Trim(trim, "^~ ") == "":
			continue
		case strings.HasPrefix(trim, "at ") && indent > 0 && strings.ContainsAny(trim, "(:"):
			_, object, _ := strings.Cut(line, "{") // Node prints the error's members behind the last frame
			line = object
		}
		b.WriteString(line)
	}
	return b.String()
}
