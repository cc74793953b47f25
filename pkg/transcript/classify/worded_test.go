package classify

import (
	"slices"
	"strings"
	"testing"
)

// What words may change: no sentence that is known as a whole, no status that says enough, no
// verdict of a text of two words, and nothing that the text denies.
func TestLeast(t *testing.T) {
	rule := func(s Strength, c Class) finding { return finding{rule: &Rule{Class: c, Strength: s}} }
	for _, c := range []struct {
		name  string
		f     finding
		class Class
		want  float64
	}{
		{"nothing", finding{}, RateLimit, leastWorded},
		{"nothing, to cut", finding{}, ContextOverflow, leastToCut},
		{"a rule", rule(Loose, Quota), RateLimit, leastContrary},
		{"a status", rule(Bare, ServerError), None, leastToDeny}, {"a status, to be another class", rule(Bare, ServerError), Quota, leastContrary},
		{"a rule, to be none", rule(Loose, Quota), None, leastToDeny},
		{"the status of what is too large, to be none", rule(Bare, PayloadTooLarge), None, leastToDeny},
		{"a sentence that cuts nothing, to be none", rule(Exact, Auth), None, never},
		{"a sentence about a parameter, to be none", rule(Exact, InvalidMaxTokens), None, leastContrary},
		{"a sentence, to be none", rule(Exact, ContextOverflow), None, leastContrary},
		{"a rule that cuts, to be none", rule(Loose, ContextOverflow), None, never},
		{"a sentence", rule(Exact, Quota), RateLimit, never}, {"a local one", rule(Local, Quota), RateLimit, never},
		{"a pair", rule(Paired, Quota), RateLimit, never},
		{"a rule, to be what says less", rule(Loose, Quota), ServerError, never},
		{"a status, to be what says less", rule(Bare, ServerError), InvalidRequest, leastContrary},
		{"a rule, to be cut", rule(Loose, RateLimit), ContextOverflow, never},
		{"a rule that cuts", rule(Loose, WAFBlock), ContentFilter, never},
		{"a telling status", finding{rule: &Rule{Strength: Bare}, rank: byTelling}, RateLimit, never},
		{"denied", finding{denied: []Class{RateLimit}}, RateLimit, never},
		{"another is denied", finding{denied: []Class{RateLimit}}, Quota, leastWorded},
		{"another cut is denied", finding{denied: []Class{PayloadTooLarge}}, ContextOverflow, never},
	} {
		if got := c.f.least(c.class); got != c.want {
			t.Errorf("%s: %v for %v", c.name, got, c.want)
		}
	}
}

// What errors say in words of their own is known; what has their words and is none, is not.
func TestWorded(t *testing.T) {
	for text, want := range map[string]Class{
		"Zu viele Wörter stehen in diesem Gespräch, das Modell liest nur 8192 Token": ContextOverflow,
		"Request refused: your prepaid credit has been spent, please add funds":      Quota,
		"The stream broke off before the answer of the model was complete":           StreamCut,
		"tokens 62413": None, strings.Repeat("context exceeded ", 50): None, "413 EUR": None, "We received 429 letters about the bus": None,
		"The context window was not exceeded in this run": None,
		"Error 413 seems to be due to the request body being larger than what they accept, and for 404 I am not sure where the problem lies.": None,
		"Я увеличил контекст в настройках, и теперь небольшая функция обработалась целиком.\nХорошо бы прямо писать, что размера контекста недостаточно и надо либо уменьшить объём запроса, либо взять модель с большим контекстом, и показывать, какой размер контекста нужен для запроса, чтобы не гадать об этом каждый раз заново.": None,
		"tool_call_id='delete_file',": None,
		"Store the key of the provider in LLM_API_KEY, next to the address of the server.": None, "Guarda la clave de la API en una variable de entorno.": None,
		"Die Dokumentation beschreibt, wie das Modell lange Gespräche zusammenfasst.": None,
	} {
		if v := Classify(Input{Text: text}); v.Class != want {
			t.Errorf("%s by %s for %s: %s", v.Class, v.Rule, want, text)
		}
	}
	exact := Classify(Input{Text: "prompt is too long: 210000 tokens > 200000 maximum. Too many requests, rate limit, try again in 20 seconds"})
	if exact.Class != ContextOverflow {
		t.Errorf("words stand above an exact rule: %s by %s", exact.Class, exact.Rule)
	}
}

// The body of an error is one, whatever it says; only what reaches a client of another kind, and
// what its words surely deny, is none.
func TestBodies(t *testing.T) {
	for text, want := range map[string]Class{
		`{"error":{"message":"Unknown field: frobnicate_level","type":"BadRequestError","param":null,"code":400}}`:               InvalidRequest,
		`{"error":"Input validation error: best_of != 1 is not allowed for this endpoint","error_type":"validation"}`:            InvalidRequest,
		`{"object":"error","message":"Internal server error: 'NoneType' object has no attribute 'ids'","code":500}`:              ServerError,
		`Error code: 500 - {'error': {'message': 'worker 3 has gone', 'type': 'InternalServerError', 'code': 500}}`:              ServerError,
		`{"error":"MCP tool \"search\" response (36382 tokens) exceeds maximum allowed tokens (25000). Please use pagination."}`: None,
		`best_of != 1 is not allowed for this endpoint`:                                                                          None,
	} {
		if v := Classify(Input{Text: text}); v.Class != want {
			t.Errorf("%s by %s for %s: %s", v.Class, v.Rule, want, text)
		}
	}
}

// The bounds of what is likely enough in a body.
func TestInBody(t *testing.T) {
	vw := newView(`{"error":"the engine of this server is off"}`, false)
	likely := func(c Class, chance float64) (all byClass) {
		all[slices.Index(Classes(), c)] = chance
		return all
	}
	rule := finding{rule: &Rule{Class: Timeout}}
	for _, c := range []struct {
		name    string
		f       finding
		chances byClass
		want    Class
	}{
		{"just likely enough", finding{}, likely(RateLimit, leastInBody), RateLimit}, {"not likely enough", finding{}, likely(RateLimit, leastInBody-0.01), InvalidRequest},
		{"nothing is cut", finding{}, likely(ContextOverflow, 1), InvalidRequest}, {"surely none", finding{}, likely(None, leastToDeny), None},
		{"hardly none", finding{}, likely(None, leastToDeny-0.01), InvalidRequest}, {"a rule", rule, likely(RateLimit, 1), Timeout},
		{"denied", finding{denied: []Class{Quota}}, likely(RateLimit, 1), None},
	} {
		if got := vw.inBody(c.f, c.chances).class(); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

// Who explains an error quotes the sentence of a provider; what its client got has more of it.
func TestQuotedSentence(t *testing.T) {
	vw := newView("Your input exceeds the context window of this model", false)
	exceeds := finding{rule: &Rule{Class: ContextOverflow, Strength: Exact}, at: vw.place(0, len(vw.low))}
	for _, c := range []struct {
		name    string
		f       finding
		cutting float64
		want    bool
	}{
		{"by the words it is none", exceeds, leastCutting / 2, true},
		{"by the words it may be one", exceeds, leastCutting, false},
		{"no rule", finding{}, 0, false},
		{"nothing would be cut", finding{rule: &Rule{Class: Quota}, at: exceeds.at}, 0, false},
	} {
		if got := vw.isQuoted(c.f, c.cutting); got != c.want {
			t.Errorf("%s: %t", c.name, got)
		}
	}
}

// What an exception says is no quotation, however much code a trace shows in front of it.
func TestThrown(t *testing.T) {
	trace := "--> 426             raise ValueError(\n    427                 f\"Requested tokens exceed context window of {n_ctx(self.ctx)}\"\n    428             )\n\n"
	for said, want := range map[string]Class{
		"ValueError: Requested tokens exceed context window of 512":                              ContextOverflow,
		"The release notes say: requested tokens exceed context window of 512, now handled here": None,
	} {
		if v := Classify(Input{Text: trace + said}); v.Class != want {
			t.Errorf("%s by %s: %q", v.Class, v.Rule, said)
		}
	}
}

// Numbers come from the sentence that says most of what is wrong.
func TestSayingMost(t *testing.T) {
	vw := newView("Run 70000 of 90000 has started. Sorry, this chat no longer fits: the model reads 8192 tokens and it has 9000.\nWe stop at 77777 lines", false)
	at := vw.sayingMost(ContextOverflow)
	if got := vw.low[at.from:at.to]; !strings.HasPrefix(got, "sorry, this chat") || strings.Contains(got, "77777") {
		t.Errorf("%q", got)
	}
}

// That nothing is too much has the same words as that it is.
func TestDenying(t *testing.T) {
	for text, want := range map[string]bool{
		"the context window was not exceeded": true, "Das Limit ist nicht überschritten": true, "上下文没有超出限制": true, "トークン数は上限を超えていません": true,
		"The prompt must not exceed 4096 tokens": false, "the request could not be sent": false, "El modelo no admite tantos tokens": false, "输入超出上下文长度，无法处理": false,
	} {
		if got := denying.get().MatchString(lower(text)); got != want {
			t.Errorf("%q: %t", text, got)
		}
	}
}
