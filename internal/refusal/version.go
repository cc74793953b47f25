package refusal

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// versionIn finds the version in the name of a model: claude-opus-4-6, claude-opus-4.7,
// claude-3-5-sonnet-20241022, gemini-3-pro-preview. Longer numbers are dates.
var versionIn = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?:^|\D)(\d{1,2})(?:[-.](\d{1,2}))?(?:\D|$)`)
})

// isSince reports whether a model is of a version or a later one.
func isSince(model, first string) bool {
	if _, rest, ok := strings.Cut(model, "claude"); ok { // behind the version of the API that names it
		model = rest
	}
	version := func(name string) (v [2]int) {
		for i, number := range versionIn().FindStringSubmatch(name) {
			if i > 0 {
				v[i-1], _ = strconv.Atoi(number)
			}
		}
		return v
	}
	v, of := version(model), version(first)
	return slices.Compare(v[:], of[:]) >= 0
}
