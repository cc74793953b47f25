package classify

import (
	"cmp"
	"math"
	"regexp"
	"strconv"
	"strings"
	"sync"
)

// leastLimit is the least number of tokens that is a model's limit.
const leastLimit = 1000

// maxRead is how many places are read at which one phrase stands.
const maxRead = 8

// counted says what the numbers count in errors of a class; those of other classes have none.
// Of an allowance, what is said of the tokens of a request says something only where it
// compares two numbers.
var counted = map[Class][]string{
	ContextOverflow: {"tokens"}, InvalidMaxTokens: {"tokens"}, OutputTruncated: {"tokens"},
	RateLimit: {"minute"}, Quota: {"minute", "tokens"}, PayloadTooLarge: {"bytes"}, WAFBlock: {"bytes"},
}

// phrases are those of rows/numbers.tsv, by what they count.
var phrases = sync.OnceValue(func() map[string][]*sentence {
	all := map[string][]*sentence{}
	table, _ := tables.ReadFile("rows/numbers.tsv")
	for line := range strings.Lines(string(table)) {
		if what, phrase, ok := strings.Cut(strings.TrimSuffix(line, "\n"), "\t"); ok {
			all[what] = append(all[what], newPattern(phrase).sentences...)
		}
	}
	return all
})

// figures are the numbers of a text by their role, which is their name in a phrase: limit,
// actual, part, reserved, over and bytes.
type figures struct {
	role map[int]string // of the number at an offset
	said map[string]*int64
}

// number fills in the numbers that a text states: tokens, and for a body its bytes. A limit
// that is not below what was sent is none.
func (f *finding) number(v *Verdict) {
	n := figures{map[int]string{}, map[string]*int64{}}
	kinds := counted[v.Class]
	if row := f.best.row; row != nil && row.Does == ShrinkImages {
		kinds = []string{"bytes"} // of one image
	}
	for i, what := range kinds {
		n.readAll(&f.text, what, i > 0)
	}
	v.LimitTokens, v.ActualTokens, v.LimitBytes, v.ReservedTokens = n.said["limit"], n.said["actual"], n.said["bytes"], n.said["reserved"]
	if part := n.said["part"]; part != nil && v.ReservedTokens != nil {
		sum := *part + *v.ReservedTokens
		v.ActualTokens = cmp.Or(v.ActualTokens, &sum)
	}
	if over := n.said["over"]; over != nil && v.LimitTokens != nil {
		sum := *v.LimitTokens + *over
		v.ActualTokens = cmp.Or(v.ActualTokens, &sum)
	}
	if l := v.LimitTokens; l != nil && (*l < leastLimit || v.ActualTokens != nil && *l >= *v.ActualTokens && kinds[0] == "tokens") {
		v.LimitTokens = nil
	}
}

// readAll reads a text by the phrases about what is counted. With compared set, a number says
// something only where it is compared with a limit.
func (n *figures) readAll(t *text, what string, compared bool) {
	for _, phrase := range phrases()[what] {
		for _, at := range phrase.find(t, maxRead) {
			n.read(phrase.re, t.masked, at, what, compared)
		}
	}
}

// read takes over the numbers of a phrase at one place, unless one of them has another role
// already or counts something else. Where the limit is not below what was sent, neither is
// believed, and no later phrase reads them in another role.
func (n *figures) read(re *regexp.Regexp, text string, at []int, what string, compared bool) {
	found, ok := n.roles(re, text, at)
	limit, actual := found["limit"], found["actual"]
	wrong := what == "tokens" && limit != nil && actual != nil && *limit >= *actual
	alone := limit == nil || *limit < leastLimit || len(found) == 1
	if !ok || wrong && *actual < leastLimit || compared && alone {
		return
	}
	for role, value := range found {
		if n.role[at[2*re.SubexpIndex(role)]] = role; !wrong {
			n.said[role] = cmp.Or(n.said[role], value)
		}
	}
}

// roles returns the numbers of a phrase by their role, and false if one of them has another
// role already or counts something else.
func (n *figures) roles(re *regexp.Regexp, text string, at []int) (map[string]*int64, bool) {
	found := map[string]*int64{}
	for i, role := range re.SubexpNames() {
		if at[2*i] < 0 || role == "" || role == "unit" {
			continue
		}
		value := valueAt(re, text, at, i)
		if has := n.role[at[2*i]]; value == nil || has != "" && has != role {
			return nil, false
		}
		found[role] = value
	}
	return found, true
}

// valueAt returns the number of a group, nil if it is a part of something else or counts
// something else.
func valueAt(re *regexp.Regexp, text string, at []int, group int) *int64 {
	start, end := at[2*group], at[2*group+1]
	switch {
	case inside().MatchString(text[max(0, start-2):start]):
		return nil
	case re.SubexpNames()[group] == "bytes":
		unit := re.SubexpIndex("unit")
		return parseBytes(text[start:end], text[at[2*unit]:at[2*unit+1]])
	case notTokens().MatchString(text[end:]):
		return nil
	}
	return parseCount(text[start:end])
}

// inside finds before a number that it is a part of a time, a date, a version or an address.
var inside = lazy(`\d[:.\-]$`)

// notTokens finds behind a number the name of something else that it counts.
var notTokens = lazy(`^[)\]'"]{0,2} ?(?:bytes?|[kmgt]i?b|characters?|chars?|images?|messages?|items?|times|attempts?|ms|s|secs?|seconds?|minutes?|hours?|days?|pixels?|px|requests?|rpm|additions)\b|^ ?%|^(?:[:x-]\d|/\d{1,3}\b|z\b|\.\d+z)`)

// parseCount reads 200000, 200,000, 200 000, 1_048_576, 1.048.576, 200k, 1m and 1.5m; nil
// for a number that no model has.
func parseCount(s string) *int64 {
	scale := int64(1)
	switch {
	case strings.HasSuffix(s, "k"):
		scale = 1000
	case strings.HasSuffix(s, "m"):
		scale = 1_000_000
	}
	s = strings.TrimRight(s, "km")
	if grouped().MatchString(s) && scale == 1 {
		s = strings.ReplaceAll(s, ".", "")
	}
	return scaled(s, scale)
}

// grouped finds a number in which dots stand between groups of three digits.
var grouped = lazy(`^\d{1,3}(?:\.\d{3})+$`)

// scaled reads a decimal number with separators and multiplies it.
func scaled(s string, scale int64) *int64 {
	x, err := strconv.ParseFloat(strings.NewReplacer(",", "", "_", "", "'", "", " ", "").Replace(s), 64)
	if x *= float64(scale); err != nil || x > 1<<40 {
		return nil
	}
	n := int64(math.Round(x))
	return &n
}

// units are those of bytes.
var units = map[string]int64{
	"kb": 1000, "mb": 1_000_000, "gb": 1_000_000_000, "kib": 1 << 10, "mib": 1 << 20, "gib": 1 << 30, "byte": 1, "bytes": 1,
}

// leastBody is from which on a number without a unit is the limit of a body in bytes.
const leastBody = 100_000

// parseBytes reads a number of bytes, nil for one that counts none.
func parseBytes(s, unit string) *int64 {
	scale := units[unit]
	n := scaled(strings.TrimRight(s, ".,"), max(1, scale))
	if n == nil || scale == 0 && *n < leastBody {
		return nil
	}
	return n
}
