package classify

import (
	"cmp"
	"strconv"
	"strings"
)

// leastLimit is the least number of tokens that is a model's limit.
const leastLimit = 1000

// figures are the numbers that a sentence names; nil for those that it does not.
type figures struct {
	limit, actual, reserved, bytes *int64
}

// number fills in the numbers that the sentences of a verdict's class name: tokens, and
// for a body its bytes. A sentence that names both the limit and what was sent is believed
// before one that names a single number. A limit that is not below what was sent is none.
func (f *finding) number(v *Verdict) {
	var all []figures
	for _, m := range f.all {
		if m.row.Class == f.class {
			all = append(all, m.row.figures(&f.text)...)
		}
	}
	var sum figures
	for _, both := range []bool{true, false} {
		for _, one := range all {
			if !both || one.limit != nil && one.actual != nil && *one.limit < *one.actual {
				sum.add(one)
			}
		}
	}
	if sum.limit != nil && (*sum.limit < leastLimit || sum.actual != nil && *sum.limit >= *sum.actual) {
		sum.limit = nil
	}
	v.LimitTokens, v.ActualTokens, v.LimitBytes, v.ReservedTokens = sum.limit, sum.actual, sum.bytes, sum.reserved
}

// add takes over the numbers that are not known yet.
func (f *figures) add(o figures) {
	f.limit, f.actual = cmp.Or(f.limit, o.limit), cmp.Or(f.actual, o.actual)
	f.reserved, f.bytes = cmp.Or(f.reserved, o.reserved), cmp.Or(f.bytes, o.bytes)
}

// figures returns the numbers that the sentences of a row name in a text.
func (r *Row) figures(t *text) []figures {
	var all []figures
	for _, s := range r.pattern.sentences {
		if strings.Contains(s.text, "{") {
			if at := s.find(t); at != nil {
				all = append(all, s.figures(t.masked, at))
			}
		}
	}
	return all
}

// figures reads the numbers of a sentence at its place in a text.
func (s *sentence) figures(masked string, at []int) figures {
	said := func(name string) string {
		if i := s.re.SubexpIndex(name); i >= 0 && at[2*i] >= 0 {
			return masked[at[2*i]:at[2*i+1]]
		}
		return ""
	}
	f := figures{
		limit: parseCount(said("limit")), actual: parseCount(said("actual")),
		reserved: parseCount(said("reserved")), bytes: parseBytes(said("bytes"), said("unit")),
	}
	if part := parseCount(said("part")); part != nil && f.reserved != nil {
		sent := *part + *f.reserved
		f.actual = &sent
	}
	return f
}

// parseCount reads 200000, 200,000, 200 000, 1_048_576, 1.048.576, 200k, 1m and 1.5m; nil
// for a number that no model has.
func parseCount(s string) *int64 {
	if s == "" {
		return nil
	}
	scale := int64(1)
	switch s[len(s)-1] {
	case 'k':
		scale = 1000
	case 'm':
		scale = 1_000_000
	}
	s = strings.NewReplacer(",", "", "_", "", "'", "", " ", "").Replace(strings.TrimRight(s, "km"))
	whole, part, _ := strings.Cut(s, ".")
	if scale == 1 {
		whole, part = strings.ReplaceAll(s, ".", ""), ""
	}
	n, err := strconv.ParseInt(whole, 10, 64)
	if err != nil || n > 1<<40/scale {
		return nil
	}
	n *= scale
	for _, digit := range part {
		if scale /= 10; digit < '0' || digit > '9' {
			return nil
		}
		n += int64(digit-'0') * scale
	}
	return &n
}

// parseBytes reads a number of bytes; without a unit it is bytes.
func parseBytes(s, unit string) *int64 {
	scale := map[string]int64{
		"kb": 1000, "mb": 1_000_000, "gb": 1_000_000_000, "kib": 1 << 10, "mib": 1 << 20, "gib": 1 << 30,
	}[unit]
	n, err := strconv.ParseInt(strings.NewReplacer(",", "", "_", "").Replace(strings.TrimRight(s, ".,")), 10, 64)
	if err != nil || n > 1<<40 {
		return nil
	}
	n *= max(1, scale)
	return &n
}
