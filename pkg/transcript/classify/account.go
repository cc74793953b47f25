package classify

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// The sentence of an error stands in two kinds of texts. A report is the error: behind its
// name, its status or a member, in words that programs use, with numbers and with advice.
// An account tells of one: somebody says when it comes, what returns it, how it is handled.
// No single sign tells them apart, since reports have words of accounts, too, and accounts
// quote reports whole. So the signs around a match are weighed: see cues.

// accountWeight is how much the cues of an account must outweigh those of a report where a
// history would be cut, tellingWeight how much they must elsewhere.
const (
	accountWeight = 2
	tellingWeight = 4
)

// reach is how much of a sentence is looked at on either side of a match, in bytes.
const reach = 160

// said is what stands around a match in its sentence.
type said struct {
	match, before, after string
	line                 string // of the source: with its marks, from its beginning
	clause               string // of the sentence, what stands between the same colons, quotes and brackets
}

// saidAround cuts the sentence of a place into its parts.
func (vw *view) saidAround(p place) said {
	s := vw.ownSentence(p)
	t := said{match: vw.low[p.from:p.to], before: tail(vw.low[s.from:p.from], reach), after: head(vw.low[p.to:s.to], reach), line: head(vw.lines[p.first], 700)}
	after := t.after
	if m := clauseEnd.get().FindStringIndex(after); m != nil {
		after = after[:m[0]]
	}
	t.clause = t.before[t.boundary():] + " " + after
	return t
}

// ownSentence widens a place to its sentence, of which the line before is no part.
func (vw *view) ownSentence(p place) span {
	s := vw.sentence(p)
	if p.first > 0 && !vw.continues(p.first-1) {
		s.from = max(s.from, min(p.start, p.from))
	}
	return s
}

// boundary returns where the clause begins in what stands in front of the match.
func (t *said) boundary() int { return strings.LastIndexAny(t.before, `:"={[|`) + 1 }

var clauseEnd = lazy(`[:"={}\[|]|\. `)

func tail(s string, n int) string { return s[max(0, len(s)-n):] }

// account vetoes a match whose surroundings tell of an error. Where a history would be cut,
// less is needed for it.
func (vw *view) account(p place, r *Rule) string {
	if r.Strength == Worded {
		return ""
	}
	w := vw.weigh(p)
	if shrinks(r.Class) && w.sum() < accountWeight || !shrinks(r.Class) && w.told < tellingWeight {
		return ""
	}
	if w.told <= 0 {
		return strangeAccount
	}
	return accountVeto + " (" + strings.Join(w.found, ", ") + ")"
}

// weighing is what the cues around a place add up to. What is strange in the sentence of an
// overflow, and not in those of other classes, is counted apart.
type weighing struct {
	told, strange int
	found         []string // the cues that speak of an account
}

func (w *weighing) sum() int { return w.told + w.strange }

// tell adds a cue.
func (w *weighing) tell(name string, n int) {
	if w.told += n; n > 0 {
		w.found = append(w.found, name)
	}
}

// wonder adds a cue that the sentences of other classes have, too.
func (w *weighing) wonder(name string, n int) {
	if w.strange += n; n > 0 {
		w.found = append(w.found, name)
	}
}

// weigh adds up the cues around a place.
func (vw *view) weigh(p place) weighing {
	var w weighing
	t := vw.saidAround(p)
	for i := range cues() {
		switch c := &cues()[i]; {
		case !c.isIn(t.part(c.where)):
		case c.Name == placeholderCue:
			w.wonder(c.Name, c.Weight)
		default:
			w.tell(c.Name, c.Weight)
		}
	}
	if lead := strings.TrimRight(t.before, ` "'(`); lead == "" || lead[len(lead)-1] == ':' {
		w.tell("alone", -1)
	}
	if vw.isAnnouncedAt(p) {
		w.tell("announced", -3)
	}
	if vw.isFramed(p) {
		w.tell("framed", -1)
	}
	if t.isQuoted() {
		w.wonder("quoted", 2)
	}
	if vw.isListed(p) {
		w.tell("item", 2)
	}
	w.tell("code", vw.codeWeight(p))
	w.tell("other-script", 2*t.scripts())
	w.wonder("strange-words", byCount(t.strangers(), 2, 4, 6))
	w.wonder("strange-signs", byCount(t.strangeSigns(), 2, 4, 8))
	return w
}

// byCount returns how many of the steps a count reaches.
func byCount(n int, steps ...int) (weight int) {
	for _, step := range steps {
		if n >= step {
			weight++
		}
	}
	return weight
}

// isQuoted reports whether the match stands in quotation marks inside a sentence, and not
// behind a colon or as the value of a member.
func (t *said) isQuoted() bool {
	if strings.ContainsAny(t.before, `"'(`) && openQuote.get().MatchString(t.before) && closeQuote.get().MatchString(t.after) {
		return true
	}
	before, behind, ok := strings.Cut(t.line, t.match)
	if !ok {
		word, _, _ := strings.Cut(t.match, " ")
		before, behind, ok = strings.Cut(t.line, word)
	}
	if !ok || strings.Count(before, "`")%2 == 0 {
		return false
	}
	_, behind, _ = strings.Cut(behind, "`")
	return len(plainWords(ticked.get().ReplaceAllString(before+"` "+behind, ""))) >= 4
}

var (
	openQuote  = lazy(`[a-z,)+/&] ["'(][^"'=:]*$`)
	closeQuote = lazy(`^[^"']{0,80}["'](?:[\s,.)]|$)`)
	ticked     = lazy("`[^`]*`")
)

// scripts counts on how many sides an English match goes on in Chinese, Japanese or Korean,
// with no colon between.
func (t *said) scripts() (n int) {
	if isASCII(t.before) && isASCII(t.after) || !strings.ContainsAny(t.match, "abcdefghijklmnopqrstuvwxyz") || otherScript.get().MatchString(t.match) {
		return 0
	}
	if scriptBefore.get().MatchString(t.before) {
		n++
	}
	if scriptAfter.get().MatchString(t.after) {
		n++
	}
	return n
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

const script = `[ぁ-ヿ一-鿿가-힣]`

var (
	otherScript  = lazy(script)
	scriptBefore = lazy(script + `[^:=]{0,30}$`)
	scriptAfter  = lazy(`^[^:]{0,20}` + script)
)

// strangers counts the words of a clause that errors do not use.
func (t *said) strangers() (n int) {
	for _, w := range plainWords(t.clause) {
		if _, known := slices.BinarySearch(errorWords(), w); !known {
			n++
		}
	}
	return n
}

// strangeSigns counts the Chinese, Japanese and Korean characters of a clause that are in no
// word which errors use.
func (t *said) strangeSigns() int {
	if isASCII(t.clause) {
		return 0
	}
	return len(otherScript.get().FindAllStringIndex(errorSigns().Replace(t.clause), -1))
}

// plainWords returns the words of a text that are no names, numbers, paths or codes.
func plainWords(s string) []string {
	var all []string
	for w := range strings.FieldsSeq(s) {
		w = strings.Trim(w, `"'()[]<>,;:!?.*`)
		if w != "" && strings.Trim(w, "abcdefghijklmnopqrstuvwxyz'") == "" {
			all = append(all, w)
		}
	}
	return all
}
