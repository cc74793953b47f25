package classify

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// A figure is a sentence that states a limit, what was asked for, or both. In
// its pattern {L} is the limit, {A} what was asked for, {B} a second part of
// it, and {O} by how much it is over.
type figure struct {
	Keys    string
	Pattern string
	re      func() *regexp.Regexp
}

// figures are asked in order; the first that fits gives what it names, later
// ones fill what is still unknown.
var figures = sync.OnceValue(func() []figure {
	return compileFigures(figureTable)
})

var figureTable = []figure{
	{Keys: "tokens >", Pattern: `too long:? \(?{A}(?: tokens)? ?> ?{L}`},
	{Keys: "context limit", Pattern: `context limit:? {A} \+ {B} ?> ?{L}`},
	{Keys: "for a total of", Pattern: `context length (?:is|of)(?: only)? {L}.{0,240}for a total of(?: at least)? {A}`},
	{Keys: "maximum context length|max context length", Pattern: `context length (?:is|of)(?: only)?:? {L}(?: tokens)?.{0,80}?(?:requested|resulted in|contains?|has|have|sent|got|is|includes?|used?|with|received|totals?)(?: about| at least| a total of| approximately| around| up to| over)* ?\(?{A}`},
	{Keys: "maximum context length|max context length|context length of only|context length is only", Pattern: `context length (?:is|of)(?: only)?:? \(?{L}|maximum context length \({L}\)`},
	{Keys: "greater than the context length", Pattern: `n_keep: ?{A} ?>= ?n_ctx: ?{L}`},
	{Keys: "keep the first", Pattern: `keep the first {A} tokens.{0,160}only {L} tokens`},
	{Keys: "must be less than|must be at most|must not exceed|must be <|cannot exceed|can not exceed", Pattern: `(?:length|len|tokens?|count|total|prompt|input|size)(?: of)?(?: \w+){0,5} \({A}(?: tokens)?\) (?:must be (?:less than|at most|under|<=?)|(?:must not|cannot|can not) exceed)[^\d]{0,60}{L}`},
	{Keys: "cannot exceed|can not exceed|must not exceed", Pattern: `tokens?[^\d]{0,60}(?:cannot|can not|must not) exceed[^\d]{0,20}{L}[^\d]{1,40}{A}`},
	{Keys: "maximum is|max is|limit is", Pattern: `{A} tokens?, (?:but )?(?:the )?(?:maximum|max|limit) is {L}`},
	{Keys: "limit|max", Pattern: `\(?{A} tokens?,? \(?(?:the )?(?:limit|max(?:imum)?)(?: is| of)?[: ]+{L}`},
	{Keys: "> max|> limit|>", Pattern: `tokens? \(?{A}\)? ?> ?(?:max|limit|maximum)? ?{L}`},
	{Keys: "at most|up to|a maximum of", Pattern: `(?:at most|up to|a maximum of) {L} (?:input |context )?tokens[^\d]{1,120}{A}`},
	{Keys: "max_", Pattern: `max_\w*tokens \({A}\)[^\d]{1,60}{L}`},
	{Keys: "total length", Pattern: `(?:total )?length \(?{A}\)?.{0,60}context length {L}`},
	{Keys: "exceed", Pattern: `tokens? \({A}\) exceed(?:s|ed)?[^\d]{1,50}\({L}\)`},
	{Keys: "exceed", Pattern: `input length \({A}(?: tokens)?\) exceeds`},
	{Keys: "max tokens of|maximum tokens of", Pattern: `(?:max|maximum) tokens of {L} exceeded`},
	{Keys: "n_prompt_tokens", Pattern: `n_prompt_tokens["']?: ?{A}.{0,40}n_ctx["']?: ?{L}`},
	{Keys: "available context size", Pattern: `request \({A} tokens\) exceeds the available context size \({L} tokens`},
	{Keys: "context window of", Pattern: `(?:tokens \({A}\) )?exceeds? context window of {L}`},
	{Keys: "n_ctx", Pattern: `{A} ?>=? ?(?:n_ctx ?[:=]? ?)?{L}|exceeds n_ctx:? {A} ?> ?{L}|slot context: {L} tokens, prompt {A}`},
	{Keys: "exceeds the limit of|exceeds limit of|exceeds the maximum of", Pattern: `(?:count of|count|length|size|prompt|of|\() ?\(?{A}\)?(?: tokens?)?\)?(?: is too long and)? exceeds (?:the )?(?:limit|maximum) of {L}`},
	{Keys: "token count", Pattern: `token count(?: is| of)?:? \(?{A}\)?.{0,80}?(?:allowed|limit|maximum|up to|maximum of)[^\d]{0,20}{L}`},
	{Keys: "maximum prompt length", Pattern: `prompt length is {L}.{0,60}contains {A}`},
	{Keys: "model token limit", Pattern: `token limit:? {L}(?: \(requested:? {A}\))?`},
	{Keys: "longer than the maximum model length", Pattern: `length {A}\)? is longer than the maximum model length of {L}`},
	{Keys: "max_model_len|maximum model len|max_seq_len|max_num_tokens|max_input_len", Pattern: `(?:length|prompt|tokens?|sum)[^\d]{0,20}{A}[^\d].{0,80}?(?:exceeds?|longer|greater|larger|should not exceed).{0,60}?[^\d]{L}`},
	{Keys: "length", Pattern: `(?:length|len|input)(?: of)? \(?{A}(?: tokens)?\)? (?:exceeds?|is longer than|is larger than|is greater than)[^\d]{1,60}{L}`},
	{Keys: "input", Pattern: `(?:input|prompt) \({A} tokens\) is longer than[^\d]{1,60}{L}`},
	{Keys: "input length should be", Pattern: `input length should be \[\d+, ?{L}\]`},
	{Keys: "must have less than", Pattern: `less than {L} tokens\. given:? {A}`},
	{Keys: "max_new_tokens must be", Pattern: `max_new_tokens must be <= {L}\. given:? {A} inputs tokens and {B}`},
	{Keys: "exceeded by", Pattern: `exceeded by {O} tokens.{0,120}limit for this model is {L}`},
	{Keys: "too large for model", Pattern: `contains {A} tokens.{0,80}too large for model with {L}`},
	{Keys: "too large for model", Pattern: `too large for model with {L}`},
	{Keys: "max is", Pattern: `max is {L} got {A}`},
	{Keys: "input tokens", Pattern: `(?:max(?:imum)?|limit)(?: \w+){0,3}:? (?:is |of )?{L}(?: tokens)?[,.]? [^\d]{0,60}{A}`},
	{Keys: "configured limit", Pattern: `configured limit of {L}(?: tokens)?\.?(?:[^\d]{0,40}{A})?`},
	{Keys: "while limit is", Pattern: `current length is {A} while limit is {L}`},
	{Keys: "configured context size", Pattern: `prompt has {A} tokens?, but the configured context size is {L}`},
	{Keys: "you requested", Pattern: `(?:is|of) {L} tokens,? (?:but |however,? )?you requested {A}`},
	{Keys: "prompt and completion tokens", Pattern: `tokens \({A}\) exceeds the model limit of {L}`},
	{Keys: "requested:|requested ", Pattern: `limit:? {L},? (?:used:? [\d,]+,? )?requested:? {A}`},
	{Keys: "current:", Pattern: `limit:? {L}(?: ?/ ?\w+)?,? current:? {A}`},
	{Keys: "current:", Pattern: `current:? ?{A},? limit:? ?{L}`},
	{Keys: "tokens per|tpm", Pattern: `(?:limit of|limit:?|exceeded:?) {L}(?: \w+)? tokens per`},
	{Keys: "tokens per", Pattern: `of {L}(?: \w+){0,3} tokens per`},
	{Keys: "which is the maximum allowed", Pattern: `max_tokens:? {A} > {L}`},
	{Keys: "completion tokens", Pattern: `at most {L} completion tokens(?:.{0,40}provided {A})?`},
	{Keys: "tokens you requested", Pattern: `you requested exceeds the model limit of {L}`},
	{Keys: "[", Pattern: `(?:range of|should be|must be|range is|between)[^\[]{0,40}\[\d+, ?{L}[\])]`},
	{Keys: "max_tokens|max_completion_tokens|max_output_tokens|maxoutputtokens|max_new_tokens", Pattern: `(?:less(?:er)? than or equal to|less or equal to|must not exceed|cannot exceed|should not exceed|at most|<=|maximum value is|limited to|no more than|up to|not be (?:greater|larger|more) than|maximum (?:allowed )?(?:is|of)|max(?:imum)? allowed:?)[^\d]{0,20}{L}(?:[^\d]{0,20}(?:got|but got|provided|received|given)[^\d]{0,10}{A})?`},
	{Keys: "supported range", Pattern: `value of {A}[^\d]{1,60}from \d+ \(inclusive\) to {L}`},
	{Keys: "output token maximum", Pattern: `the {L} output token maximum`},
	{Keys: "exceeds the", Pattern: `{A}(?: input)? tokens?,?(?: which)? exceed(?:s|ing)? the[^\d]{0,40}{L}`},
	{Keys: "requested", Pattern: `window (?:is|of) {L}(?: tokens)?[^\d]{1,30}{A}`},
	{Keys: "exceeded:", Pattern: `exceeded:? requested {A}`},
	{Keys: ">", Pattern: `{A}(?: tokens)? > {L}(?: tokens| maximum| limit| max|$)`},
	{Keys: "limit", Pattern: `(?:exceed(?:s|ed)?|over|limit|maximum)[^\d]{0,40}{L}[- ]tokens?`},
}

// compileFigures puts the groups into the patterns.
func compileFigures(table []figure) []figure {
	all := slices.Clone(table)
	names := strings.NewReplacer("{L}", `(?P<L>`+figureNumber+`)`, "{A}", `(?P<A>`+figureNumber+`)`,
		"{B}", `(?P<B>`+figureNumber+`)`, "{O}", `(?P<O>`+figureNumber+`)`)
	for i := range all {
		all[i].re = lazy(names.Replace(all[i].Pattern))
	}
	return all
}

// figureNumber is a number with its separators, without the comma or full stop
// that ends a sentence.
const figureNumber = `\d+(?:[,_.]\d+)*[km]?\b`

// tokens returns the limit and the size that a text states. Only classes that
// are about tokens have them: the bytes of a body are no tokens.
func tokens(class Class, low string) (limit, actual *int64) {
	switch class {
	case ContextOverflow, InvalidMaxTokens, RateLimit, OutputTruncated:
	default:
		return nil, nil
	}
	for _, f := range figures() {
		if !hasKey(low, f.Keys) {
			continue
		}
		l, a := f.read(low)
		if l == nil && a == nil {
			continue
		}
		if limit == nil && actual == nil {
			limit, actual = l, a
		} else if limit != nil && actual == nil && l != nil && *l == *limit {
			actual = a
		}
		if limit != nil && actual != nil {
			break
		}
	}
	if limit == nil && actual == nil && !strings.Contains(low, "(2013)") && !overBy().MatchString(low) {
		return guess(class, low)
	}
	return limit, actual
}

// overBy is a text that only says by how much it is over.
var overBy = lazy(`\b(?:by|needs?|remaining) \d+ tokens|\d+ tokens (?:over|left|remaining)`)

// looseNumber finds the numbers of a sentence that may count tokens: no status,
// no date, no part of an id.
var looseNumber = lazy(`(?:^|[ (\[:=><"'+/~])(\d{1,3}(?:[,_]\d{3})+|\d{3,8}|\d+(?:\.\d+)?[km])(?: ?tokens?| input| maximum| max| limit|[)\]"',;<>+.]|$| (?:>|<|exceed|is|in|of|but|and|for|to|were|while))`)

var looseSentence = lazy(`[^.!?{}]*(?:token|context|max_|window|prompt|input length)[^!?{}]*`)

// guess reads the numbers of a sentence whose wording is not known: of two, the
// larger was asked for; a single one is the limit.
func guess(class Class, low string) (limit, actual *int64) {
	if class != ContextOverflow && class != InvalidMaxTokens {
		return nil, nil
	}
	var found []int64
	for _, m := range looseNumber().FindAllStringSubmatch(looseSentence().FindString(low), 8) {
		n := parseTokens(m[1])
		if n != nil && *n >= 256 && !slices.Contains(found, *n) && !isStatus(*n, m[1]) {
			found = append(found, *n)
		}
	}
	switch len(found) {
	case 1:
		return &found[0], nil
	case 2:
		slices.Sort(found)
		return &found[0], &found[1]
	}
	return nil, nil
}

// isStatus reports whether a number looks like an HTTP status.
func isStatus(n int64, spelled string) bool { return n >= 400 && n < 600 && len(spelled) == 3 }

// read applies one figure to a text.
func (f figure) read(low string) (limit, actual *int64) {
	re := f.re()
	m := re.FindStringSubmatch(low)
	if m == nil {
		return nil, nil
	}
	part := map[string]*int64{}
	for i, name := range re.SubexpNames() {
		if name != "" && m[i] != "" {
			part[name] = parseTokens(m[i])
		}
	}
	limit, actual = part["L"], part["A"]
	if actual != nil && part["B"] != nil {
		sum := *actual + *part["B"]
		actual = &sum
	}
	if over := part["O"]; over != nil && limit != nil {
		sum := *limit + *over
		actual = &sum
	}
	return limit, actual
}

// parseTokens reads 200000, 200,000, 1_048_576, 1.048.576, 200k, 1m and 1.5m.
// A number that no model has is nil.
func parseTokens(s string) *int64 {
	scale := 1.0
	switch s[len(s)-1] {
	case 'k':
		scale = 1e3
	case 'm':
		scale = 1e6
	}
	s = strings.TrimRight(s, "km")
	s = strings.NewReplacer(",", "", "_", "").Replace(s)
	if parts := strings.Split(s, "."); len(parts) > 2 || len(parts) == 2 && scale == 1 && len(parts[1]) == 3 {
		s = strings.Join(parts, "") // thousands
	}
	x, err := strconv.ParseFloat(s, 64)
	if err != nil || x*scale > 1e12 {
		return nil
	}
	n := int64(x*scale + 0.5)
	return &n
}
