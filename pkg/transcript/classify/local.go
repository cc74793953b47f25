package classify

import "strings"

// A row for another language than English knows two words of a sentence: what it is about, and
// that it is too much. "La requête SQL est trop longue" has both. What else such a sentence
// says is judged by the concepts, as for the rows of the grammar.

// knownLocal is how many of a hundred letters of the clause of such a row stand in words of
// the table of concepts, at least.
const knownLocal = 75

// localLacks says what keeps the match of a local row from being the statement of an error.
func (vw *view) localLacks(p place, c Class) string {
	if why := vw.looseLacks(p, c); why != "" {
		return why
	}
	s := vw.ownSentence(p)
	said := vw.clause(p, s)
	if c == ContextOverflow && otherMeasure.get().MatchString(vw.low[s.from:max(s.to, p.to)]) {
		return countVeto
	}
	if hedged.get().MatchString(vw.low[said.from:p.from]) || modal.get().MatchString(vw.low[said.from:max(said.to, p.to)]) || asking.get().MatchString(vw.low[s.to:]) {
		return chatVeto
	}
	if i := strings.IndexByte(vw.low[p.to:said.to], ']'); i >= 0 {
		said.to = p.to + i
	}
	if !vw.isKnown(said, knownLocal) && !vw.isKnownScript(said, knownLocal) {
		return strangeVeto
	}
	return ""
}

// otherMeasure finds a size in bytes, the status of a body that is too large, and the parameter
// that limits an answer, where nothing is said of what was sent.
var otherMeasure = lazy(`\d ?(?:[km]i?b|mo|ko|мб|кб)\b|\b413\b|max_?(?:output_?)?tokens: \d|max_?(?:output_?)?tokens (?:값|的?值|の値)`)

// isKnownScript reports whether so much of a hundred letters of a script without spaces stands
// in words of the table: Latin words between them are names.
func (vw *view) isKnownScript(s span, percent int) bool {
	known := vw.knownLetters()
	letters, hits := 0, 0
	for i, r := range vw.low[s.from:s.to] {
		if isSign(r) {
			letters++
			if known[s.from+i] {
				hits++
			}
		}
	}
	return letters > 0 && 100*hits >= percent*letters
}

// modal finds what shall not be, what is such that it would be too much, and what is too much
// of something else.
var modal = lazy(`\b(?:darf|dürfen|soll|sollte|ne (?:doit|doivent|devrait)|no (?:debe|deben|puede)|não (?:deve|pode)|non (?:deve|può))\b|не (?:должн|может)|превышающ|` +
	`\b(?:dépassant|überschreitende\w*|übersteigende\w*)\b|超過分|超える分|초과 ?(?:시|분)(?:$|[^간])|` +
	`\d ?(?:分钟|秒|小时|天|周|个月|年|次|条|张|行|名|元|分|日|時間|件|枚|円|분|일|건|장|개월|euros?\b|€|minut|stunden|heures?\b|jours?\b|часов|минут|руб)`)

// isOfAllowance reports whether the passage of a place speaks of what somebody may use in a
// time or for his money, and its sentence not of what a model reads.
func (vw *view) isOfAllowance(p place) bool {
	passage := span{min(p.unit.from, p.from), max(p.unit.to, p.to)}
	return vw.speaks("allowance", passage) && !vw.speaks("context", passage)
}

// template vetoes a sentence that has not been filled in: source code and catalogues of
// messages have such.
func (vw *view) template(p place, r *Rule) string {
	if r.Strength == Bare || r.Strength == Exact && !shrinks(r.Class) && r.Class != InvalidMaxTokens {
		return ""
	}
	s := vw.ownSentence(p)
	if vw.isThrown(p) {
		s.from = p.start // what stands above it is the program
	}
	if placeholder.get().MatchString(vw.low[min(s.from, p.from):min(max(s.to, p.unit.to, p.to), p.to+reach)]) {
		return templateVeto
	}
	return ""
}

var placeholder = lazy(`\$\{|(?:^|[^\w)])\{[a-z_]\w*(?:\.\w+)*(?::[^}"' ]*)?\}|\{\d\}|(?:^|[^\d%])%(?:\d\$)?l{0,2}[dsfvq](?:$|[^\w])|%\(\w+\)[sd]|\btokens \([nmx]\)|<(?:n|x|max|num|number|limit|count|tokens?|size|model|name|max_\w+|num_\w+)>`)
