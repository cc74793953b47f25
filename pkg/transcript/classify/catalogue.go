package classify

import "strings"

// A program keeps the texts that it shows in a file: a key and a text on each line, whatever
// the language. The sentences of its errors are among them, and none of them happened.

var (
	entry = lazy(`^\s*["']?(\w[\w.-]*)["']? ?: ?["'](.*)["'],?\s*$`)
	// errorMember finds the names of members that errors have, too.
	errorMember = lazy(`^(?:last|api|root|inner|original|debug)?_?(?:error|err|exception|failure|fail(?:ed)?)?_?(?:message|msg|reason|details?|cause|description|text|string|body|code|type|param|name|stack\w*|info|title|content|data|output|stderr|stdout|result|response|raw|log|hint|status|url|id)?$`)
	// threeWords finds three words, or a letter that is not English.
	threeWords = lazy(`(?:[a-z'-]+,? ){2}[a-z'-]+|[^\x00-\x7f]`)
)

// catalogued vetoes the texts of a catalogue.
func (vw *view) catalogued(p place) string {
	if vw.isCatalogued(p) || vw.isPacked(p) {
		return listVeto
	}
	return ""
}

// isEntry reports whether a line gives a key a text, and the key is none that errors have.
func isEntry(line string) bool {
	if end := strings.TrimRight(line, " \t,"); !strings.HasSuffix(end, `"`) && !strings.HasSuffix(end, "'") {
		return false
	}
	m := entry.get().FindStringSubmatch(line)
	return m != nil && isText(m[1], m[2])
}

func isText(key, text string) bool {
	return !errorMember.get().MatchString(key) && threeWords.get().MatchString(text)
}

// isCatalogued reports whether a place stands in a text of a catalogue: its line is one, and
// so are two of those around it.
func (vw *view) isCatalogued(p place) bool {
	if !isEntry(vw.lines[p.first]) {
		return false
	}
	others := 0
	for i := max(0, p.first-3); i <= min(len(vw.lines)-1, p.first+3); i++ {
		if i != p.first && isEntry(vw.lines[i]) {
			others++
		}
	}
	return others >= 2
}

// isPacked reports whether a place stands in a text of a catalogue that is one line.
func (vw *view) isPacked(p place) bool {
	if line := vw.low[p.start:p.end]; strings.Count(line, `":"`)+strings.Count(line, `": "`) < leastPacked {
		return false
	}
	keys := packedKey.get().FindAllStringSubmatch(vw.low[p.start:p.from], -1)
	if len(keys) == 0 || errorMember.get().MatchString(keys[len(keys)-1][1]) {
		return false
	}
	texts := 0
	for _, m := range packedEntry.get().FindAllStringSubmatch(vw.low[p.start:p.end], -1) {
		if isText(m[1], m[2]) {
			texts++
		}
	}
	return texts >= leastPacked
}

// leastPacked is how many texts make a line a catalogue.
const leastPacked = 4

var (
	packedKey   = lazy(`"([\w.-]+)": ?"`)
	packedEntry = lazy(`"([\w.-]+)": ?"([^"]*)"`)
)
