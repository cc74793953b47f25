package classify

import (
	"slices"
	"strings"
)

// reservedForms are the wordings in which an error says how much of what it counted is
// reserved for the answer: that part no smaller history frees.
var reservedForms = lazy(`context limit:? ` + figureNumber + ` \+ (` + figureNumber + `) ?>|` +
	`inputs tokens and (` + figureNumber + `) .?max_new_tokens|` +
	`(` + figureNumber + `)(?: tokens)? (?:in|for) (?:the|your) completion`)

// reserved returns the tokens that an overflow counts for the answer, nil if its text
// does not say.
func reserved(class Class, low string) *int64 {
	if class != ContextOverflow || !strings.Contains(low, "context l") && !strings.Contains(low, "completion") && !strings.Contains(low, "max_new_tokens") {
		return nil
	}
	m := reservedForms.get().FindStringSubmatch(low)
	if m == nil {
		return nil
	}
	if i := slices.IndexFunc(m[1:], func(s string) bool { return s != "" }); i >= 0 {
		return parseTokens(m[1+i])
	}
	return nil
}
