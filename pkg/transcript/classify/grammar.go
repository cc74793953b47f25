package classify

import (
	"slices"
	"strings"
	"sync"
	"unicode"
)

// Most texts of errors that no row knows are short and plain, and say one thing in the words
// of one language: "Kontextlänge überschritten". They are understood by what they speak of
// and what they say of it. That is asked last, of texts for which no other row stands.

// pair is a row of the grammar: a text of this class speaks of one of the things and says
// one of the predicates of it, in the same clause.
type pair struct {
	things, says []string
	with         []string // its sentence also speaks of these
	without      []string // its sentence speaks of none of these
}

// pairRule is a rule with a pair in place of a pattern.
type pairRule struct {
	Rule
	pair
}

// grammar is the table, the more specific rows first: who speaks of requests per minute
// speaks of tokens and limits, too.
var grammar = sync.OnceValue(func() []rule {
	all := make([]rule, len(pairRules))
	for i := range pairRules {
		r := &pairRules[i]
		r.Strength, r.Source = Paired, "concepts"
		all[i] = rule{Rule: &r.Rule, pair: &r.pair}
	}
	return all
})

type concept = []string

var pairRules = []pairRule{
	{Rule{Name: "pair-call-missing", Class: Pairing, Example: `Werkzeugergebnis nicht gefunden`},
		pair{concept{"call"}, concept{"unknown"}, nil, nil}},
	{Rule{Name: "pair-max-tokens-used", Class: OutputTruncated, Example: `La respuesta agotó max_tokens`},
		pair{concept{"maxtokens"}, concept{"usedup", "reached", "cut"}, nil, concept{"input"}}},
	{Rule{Name: "pair-max-tokens", Class: InvalidMaxTokens, Example: `max_tokens ist ungültig`},
		pair{concept{"maxtokens"}, concept{"invalid", "toolong", "exceeded"}, nil, concept{"input", "output"}}},
	{Rule{Name: "pair-output-cut", Class: OutputTruncated, Example: `Die Ausgabe wurde am Tokenlimit abgeschnitten`},
		pair{concept{"output"}, concept{"cut"}, concept{"limit"}, concept{"connection"}}},
	{Rule{Name: "pair-key", Class: Auth, Example: `API-KEY ist nicht zulässig`},
		pair{concept{"key"}, concept{"invalid", "expired", "unknown"}, nil, concept{"model", "input"}}},
	{Rule{Name: "pair-balance", Class: Quota, Example: `Ihr Guthaben ist aufgebraucht`},
		pair{concept{"balance"}, concept{"usedup", "expired"}, nil, nil}},
	{Rule{Name: "pair-plan", Class: Quota, Example: `Подписка истекла`},
		pair{concept{"plan"}, concept{"usedup", "expired"}, nil, nil}},
	{Rule{Name: "pair-tokens-rate", Class: RateLimit, Example: `Limite de tokens par minute dépassée`},
		pair{concept{"token"}, concept{"exceeded", "reached", "usedup", "toomany"}, concept{"rate"}, concept{"context"}}},
	{Rule{Name: "pair-allowance", Class: Quota, Example: `Превышен дневной лимит токенов`},
		pair{concept{"token", "limit"}, concept{"exceeded", "reached", "usedup"}, concept{"allowance"}, concept{"context", "rate", "body"}}},
	{Rule{Name: "pair-quota", Class: Quota, Example: `OpenAIの課金上限に達しました`},
		pair{concept{"quota"}, concept{"exceeded", "reached", "usedup"}, nil, concept{"rate"}}},
	{Rule{Name: "pair-rate", Class: RateLimit, Example: `Limite de requêtes par minute dépassée`},
		pair{concept{"rate"}, concept{"exceeded", "reached", "toomany"}, nil, concept{"context", "body"}}},
	{Rule{Name: "pair-requests", Class: RateLimit, Example: `너무 많은 요청`},
		pair{concept{"request"}, concept{"toomany"}, nil, concept{"context", "token", "body"}}},
	{Rule{Name: "pair-request-limit", Class: RateLimit, Example: `Превышен лимит запросов`},
		pair{concept{"request"}, concept{"exceeded", "reached", "usedup"}, concept{"limit"}, concept{"context", "token", "body", "quota"}}},
	{Rule{Name: "pair-body", Class: PayloadTooLarge, Example: `Body exceeded 1mb limit`},
		pair{concept{"body"}, concept{"exceeded", "toolong"}, nil, concept{"context", "token"}}},
	{Rule{Name: "pair-context", Class: ContextOverflow, Example: `Kontextlänge überschritten, bitte starten Sie einen neuen Chat.`},
		pair{concept{"context"}, concept{"exceeded", "toolong", "usedup", "reached"}, nil, concept{"rate", "quota"}}},
	{Rule{Name: "pair-tokens", Class: ContextOverflow, Example: `Limite de tokens dépassée`},
		pair{concept{"token"}, concept{"exceeded", "toomany"}, nil, concept{"rate", "quota", "balance", "key", "output", "maxtokens"}}},
	{Rule{Name: "pair-input", Class: ContextOverflow, Example: `La conversación es demasiado larga`},
		pair{concept{"input"}, concept{"toolong"}, nil, concept{"rate", "quota", "body", "param"}}},
	{Rule{Name: "pair-input-limit", Class: ContextOverflow, Example: `입력이 모델의 최대 길이를 초과했습니다`},
		pair{concept{"input"}, concept{"exceeded", "reached"}, concept{"limit"}, concept{"rate", "quota", "body", "param", "request"}}},
	{Rule{Name: "pair-request-large", Class: PayloadTooLarge, Example: `La solicitud es demasiado grande`},
		pair{concept{"request"}, concept{"toolong"}, nil, concept{"context", "token", "input", "param"}}},
	{Rule{Name: "pair-policy", Class: ContentFilter, Example: `YOUR INPUT VIOLATES OPENAI CONTENT MODERATION API`},
		pair{concept{"policy"}, concept{"violates"}, nil, nil}},
	{Rule{Name: "pair-stream-cut", Class: StreamCut, Example: `Соединение с сервером разорвано`},
		pair{concept{"connection"}, concept{"cut"}, nil, nil}},
	{Rule{Name: "pair-timeout", Class: Timeout, Example: `LLM API unresponsive`},
		pair{concept{"service", "request", "model", "connection", "output"}, concept{"timedout"}, nil, nil}},
	{Rule{Name: "pair-request-expired", Class: Timeout, Example: `La requête a expiré`},
		pair{concept{"request"}, concept{"expired"}, nil, concept{"key", "plan", "balance"}}},
	{Rule{Name: "pair-busy", Class: Overloaded, Example: `该模型已经超过负载，请稍后再试`},
		pair{concept{"service", "model"}, concept{"busy"}, nil, nil}},
	{Rule{Name: "pair-model", Class: ModelNotFound, Example: `Model bulunamadı`},
		pair{concept{"model"}, concept{"unknown"}, nil, concept{"key", "call"}}},
	{Rule{Name: "pair-service", Class: ServerError, Example: `Il servizio non è disponibile`},
		pair{concept{"service"}, concept{"down"}, nil, nil}},
	{Rule{Name: "pair-parameter", Class: InvalidRequest, Example: `Parameter ungültig`},
		pair{concept{"param"}, concept{"invalid"}, nil, nil}},
}

// maxSaid is the length of a sentence, in bytes, up to which it may say one thing.
const maxSaid = 240

// Of a hundred letters of a clause so many stand in words of the table at least: it takes more
// to cut a history.
const (
	leastKnown          = 80
	leastKnownShrinking = 90
)

// pairLacks says what keeps a match of the grammar from being the statement of an error: it
// is a short sentence that says nothing else, in a short text or where errors stand.
func (vw *view) pairLacks(p place, r rule) string {
	s := vw.ownSentence(p)
	said := vw.low[s.from:s.to]
	known := leastKnown
	if shrinks(r.Class) {
		known = leastKnownShrinking
	}
	switch {
	case s.len() > maxSaid:
		return lengthVeto
	case !vw.speaksOf(r.pair, p, s):
		return relativeVeto
	case shrinks(r.Class) && vw.isOfAllowance(p):
		return allowanceVeto
	case denying.get().MatchString(said) || hedged.get().MatchString(said) || unsaid.get().MatchString(vw.low[s.from:p.from]) || asking.get().MatchString(vw.low[s.to:]):
		return chatVeto
	case vw.isListed(p) || shrinks(r.Class) && vw.isOfOther(p) || strings.Contains(vw.low[p.unit.from:p.unit.to], "${"):
		return frameVeto
	case !vw.isFramed(p) && p.unit.len() > shortText:
		return lengthVeto
	case p.first != p.last && !vw.continues(p.first):
		return edgeVeto
	case vw.speaks("elsewhere", s):
		return frameVeto
	case !vw.isKnown(vw.clause(p, s), known) || !vw.isFramed(p) && !vw.isKnown(p.unit, 50):
		return strangeVeto
	}
	return ""
}

// clause narrows the sentence of a place to what stands between the same colons, quotes and
// brackets.
func (vw *view) clause(p place, s span) span {
	s.from += strings.LastIndexAny(vw.low[s.from:p.from], `:"={[|`) + 1
	if m := clauseEnd.get().FindStringIndex(vw.low[p.to:s.to]); m != nil {
		s.to = p.to + m[0]
	}
	return s
}

// isKnown reports whether so much of a hundred letters of a span stands in words of the table.
func (vw *view) isKnown(s span, percent int) bool {
	known := vw.knownLetters()
	letters, hits := 0, 0
	for i, r := range vw.low[s.from:s.to] {
		if unicode.IsLetter(r) {
			letters++
			if known[s.from+i] {
				hits++
			}
		}
	}
	return 100*hits >= percent*letters
}

// knownLetters says of each byte of a text whether it stands in a word that the table has, or
// in a name: one with a digit or an underscore.
func (vw *view) knownLetters() []bool {
	if vw.known != nil {
		return vw.known
	}
	vw.known = make([]bool, len(vw.low))
	for concept := range concepts() {
		for _, m := range vw.mentions(concept) {
			for i := m.from; i < vw.endOf(m.span); i++ {
				vw.known[i] = true
			}
		}
	}
	for _, m := range nameLike.get().FindAllStringIndex(vw.low, -1) {
		for i := m[0]; i < m[1]; i++ {
			vw.known[i] = true
		}
	}
	return vw.known
}

// nameLike finds names of models, of constants and of settings.
var nameLike = lazy(`[a-z0-9._/-]*(?:\d|_)[a-z0-9._/-]*`)

// endOf returns the end of the word that a mention ends in.
func (vw *view) endOf(m span) int {
	for i, r := range vw.low[m.to:] {
		if !unicode.IsLetter(r) || isSign(r) {
			return m.to + i
		}
	}
	return len(vw.low)
}

// speaksOf reports whether a sentence has the other concepts that a pair asks for, and none
// that speaks against it. An allowance may stand in the sentence before or behind.
func (vw *view) speaksOf(pair *pair, p place, s span) bool {
	for _, concept := range pair.with {
		if concept == "allowance" && vw.isOfAllowance(p) {
			continue
		}
		if !vw.speaks(concept, s) {
			return false
		}
	}
	for _, concept := range pair.without {
		if vw.speaks(concept, s) {
			return false
		}
	}
	return true
}

// speaks reports whether a concept is mentioned in a span.
func (vw *view) speaks(concept string, s span) bool {
	return slices.ContainsFunc(vw.mentions(concept), func(m mention) bool { return m.from >= s.from && m.to <= s.to })
}

var (
	// hedged finds the words of conditions, advice, manuals and stories.
	hedged = lazy(`\b(?:if|when|whenever|unless|until|once|whether|while|although|before|in case|so that|even|would|could|may|might|should|will|often|sometimes|usually|always|never|typically|avoid|prevent|handle[sd]?|handling|detects?|how to|what|why|which|where|set|sets|allows?|` +
		`wenn|falls|sobald|sofern|damit|ob|könnte|würde|sollte|kann|können|wird|werden|oft|manchmal|immer|vermeiden|warum|wie|` +
		`si|lorsque|lorsqu|quand|afin|pour éviter|peut|peuvent|pourrait|parfois|souvent|toujours|éviter|comment|pourquoi|` +
		`cuando|siempre|puede|pueden|podría|evitar|cómo|por qué|mientras|` +
		`se (?:il|lo|la|i|gli|le|l'\w+|o|a|os|as|um|uma|un|non|não|você)|quando|caso|pode|podem|poderia|sempre|como|por que|` +
		`qualora|può|possono|potrebbe|sempre|evitare|come|perché|` +
		`jeśli|jeżeli|gdy|kiedy|może|aby|eğer|olabilir|zaman|als|wanneer|indien|zodat|kan|kunnen)\b|` +
		`если|когда|может|могут|чтобы|всегда|иногда|часто |избе[гж]|почему|при превышении|` +
		`如果|若|一旦|当.{0,40}时|时，|的时候|可能|避免|防止|是否|为什么|怎么|如何|会(?:自动|被|导致|返回|触发)|将(?:自动|被|会)|建议|可以|场景|支持|默认|用于|` +
		`場合|と、|とき|時は|時に|可能性|防ぐ|避け|ことがあり|ために|すると|かどうか|` +
		`场合|경우|하면|되면|때|않도록|수 있|위해|방지|여부|면 `)
	// unsaid ends in a word that denies what follows.
	unsaid = lazy(`(?:\b(?:not|never|no|nicht|kein\w*|jamais|nunca|mai|nigdy|nie|niet|non|não) |\bне |未|没有|沒有)$`)
	// asking finds what ends a question.
	asking = lazy(`^[^.!。！]{0,3}[?？]`)
)

// denying finds that nothing is too much, which has the same words as that it is.
var denying = lazy(`\b(?:is|are|was|were|has|have|had|did|does|do)(?: not|n't) (?:yet |been |even )*(?:exceed|reach|surpass|over|hit|fail|time)|` +
	`\bnicht (?:überschritten|erreicht)|\bn(?:e |')(?:dépasse|a pas|est pas dépass)|\bno (?:supera|excede|ha superado|se ha)|\bnão (?:excede|ultrapass|foi)|` +
	`\bnon (?:supera|eccede|è stat)|\bniet (?:overschreden|bereikt)|\bnie przekr|\bне (?:превы|достиг)|(?:没有?|未|沒有?)(?:有)?(?:超|达到|達到)|(?:超えて|達して)いません|초과하지 않`)
