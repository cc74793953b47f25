package classify

import (
	"regexp"
	"strings"
	"sync"
)

// A veto says that a text, or the place in it that a rule points at, only talks
// about errors. Patterns see lower case; they see lines where scope is byLine.
type veto struct {
	Name    string
	Scope   scope
	Pattern string
	Example string // a text that must be class none
}

type scope uint8

const (
	byText  scope = iota // anywhere in the text, lines kept
	byStart              // the beginning of the text
	byLine               // the line that holds the match
	byLead               // the sentence in front of the match
	byTail               // what follows the match
)

// compiledVeto is a veto that is ready to be asked.
type compiledVeto struct {
	veto
	re func() *regexp.Regexp
}

// vetoTable compiles lazily, as the rules do.
var vetoTable = sync.OnceValue(func() []compiledVeto {
	all := make([]compiledVeto, len(vetoes))
	for i, v := range vetoes {
		all[i] = compiledVeto{v, lazy("(?m)" + v.Pattern)}
	}
	return all
})

// vetoed reports whether the whole text is a document, source code, the output
// of a test run or of a program that has nothing to do with a model's API.
func (vw *view) vetoed() bool {
	low := lower(vw.source)
	if vw.html {
		return false // a page's script and style look like code
	}
	return vetoedBy(byText, low) || vetoedBy(byStart, strings.TrimSpace(low)) || vw.essay()
}

// allows reports whether the place low[from:to] may be taken for an error.
// Exact rules are believed unless the line is code or the sentence is talk;
// the others must also stand by themselves, loose ones only outside a frame.
func (vw *view) allows(from, to int, r *Rule) bool {
	if vw.html {
		return true
	}
	start, end := vw.line(from)
	if vetoedBy(byLine, vw.low[start:end]) {
		return false
	}
	if vetoedBy(byLead, lead(vw.low[start:from])) || vetoedBy(byTail, head(vw.low[to:], 80)) {
		return false
	}
	switch r.Strength {
	case Exact:
		return true
	case Loose:
		return vw.framed() || vw.bare(from, to) || r.Class == ContextOverflow && vw.terse()
	}
	return vw.alone(from, to) && (vw.framed() || len(vw.low) <= shortText)
}

func vetoedBy(s scope, text string) bool {
	for _, v := range vetoTable() {
		if v.Scope == s && v.re().MatchString(text) {
			return true
		}
	}
	return false
}

var sentenceEnd = lazy(`[.!?。] |\n`)

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
	rightEdge = lazy(`^(?:$| ?[.,;:!<>"')(\]}|=·{\[∙·…-]| (?:after {n}|while|during|before|with (?:status|code|error|http|other|id)|retrying|please|try|request id|url|https?:|{n}\b|for (?:this|the) (?:model|endpoint|server|api|request|context)|for (?:model|requested|url|request)|to (?:continue|process|send|fit)|in (?:the )?(?:request|model|response|prompt|stream)|right now|and (?:try|retry)|by (?:peer|remote|the (?:server|remote|peer|model|provider))|error|unexpectedly|due to|because)(?:\b|$))`)
)

// alone reports whether low[from:to] stands by itself, at the edges of a
// sentence or of a quoted value.
func (vw *view) alone(from, to int) bool {
	left := vw.low[max(0, from-40):from]
	if start, _ := vw.line(from); start >= from-1 {
		left = ""
	}
	right := vw.low[to:]
	if _, end := vw.line(from); end <= to+1 {
		right = ""
	}
	return leftEdge().MatchString(left) && rightEdge().MatchString(head(right, 40))
}

// errorish finds what prose rarely has: advice, names of parameters, addresses,
// quoted values, two long numbers.
var errorish = lazy(`\bplease\b|\b(?:shorten|reduce|increase|start a new|consider|contact|make sure|load the model|use a (?:larger|shorter|smaller|model)|switch to|clear the|compact)\b|\btry (?:again|an?other|a |using|with)|\bretry|\bupgrade\b|\bsee (?:stack|the|https?)|\w_\w|https?://|\d{3,}\D.*\b\d{3,}|\b\d{4,}\b|\d,\d{3}\b|\b\d+k\b|["'][\w./:@-]+["']|\byou(?:r|'ve|'re| have| exceeded| do| are| can| must)\b|\b(?:read|write|dial|connect) (?:tcp|e[a-z]{4,})|::|\w\.\w+\.\w|\w/\w+:|\[\d+\]|[一-鿿]{4}|\d+[km]\b.*\b\d+[km]\b|\be[a-z]+(?:refused|reset|timedout)\b`)

// bare reports whether the text is short, and the match is most of its
// sentence, or a sentence in it, or the text is worded as errors are.
func (vw *view) bare(from, to int) bool {
	if len(vw.low) > shortText {
		return false
	}
	start, end := vw.sentence(from, to)
	return 5*(to-from) >= 3*(end-start) || errorish().MatchString(vw.low) || vw.alone(from, to)
}

// proseish finds the words of somebody who explains or tells.
var proseish = lazy(`\b(?:often|usually|quickly|sometimes|always|never|easily|may|might|will|would|when|whenever|if|because|although|while|last|next|we|our|she|he|they|their|i|people|should|means|called|about|like|then|once|until|depends|more than one|for example|e\.g|also|so)\b`)

// terse reports whether the text is short and tells no story. Hardly anything
// but an error says in a few words that a context is exceeded.
func (vw *view) terse() bool {
	return len(vw.low) <= shortText && !proseish().MatchString(vw.low)
}

// sentence widens low[from:to] to the sentence, or sentences, that hold it.
func (vw *view) sentence(from, to int) (start, end int) {
	end = len(vw.low)
	if m := sentenceEnd().FindStringIndex(vw.low[to:]); m != nil {
		end = to + m[0]
	}
	return from - len(lead(vw.low[:from])), end
}

// shortText is the length up to which a phrase may stand without an error
// around it.
const shortText = 400

var frame = lazy(`\b[\w.]*(?:error|exception|errno|failure|fault)\w*["']?\s?(?:[:=({\[<|·]|- )|["'](?:error|errors|detail|details|message|msg|err|error_msg)["']\s?:|` +
	`^\W*(?:http[ /:]|[45]\d\d(?:$|\W*[{<"(:\[|-]| ` + reasons + `))|\b(?:request|call|generation|stream|completion|llm|api|model|upstream|response|provider|connection)\b[^.]{0,40}\b(?:failed|error|rejected|returned|denied)\b|` +
	`\b(?:http )?status(?: ?code)?["']?[ :=]+["']?[45]\d\d|^\W*(?:error|err|failed|sorry|oops|fatal|warn)\b`)

// framed reports whether the text begins as an error does: with a name of one,
// a status, or an envelope.
func (vw *view) framed() bool {
	return vw.html || frame().MatchString(head(vw.low, 600))
}

var proseLine = lazy(`(?:^|[.!?] )(?:[a-z'-]+,? ){7,}[a-z'-]+[.!?](?: |$)`)

// essay reports whether a text is running prose: several long sentences, and
// no sign of an error where it begins.
func (vw *view) essay() bool {
	if len(vw.low) < shortText || frame().MatchString(head(vw.low, 300)) {
		return false
	}
	n := 0
	for line := range strings.Lines(lower(vw.source)) {
		n += len(proseLine().FindAllStringIndex(strings.TrimSpace(line), 4))
	}
	return n >= 4
}
