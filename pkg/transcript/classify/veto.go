package classify

import (
	"regexp"
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
	byText     scope = iota // the lines around the place
	byDocument              // the same, over more lines
	byStart                 // the beginning of the text, for what stands there
	byLine                  // the line that holds the match
	byLead                  // the sentence in front of the match
	byTail                  // what follows the match
	byUnit                  // the passage that holds the match
)

// Names of the reasons that are not rows of the table.
const (
	proseVeto  = "prose"        // several long sentences around it
	frameVeto  = "not-framed"   // nothing around it says that it is an error
	edgeVeto   = "not-alone"    // the phrase is part of a longer sentence
	lengthVeto = "not-a-phrase" // it is a small part of a long text
	countVeto  = "not-exceeded" // its numbers do not say that anything is too much
)

// compiledVeto is a veto that is ready to be matched.
type compiledVeto struct {
	veto
	re func() *regexp.Regexp
}

// vetoTable compiles lazily, as the rules do.
var vetoTable = sync.OnceValue(func() [byUnit + 1][]compiledVeto {
	var all [byUnit + 1][]compiledVeto
	for _, v := range vetoes {
		all[v.Scope] = append(all[v.Scope], compiledVeto{v, lazy("(?m)" + v.Pattern)})
	}
	return all
})

func vetoedBy(s scope, text string) string {
	for _, v := range vetoTable()[s] {
		if v.re().MatchString(text) {
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
	for _, ask := range []func() string{
		func() string { return vetoedBy(byLine, vw.ownLine(p)) },
		func() string { return vetoedBy(byLead, lead(vw.low[p.start:p.from])) },
		func() string { return vetoedBy(byTail, head(vw.low[p.to:], 80)) },
		func() string { return vw.limitOfTool(p, r) },
		func() string { return vw.lacksEvidence(p, r) },
		func() string { return vw.document(p) },
	} {
		if why := ask(); why != "" {
			return why
		}
	}
	return ""
}

// limitOfTool vetoes texts in which a tool states a limit of its own: then it is not the
// history that is too large.
func (vw *view) limitOfTool(p place, r *Rule) string {
	switch r.Class {
	case ContextOverflow, PayloadTooLarge, InvalidMaxTokens:
		return vetoedBy(byUnit, vw.around(p))
	}
	return ""
}

// lacksEvidence says which evidence of an error a match of a rule that is not
// exact lacks, "" if there is enough.
func (vw *view) lacksEvidence(p place, r *Rule) string {
	switch r.Strength {
	case Exact, Bare:
		return ""
	case Loose, Counted:
		if vw.isFramed(p) || !narrative().MatchString(vw.low[p.from:p.to]) && (vw.isBareError(p) || r.Class == ContextOverflow && vw.isTerse(p)) {
			return ""
		}
		return frameVeto
	}
	if !vw.standsAlone(p) {
		return edgeVeto
	}
	if !vw.isFramed(p) && p.unit.len() > shortText {
		return lengthVeto
	}
	return ""
}

// document returns the name of the veto if the lines around a place are a document,
// source code, or the output of a test run or of a program that has nothing to do with a
// model's API. It is asked once for all places on a line.
func (vw *view) document(p place) string {
	if why, known := vw.judged[p.first]; known {
		return why
	}
	why := vetoedBy(byText, vw.near(p, 6, 4))
	if why == "" {
		why = vetoedBy(byDocument, vw.near(p, 30, 12))
	}
	if why == "" && p.first < 30 {
		why = vetoedBy(byStart, strings.TrimSpace(vw.near(place{}, 0, 1)))
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

var sentenceEnd = lazy(`[.!?] |[。！？]|\n`)

// lead returns the last sentence of s, at most 120 bytes of it.
func lead(s string) string {
	s = s[max(0, len(s)-120):]
	if all := sentenceEnd().FindAllStringIndex(s, -1); len(all) > 0 {
		s = s[all[len(all)-1][1]:]
	}
	return s
}

func head(s string, n int) string { return s[:min(len(s), n)] }

var (
	leftEdge  = lazy(`(?:^|[:>"'(\[{|=,;.!?<·•✕✗❌⚠*-] ?|\b(?:error|failed|failure|exception|[45]\d\d|due to|because of|sorry|reason|http|warn(?:ing)?|fatal|the|a|an|your|this) )$`)
	rightEdge = lazy(`^(?:$| ?[.,;:!<>"')(\]}|=·{\[∙·…-]| (?:after \d+|while|during|before|with (?:status|code|error|http|other|id)|retrying|please|try|request id|url|https?:|\d+\b|for (?:this|the) (?:model|endpoint|server|api|request|context)|for (?:model|requested|url|request)|to (?:continue|process|send|fit)|in (?:the )?(?:request|model|response|prompt|stream)|right now|and (?:try|retry)|by (?:peer|remote|the (?:server|remote|peer|model|provider))|error|unexpectedly|due to|because)(?:\b|$))`)
)

// standsAlone reports whether a place stands by itself, at the edges of a sentence or
// of a quoted value.
func (vw *view) standsAlone(p place) bool {
	left, right := vw.low[max(0, p.from-40):p.from], vw.low[p.to:]
	if vw.starts[p.first] >= p.from-1 {
		left = ""
	}
	if p.end <= p.to+1 {
		right = ""
	}
	return leftEdge().MatchString(left) && rightEdge().MatchString(head(right, 40))
}

// errorish finds signs of an error that are rare in prose: advice, names of parameters,
// addresses, quoted values, two long numbers.
var errorish = lazy(`\bplease\b|\b(?:shorten|reduce|increase|start a new|consider|contact|make sure|load the model|use a (?:larger|shorter|smaller|model)|switch to|clear the|compact)\b|\btry (?:again|an?other|a |using|with)|\bretry|\bupgrade\b|\bsee (?:stack|the|https?)|\w_\w|https?://|\d{3,}\D.*\b\d{3,}|\b\d{4,}\b|\d,\d{3}\b|\b\d+k\b|["'][\w./:@-]+["']|\byou(?:r|'ve|'re| have| exceeded| do| are| can| must)\b|\b(?:read|write|dial|connect) (?:tcp|e[a-z]{4,})|::|\w\.\w+\.\w|\w/\w+:|\[\d+\]|[一-鿿ぁ-ヿ가-힣]{4}|\d+[km]\b.*\b\d+[km]\b|\be[a-z]+(?:refused|reset|timedout)\b`)

// isBareError reports whether a passage is short, and the match makes up most of its
// sentence, or is a sentence itself, or the passage has the wording of an error.
func (vw *view) isBareError(p place) bool {
	if p.unit.len() > shortText {
		return false
	}
	s := vw.sentence(p)
	return 5*(p.to-p.from) >= 3*s.len() || errorish().MatchString(vw.low[p.unit.from:p.unit.to]) || vw.standsAlone(p)
}

// proseish finds the words of somebody who explains or tells.
var proseish = lazy(`\b(?:often|usually|quickly|sometimes|always|never|easily|may|might|will|would|when|whenever|if|because|although|while|last|next|we|our|she|he|they|their|i|people|should|means|called|about|like|then|once|until|depends|more than one|for example|e\.g|also|so)\b`)

// narrative finds words of somebody telling a story inside a match that spans half a
// sentence.
var narrative = lazy(`\b(?:when|whenever|if|why|how|anything|everything|they|she|he|gets|until)\b|避免|防止|是否|如果|可能|かどうか|場合|ように|ために|경우|않도록|위해`)

// isTerse reports whether the passage is short and tells no story. Hardly anything
// but an error says in a few words that a context is exceeded.
func (vw *view) isTerse(p place) bool {
	return p.unit.len() <= shortText && !proseish().MatchString(vw.low[p.unit.from:p.unit.to])
}

var frame = lazy(`\b[\w.]*(?:error|exception|errno|failure|fault)\w*["']?\s?(?:[:=({\[<|·]|- )|["'](?:error|errors|detail|details|message|msg|err|error_msg|errormessage)["']\s?:|` +
	`^\W*(?:http[ /:]|[45]\d\d(?:$|\W*[{<"(:\[|-]| ` + reasons + `))|\b(?:request|call|generation|stream|completion|llm|api|model|upstream|response|provider|connection)\b[^.]{0,40}\b(?:failed|error|rejected|returned|denied)\b|` +
	`\b(?:http )?status(?:[ _]?code)?["']?[ :=]+["']?[45]\d\d|^\W*(?:error|err|failed|sorry|oops|fatal|warn)\b|\ban error occurred\b|^[\d\W_tz]*(?:error|err|fatal|warn|warning|critical|failed)\b|(?:^|: )http [45]\d\d\b|status code \(no body\)|(?:错误|失败|报错|异常|エラー|失敗|오류|실패)`)

// isFramed reports whether a place stands where errors do: behind a name of one, a
// status or an envelope, in its line or the few before it.
func (vw *view) isFramed(p place) bool {
	return vw.html || frame().MatchString(vw.around(p)) || frame().MatchString(head(vw.low[p.start:p.end], 600))
}

var proseLine = lazy(`(?:^|[.!?] )(?:[a-z'-]+,? ){7,}[a-z'-]+[.!?](?: |$)`)

// inProse reports whether a place stands in running prose: several long sentences,
// and no sign of an error beside it.
func (vw *view) inProse(p place) bool {
	text := vw.near(p, 12, 12)
	if len(text) < shortText || frame().MatchString(vw.around(p)) {
		return false
	}
	n := 0
	for line := range strings.Lines(text) {
		n += len(proseLine().FindAllStringIndex(strings.TrimSpace(line), 4))
	}
	return n >= 4
}
