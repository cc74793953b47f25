package dialect

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"
	"unicode"

	"trtools/pkg/transcript/outline"
)

// Limit is what an API allows in an id or a name. The zero Limit allows
// everything.
type Limit struct {
	Max   int    // the greatest length in characters, 0 for any
	Min   int    // the least one
	Extra string // what is allowed besides ASCII letters and digits
	Word  bool   // nothing else is allowed
	// NoBlanks says that no white space is allowed.
	NoBlanks bool
}

// Wrong says what is wrong with a text, "" if nothing is. An empty one is a matter of its
// own.
func (l Limit) Wrong(what string, text []byte) string {
	if l.Word {
		if i := bytes.IndexFunc(text, func(r rune) bool { return !l.allows(r) }); i >= 0 {
			return fmt.Sprintf("its %s holds characters other than letters, digits%s", what, strings.TrimSuffix(" and "+l.Extra, " and "))
		}
	}
	switch n := outline.RuneCount(text); {
	case l.Max > 0 && n > l.Max:
		return fmt.Sprintf("its %s is longer than %d characters", what, l.Max)
	case n < l.Min:
		return fmt.Sprintf("its %s is shorter than %d characters", what, l.Min)
	case l.NoBlanks && bytes.ContainsFunc(text, unicode.IsSpace):
		return fmt.Sprintf("its %s holds white space", what)
	}
	return ""
}

func (l Limit) allows(r rune) bool {
	return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune(l.Extra, r)
}

// Fit returns a name like one that the API refuses, which it takes: without what follows a
// token of a chat template, without blanks around it, with an underscore for every
// character that is not allowed, and cut to length.
func (l Limit) Fit(name string) string {
	fit := name
	if before, _, _ := strings.Cut(name, "<|"); strings.TrimSpace(before) != "" {
		fit = before
	}
	fit = strings.Map(func(c rune) rune {
		if l.Word && !l.allows(c) || l.NoBlanks && unicode.IsSpace(c) {
			return '_'
		}
		return c
	}, strings.TrimSpace(fit))
	if list := []rune(fit); l.Max > 0 && len(list) > l.Max {
		fit = string(list[:l.Max])
	}
	return fit
}

// FreshID returns an id for a call whose own one another call has, or the API refuses, and
// the number that is part of it: the old id and a number from k on, as the API takes it,
// and not taken.
func (l Limit) FreshID(old string, k int, taken func(id string) bool) (id string, number int) {
	for ; ; k++ {
		if id := l.idLike(old, k); !taken(id) {
			return id, k
		}
	}
}

func (l Limit) idLike(old string, k int) string {
	end := "_" + strconv.Itoa(k)
	sum := sha256.Sum256([]byte(old))
	for _, id := range []string{old + end, "call_" + hex.EncodeToString(sum[:12]) + end} {
		if l.Wrong("id", []byte(id)) == "" {
			return id
		}
	}
	sum = sha256.Sum256([]byte(old + end)) // an API with a length of its own
	return hex.EncodeToString(sum[:])[:l.Max]
}

// TrailingSpace reports whether the last text of a message of the model ends in white
// space.
func (v *View) TrailingSpace() bool {
	if v.Role != Assistant || len(v.Calls) > 0 {
		return false
	}
	_, start, end := v.Trailing()
	return start < end
}

// Blank reports whether the text of v holds nothing but white space, or is not there. What is
// neither a text nor null is not understood, and no blank.
func Blank(v outline.Value) bool {
	if kind := v.Kind(); kind != outline.String {
		return kind == outline.Invalid || kind == outline.Null
	}
	for raw := v.Raw()[1:]; len(raw) > 1; { // behind it stands the quotation mark
		r, size := charAt(raw)
		if !unicode.IsSpace(r) {
			return false
		}
		raw = raw[size:]
	}
	return true
}
