package classify

import (
	"strings"

	"trtools/pkg/transcript/outline"
)

// A client that gave up after several attempts lists the error of each. The last one
// counts, as the client answered all others by trying again.

// attemptLists are the members that hold such a list.
var attemptLists = []string{"errors", "attempts", "causes"}

// lastAttempt returns the last of several attempts that a text lists, "" if it
// lists none.
func lastAttempt(text string) string {
	trim := strings.TrimSpace(text)
	if strings.HasPrefix(trim, "[") || strings.HasPrefix(trim, "{") {
		var doc outline.Doc
		if doc.Parse([]byte(trim)) == nil {
			return lastOf(doc.Root())
		}
	}
	for _, mark := range []string{"lastError:", "Last error:", `"lastError":`, "Error doing the fallback:"} {
		if i := strings.LastIndex(text, mark); i >= 0 {
			return text[i+len(mark):]
		}
	}
	return ""
}

// lastOf returns the last element of a list of errors, as it stands there.
func lastOf(v outline.Value) string {
	list := v
	for _, name := range attemptLists {
		if v.Kind() == outline.Object && v.Get(name).Kind() == outline.Array {
			list = v.Get(name)
			break
		}
	}
	if list.Kind() != outline.Array || list.Len() < 2 {
		return ""
	}
	last := ""
	for el := range list.All() {
		switch {
		case el.Kind() == outline.String:
			last = el.Text()
		case el.Kind() == outline.Object:
			last = string(el.Raw())
		default:
			return ""
		}
	}
	return last
}
