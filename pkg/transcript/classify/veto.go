package classify

import (
	"slices"
	"strings"
	"sync"
)

// A veto says that a passage, or the place in it that a rule points at, only
// talks about errors. Patterns see lower case; they see the source with its
// lines, or the one line that holds the place.
type veto struct {
	Name    string
	Scope   scope
	Pattern string
	Example string // a text that must be class none
}

type scope uint8

const (
	byText   scope = iota // the lines around the place
	byStart               // the beginning of the text, for what stands there
	byLine                // the line that holds the match
	byLead                // the sentence in front of the match
	byTail                // what follows the match
	byClause              // what of the sentence in front of the match no name of an error introduces
	byUnit                // the passage that holds the match
)

// Names of the reasons that are not rows of the table.
const (
	proseVeto     = "prose"         // several long sentences around it
	frameVeto     = "not-framed"    // nothing around it says that it is an error
	edgeVeto      = "not-alone"     // the phrase is part of a longer sentence
	lengthVeto    = "not-a-phrase"  // it is a small part of a long text
	nameVeto      = "name"          // a name of an error that a sentence mentions
	quietVeto     = "quiet-log"     // a log says it while nothing is wrong
	codeVeto      = "code"          // its lines are source code
	blocksVeto    = "source-blocks" // there are statements with blocks around it
	listVeto      = "catalogue"     // its lines are the texts that a program has
	chatVeto      = "chat"          // somebody tells of it
	relativeVeto  = "relative"      // only asked where a history would be cut
	countVeto     = "not-exceeded"  // its numbers do not say that anything is too much
	allowanceVeto = "allowance"     // it is about what may be used in a time or for money
	answerVeto    = "answered"      // the server itself has answered, with an object
	templateVeto  = "template"      // it has places for numbers and names
	strangeVeto   = "other-words"   // its sentence has words of which errors are not made
	accountVeto   = "account"       // its sentence tells of an error, see cues

	strangeAccount = accountVeto + " (strange words)" // nothing but that speaks for one
)

// compiledVeto is a veto that is ready to be matched. One of its keys stands in every
// text that it matches; without keys it may match any.
type compiledVeto struct {
	veto
	keys keyList
	re   *lazyRegexp
}

// vetoTable compiles lazily, as the rules do.
var vetoTable = sync.OnceValue(func() [byUnit + 1][]compiledVeto {
	var all [byUnit + 1][]compiledVeto
	read := keyReader{table: "veto"}
	for _, v := range vetoes {
		all[v.Scope] = append(all[v.Scope], compiledVeto{v, read.of(v.Name), lazy("(?m)" + v.Pattern)})
	}
	return all
})

// question is what vetoes are asked: those of a scope about a text.
type question struct {
	scope scope
	text  string
}

// vetoedBy returns the name of the first veto of a scope that a text fits, "" if none
// does. Many rules match on the same line, so answers are kept.
func (vw *view) vetoedBy(s scope, text string) string {
	q := question{s, text}
	if why, known := vw.answers[q]; known {
		return why
	}
	if vw.answers == nil {
		vw.answers = map[question]string{}
	}
	vw.answers[q] = firstVeto(s, text)
	return vw.answers[q]
}

func firstVeto(s scope, text string) string {
	if text == "" {
		return ""
	}
	var have grams
	have.add(text)
	for _, v := range vetoTable()[s] {
		if (v.keys == "" || have.firstOf(text, v.keys) != "") && v.re.get().MatchString(text) {
			return v.Name
		}
	}
	return ""
}

// stops says why the match of a rule is not taken for an error, "" if it is. A match of an
// exact rule is believed, unless its line is code, its sentence only talks about errors,
// or its passage is a document. Other matches need evidence as well, see lacksEvidence.
func (vw *view) stops(p place, r *Rule) string {
	if vw.html {
		return "" // a page's script and style look like code
	}
	if !shrinks(r.Class) && vw.isBody() {
		return vw.catalogued(p) // nobody tells of an error in the body of one
	}
	for _, ask := range []func() string{
		func() string { return vw.vetoedBy(byLine, asMember(behindGlue(vw.ownLine(p)))) },
		func() string { return vw.vetoedBy(byLead, lead(vw.low[p.start:p.from])) },
		func() string { return vw.vetoedBy(byTail, head(vw.low[wordEnd(vw.low, p.to):], 80)) },
		func() string { return vw.subordinate(p, r) },
		func() string { return vw.quiet(p) },
		func() string { return vw.named(p) },
		func() string { return vw.limitOfTool(p, r) },
		func() string { return vw.answered(p, r) },
		func() string { return vw.template(p, r) },
		func() string { return vw.lacksEvidence(p, r) },
		func() string { return vw.account(p, r) },
		func() string { return vw.document(p) },
		func() string { return vw.catalogued(p) },
		func() string { return vw.unlikely(p, r) },
	} {
		if why := ask(); why != "" {
			return why
		}
	}
	return ""
}

// behindGlue returns what of a line follows the words that a terminal has put in front of the
// name of an exception without a space: "Now let me build:AI_APICallError: ...", or the lines of
// a log that a paste has joined: "raise ValueError( ERROR serving.py:193] ValueError: ...".
func behindGlue(line string) string {
	if m := glued.get().FindStringSubmatchIndex(line); m != nil {
		return line[m[2]:]
	}
	return line
}

var glued = lazy(`(?:[a-z][:!]|\.py:\d+\] )([a-z_]+(?:error|exception): )`)

// asMember returns a line that prints a member of an error as gRPC for Python and Lua do as
// others print it, since an equals sign makes it an assignment.
func asMember(line string) string {
	if !printedMember.get().MatchString(line) {
		return line
	}
	return strings.Replace(line, " = ", ": ", 1)
}

var printedMember = lazy(`^ ?(?:details?|debug_error_string) = ["']|^ ?(?:message|msg|error|reason) = ["'](?:\w+ ){0,3}(?:error|exception)\b`)

// wordEnd returns the end of the word that low[:at] ends in.
func wordEnd(low string, at int) int {
	for at > 0 && at < len(low) && isWord(low[at-1]) && isWord(low[at]) {
		at++
	}
	return at
}

// subordinate vetoes matches in a clause that says under which condition, or of what,
// something is the case. The sentence of one provider may stand there, as the reason of
// a failure; but whether a history shall be cut is asked of every rule.
func (vw *view) subordinate(p place, r *Rule) string {
	if r.Strength == Bare || r.Strength == Exact && !shrinks(r.Class) && r.Class != InvalidMaxTokens {
		return ""
	}
	clause := lead(vw.low[p.start:p.from])
	clause = clause[strings.LastIndexAny(clause, `:"{[|`)+1:]
	if failing.get().MatchString(clause) {
		return ""
	}
	why := vw.vetoedBy(byClause, clause)
	if why == relativeVeto && !shrinks(r.Class) {
		return ""
	}
	return why
}

// quiet vetoes lines that a log has while nothing is wrong.
func (vw *view) quiet(p place) string {
	line := vw.low[p.start:p.end]
	if calm.get().MatchString(head(line, 120)) && !alarming.get().MatchString(line) {
		return quietVeto
	}
	return ""
}

// named vetoes the name of an error that is a word in a sentence: an error states it
// behind a colon or in a member, or says that a request failed with it.
func (vw *view) named(p place) string {
	if !identifier.get().MatchString(vw.low[p.from:p.to]) {
		return ""
	}
	before := lead(vw.low[p.start:p.from])
	before = before[strings.LastIndexAny(before, `:"={[|`)+1:]
	if article.get().MatchString(before) && !answering.get().MatchString(before) {
		return nameVeto
	}
	return ""
}

var (
	identifier = lazy(`^[a-z0-9]+(?:_[a-z0-9]+)+$`)
	article    = lazy(`\b(?:an?|the|this|that|these|each|every|any|such|real|like|of|for|by|from|into|as|via|and|or)(?: [\w-]+){0,2} $`)
	answering  = lazy(`fail|return|receiv|\bgot\b|respond|\berror|reject|\bcode|status`)
)

var (
	calm     = lazy(`\blevel=(?:info|debug|trace)\b|^(?:[^a-z]{0,40}|[\w.-]+ +\| [^a-z]{0,40}|[^|]{0,60} - )\[?(?:info|debug|trace|verbose|notice)\b`)
	alarming = lazy(`finish[_ ]reason|\btoo long\. your input has \d|err|exception|fail|reject|denied|\b[45]\d\d\b`)
)

// failing finds what a report says of a request before it says why.
var failing = lazy(`失败|报错|错误|无法|エラー|失敗|오류|실패|\b(?:fail(?:ed|s|ure)?|rejected|refused|denied|errored|aborted|(?:un)?able to|could not|cannot)\b`)

// shrinks reports whether a smaller history is the cure of a class.
func shrinks(c Class) bool { return c == ContextOverflow || c == PayloadTooLarge || c == WAFBlock }

// limitOfTool vetoes texts in which a tool states a limit of its own: then it is not the
// history that is too large.
func (vw *view) limitOfTool(p place, r *Rule) string {
	switch r.Class {
	case ContextOverflow, PayloadTooLarge, InvalidMaxTokens:
		return vw.vetoedBy(byUnit, vw.around(p))
	}
	return ""
}

// answered vetoes a firewall that only the headers behind an answer name: a page that blocks a
// request is no object, and all that passes through a network has its headers.
func (vw *view) answered(p place, r *Rule) string {
	if said := vw.low[p.from:p.to]; r.Class == WAFBlock && objectThenHeaders.get().MatchString(said) && !strings.Contains(said, "block") {
		return answerVeto
	}
	return ""
}

var objectThenHeaders = lazy(`(?s)^(?:403|forbidden)[^<{]*\{\s?"(?:error|type|message|code|detail)"[^<]*\}[^<]*?(?:\bheaders\b[^<]*|, cf-ray)$`)

// document returns the name of the veto if the lines around a place are a document,
// source code, or the output of a test run or of a program that has nothing to do with a
// model's API. It is asked once for all places on a line.
func (vw *view) document(p place) string {
	if why, known := vw.judged[p.first]; known {
		return why
	}
	if line := vw.lines[p.first]; isAnnounced(line) && strings.Contains(line, `{"error":{`) {
		return "" // whoever keeps a log as a document writes answers down as they came
	}
	why := vw.vetoedBy(byText, reportHeads.get().ReplaceAllString(vw.nearInPart(p), ""))
	if why == blocksVeto && (stamped.get().MatchString(vw.lines[p.first]) || frames.get().MatchString(vw.near(p, 2, 4))) {
		why = "" // a trace shows the line of code at which it happened
	}
	if why == "" && p.first < 30 {
		first := vw.firstLine()
		why = vw.vetoedBy(byStart, strings.TrimSpace(vw.near(place{first: first, last: first}, 0, 1)))
	}
	if why == "" && vw.isCode(p) {
		why = codeVeto
	}
	if why == "" && vw.inProse(p) {
		why = proseVeto
	}
	if vw.judged == nil {
		vw.judged = map[int]string{}
	}
	vw.judged[p.first] = why
	return why
}

// nearInPart returns the lines around a place that may say what it is part of: not the template
// that raised an error, and not what a report tells under the next heading.
func (vw *view) nearInPart(p place) string {
	own := vw.lines[p.last]
	if pointing.get().MatchString(own) {
		return vw.near(p, 6, 0)
	}
	behind := vw.near(place{first: p.last + 1, last: p.last}, 0, 4)
	if at := nextHead.get().FindStringIndex(behind); at != nil && isAnnounced(vw.lines[p.first]) {
		behind = behind[:at[0]]
	}
	return vw.near(p, 6, 0) + behind
}

// pointing finds the end of a message that shows the place of a template at which it was raised.
var pointing = lazy(`\bat (?:row|line) \d+, col(?:umn)? \d+:?\s*$`)

var nextHead = lazy(`(?m)^#{1,6} \S`)

// frames finds the frames of a trace of Python.
var frames = lazy(`traceback \(most recent call last\)|(?m)^\s*file "[^"]+", line \d+, in `)

// stamped finds the time that a line of a log begins with.
var stamped = lazy(`^\[?\d{4}-\d\d-\d\d[t ]\d\d:\d\d:\d\d`)

// reportHeads finds the headings of a report of an error, under which errors stand as they came.
var reportHeads = lazy(`(?m)^#{1,6} (?:error(?: logs?)?(?: ?/ ?[^\n]{1,20})?|(?:error |relevant |api )?(?:message|logs?|output|details|response)|(?:relevant )?log output|stack ?trace|traceback|错误|错误信息|错误详情|报错|报错信息|日志):?\s*$`)

// firstLine returns the number of the first line on which something stands, 0 if there is
// none.
func (vw *view) firstLine() int {
	return max(0, slices.IndexFunc(vw.lines, func(line string) bool { return strings.TrimSpace(line) != "" }))
}

var sentenceEnd = lazy(`[.!?] |[。！？]|\n`)

// lead returns the last sentence of s, at most 120 bytes of it.
func lead(s string) string {
	s = s[max(0, len(s)-120):]
	all := sentenceEnd.get().FindAllStringIndex(s, -1)
	for i := len(all) - 1; i >= 0; i-- {
		if before := s[:all[i][0]]; !strings.HasSuffix(before, "e.g") && !strings.HasSuffix(before, "i.e") {
			return s[all[i][1]:]
		}
	}
	return s
}

func head(s string, n int) string { return s[:min(len(s), n)] }

var proseLine = lazy(`(?:^|[.!?] )(?:[a-z'-]+,? ){7,}[a-z'-]+[.!?](?: |$)`)

// inProse reports whether a place stands in running prose: several long sentences,
// and no sign of an error beside it.
func (vw *view) inProse(p place) bool {
	text := vw.near(p, 12, 12)
	if len(text) < shortText || frame.get().MatchString(vw.around(p)) {
		return false
	}
	n := 0
	for line := range strings.Lines(text) {
		n += len(proseLine.get().FindAllStringIndex(strings.TrimSpace(line), 4))
	}
	return n >= 4
}
