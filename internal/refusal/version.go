package refusal

import "strings"

// version is that of a model, as its name says it: claude-opus-4-6, claude-opus-4.7,
// claude-3-5-sonnet-20241022, gemini-3-pro-preview. Longer numbers are dates.
type version struct{ major, minor int }

// versionOf returns the first number of a name and the one that stands directly behind it,
// zero for what there is not.
func versionOf(model string) (v version) {
	digit := func(c rune) bool { return c >= '0' && c <= '9' }
	for from := strings.IndexFunc(model, digit); from >= 0 && v.major == 0; from = strings.IndexFunc(model, digit) {
		number, rest := cutNumber(model[from:])
		if model = rest; number > maxVersion {
			continue
		}
		v.major = number
		if rest != "" && strings.ContainsAny(rest[:1], "-.") {
			if minor, _ := cutNumber(rest[1:]); minor <= maxVersion {
				v.minor = minor
			}
		}
	}
	return v
}

const maxVersion = 99

// cutNumber reads the digits that a text begins with.
func cutNumber(text string) (n int, rest string) {
	for text != "" && text[0] >= '0' && text[0] <= '9' {
		n, text = min(n*10+int(text[0]-'0'), maxVersion+1), text[1:]
	}
	return n, text
}

// isSince reports whether a model is of a version or a later one.
func isSince(model, first string) bool {
	if _, rest, ok := strings.Cut(model, "claude"); ok { // behind the version of the API that names it
		model = rest
	}
	v, of := versionOf(model), versionOf(first)
	return v.major > of.major || v.major == of.major && v.minor >= of.minor
}
