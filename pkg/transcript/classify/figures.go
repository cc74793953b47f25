package classify

import (
	"strconv"
	"strings"
	"sync"
)

// A figure is a sentence that states a limit, what was asked for, or both. In
// its pattern {L} is the limit, {A} what was asked for, and {B} a second part of it.
type figure struct {
	keys keyList // one of them must stand in the text
	re   *lazyRegexp
}

// figures are tried in order. The first one that fits gives the numbers that it names;
// later ones give those that are still unknown.
var figures = sync.OnceValue(func() []figure { return compileFigures(figureTable) })

// figureTable holds the sentences. Where a sentence could also be about something else,
// one of the words in beside, which "|" separates, has to be in the text as well.
var figureTable = []struct{ pattern, beside string }{
	{`\(input {A} \+ max_tokens {B} = \d+\) exceeds the model context length \({L}\)`, ""},
	{`passed {A} input tokens and requested {B} output tokens.{0,60}?context length is(?: only)? {L}`, ""},
	{`passed \d+ input characters and requested \d+ output tokens.{0,60}?context length is(?: only)? {L}`, ""},
	{`is {L} tokens\W{1,3}however, you requested {A} output tokens and your prompt contains at least {B}`, ""},
	{`tokens per submitted batch is {L}\. your batch has {A} tokens`, ""},
	{`input \({A} tokens\) is too large to process.{0,80}?batch size: {L}\)`, ""},
	{`requires {A} cache tokens, which exceeds the available context size of {L}`, ""},
	{`prompt length \({A}(?:\.0)?\) and query length \(\d+\) max_tokens \({B}\) should not exceed max_seq_len \({L}\)`, ""},
	{`input tokens \[{A}\] exceed context window \[{L}\]`, ""},
	{`input text length should not exceed {L} tokens`, ""},
	{`\(i\.e\.? {A} \+ {B} ?> ?{L}\)`, ""},
	{`token length ?\(['"]?{L}['"]?\) exceeded`, ""},
	{`requested {A} to generate tokens, following a prompt of length {B},.{0,40}limit of {L}`, ""},
	{`start \({A}\) \+ length \({B}\) exceeds dimension size \({L}\)`, ""},
	{`too long:? \(?{A}(?: tokens)? ?> ?{L}`, ""},
	{`cannot truncate to {L}, required {A}`, ""},
	{`too long:? {A}(?: tokens)?,? [^\d]{0,40}(?:maximum|max|limit)[^\d]{0,40}{L}`, ""},
	{`context limit:? {A} (?:\+ )?{B} ?> ?{L}`, ""},
	{`input tokens? length is {A}\. output tokens? length is {B}\..{0,80}?(?:equal to|at most|exceed) {L}`, ""},
	{`maximum context length is {L} tokens.{0,30}?your request has {A} input tokens plus {B}`, ""},
	{`prompt_?tokens["']?: ?{A}.{0,60}?(?:context_?(?:window_?)?(?:size|length)|n_ctx|max_\w*tokens|limit)["']?: ?{L}`, ""},
	{`context length (?:is|of)(?: only)? {L}.{0,240}for a total of(?: at least)? {A}`, ""},
	{`context length (?:is|of)(?: only)?:? {L}(?: tokens)?.{0,80}?(?:requested|resulted in|contains?|has|have|sent|got|is|includes?|used?|with|received|totals?)(?: about| at least| a total of| approximately| around| up to| over)* ?\(?{A}`, ""},
	{`context length (?:is|of)(?: only)?:? \(?{L}|maximum context length \({L}\)`, "maximum context length|max context length|context length of only|context length is only"},
	{`context length of \S+ is {L}\..{0,60}?(?:takes?|requires?|needs?|uses?) {A}`, ""},
	{`["'](?:estimated|actual|prompt|input|requested|current|used|user_input|total)_?tokens?["']: ?{A}.{0,60}?["'](?:limit|max|maximum|context|allowed)[\w]*["']: ?{L}`, ""},
	{`["'](?:limit|max_?tokens|max_?input_?tokens|max|maximum|context_?\w+|allowed)["']: ?{L}.{0,60}?["'](?:estimated|actual|prompt|input|requested|current|used|user_input|total)_?tokens?["']: ?{A}`, ""},
	{`n_keep: ?{A} ?>= ?n_ctx: ?{L}`, ""},
	{`keep the first {A} tokens.{0,160}only {L} tokens`, ""},
	{`(?:length|len|tokens?|count|total|prompt|input|size)(?: of)?(?: \w+){0,5} \({A}(?: tokens)?\) (?:must be (?:less than|at most|under|<=?)|(?:must not|cannot|can not) exceed)[^\d]{0,60}{L}`, ""},
	{`tokens?[^\d]{0,60}(?:cannot|can not|must not) exceed[^\d]{0,20}{L}[^\d]{1,40}{A}`, ""},
	{`{A} tokens?, (?:but )?(?:the )?(?:maximum|max|limit) is {L}`, ""},
	{`\(?{A} tokens?,? \(?(?:the )?(?:limit|max(?:imum)?)(?: is| of)?[: ]+{L}`, ""},
	{`tokens? \(?{A}\)? ?> ?(?:max|limit|maximum)? ?{L}`, ""},
	{`(?:at most|up to|a maximum of) {L} (?:input |context )?tokens[^\d]{1,120}{A}`, ""},
	{`max_\w*tokens \({A}\)[^\d]{1,60}{L}`, ""},
	{`(?:total )?length \(?{A}\)?.{0,60}context length {L}`, ""},
	{`tokens? \({A}\) exceed(?:s|ed)?[^\d]{1,50}\({L}\)`, ""},
	{`input length \({A}(?: tokens)?\) exceeds`, ""},
	{`(?:max|maximum) tokens of {L} exceeded`, ""},
	{`n_prompt_tokens["']?: ?{A}.{0,40}n_ctx["']?: ?{L}`, ""},
	{`n_ctx_slot = {L}.{0,40}n_prompt_tokens = {A}`, ""},
	{`request \({A} tokens\) exceeds the available context size \({L} tokens`, ""},
	{`(?:tokens \({A}\) )?exceeds? context window of {L}`, ""},
	{`{A} ?>=? ?(?:n_ctx ?[:=]? ?)?{L}|exceeds n_ctx:? {A} ?> ?{L}|slot context: {L} tokens, prompt {A}`, ""},
	{`(?:count of|count|length|size|prompt|of|\() ?\(?{A}\)?(?: tokens?)?\)?(?: is too long and)? exceeds (?:the )?(?:limit|maximum) of {L}`, ""},
	{`token count(?: is| of)?:? \(?{A}\)?.{0,80}?(?:allowed|limit|maximum|up to|maximum of)[^\d]{0,20}{L}`, ""},
	{`prompt length is {L}.{0,60}contains {A}`, ""},
	{`token limit:? {L}(?: \(re ?quested:? {A}\))?`, ""},
	{`length {A}\)? is longer than the maximum model length of {L}`, ""},
	{`(?:length|prompt|tokens?|sum)[^\d]{0,20}{A}[^\d].{0,80}?(?:exceeds?|longer|greater|larger|should not exceed).{0,60}?[^\d]{L}`, "max_model_len|maximum model len|max_seq_len|max_num_tokens|max_input_len"},
	{`(?:length|len|input)(?: of)? \(?{A}(?: tokens)?\)? (?:exceeds?|is longer than|is larger than|is greater than)[^\d]{1,60}{L}`, ""},
	{`(?:input|prompt) \({A} tokens\) is longer than[^\d]{1,60}{L}`, ""},
	{`input length should be \[\d+, ?{L}\]`, ""},
	{`less than {L} tokens\. given:? {A}`, ""},
	{`max_new_tokens\S? must be <= {L}\W{1,3}given:? {A} inputs tokens and {B}`, ""},
	{`contains {A} tokens.{0,80}too large for model with {L}`, ""},
	{`too large for model with {L}`, ""},
	{`max size:? {L} tokens`, ""},
	{`tokens \({A}\) must be [^\d]{1,60}\({L}\)`, ""},
	{`max is {L} got {A}`, ""},
	{`\byour messages resulted in {A} tokens\b`, ""},
	{`(?:max(?:imum)?|limit)(?: \w+){0,3}:? (?:is |of )?{L}(?: tokens)?[,.]? [^\d]{0,60}{A}`, "input tokens"},
	{`configured limit of {L}(?: tokens)?\.?(?:[^\d]{0,40}{A})?`, ""},
	{`current length is {A} while limit is {L}`, ""},
	{`prompt has {A} tokens?, but the configured context size is {L}`, ""},
	{`(?:is|of) {L} tokens,? (?:but |however,? )?you requested {A}`, ""},
	{`tokens \({A}\) exceeds the model limit of {L}`, ""},
	{`limit:? {L},? (?:used:? [\d,]+,? )?requested:? {A}`, ""},
	{`limit:? {L}(?: ?/ ?\w+)?[.,]? current:? {A}`, "tokens per|tpm|context"},
	{`tokens per min(?:ute)?\)?[.:]? limit:? {L}(?: ?/ ?\w+)?`, ""},
	{`current:? ?{A},? limit:? ?{L}`, ""},
	{`(?:limit of|limit:?|exceeded:?) {L}(?: \w+)? tokens per`, ""},
	{`of {L}(?: \w+){0,3} tokens per`, ""},
	{`max_tokens:? {A} > {L}`, ""},
	{`at most {L} completion tokens(?:.{0,40}provided {A})?`, ""},
	{`you requested exceeds the model limit of {L}`, ""},
	{`(?:range of|should be|must be|range is|between)[^\[]{0,40}\[\d+, ?{L}[\])]`, ""},
	{`(?:less(?:er)? than or equal to|less or equal to|must not exceed|cannot exceed|should not exceed|at most|<=|maximum value is|limited to|no more than|up to|not be (?:greater|larger|more) than|maximum (?:allowed )?(?:is|of)|max(?:imum)? allowed:?)[^\d]{0,20}{L}(?:[^\d]{0,20}(?:got|but got|provided|received|given)[^\d]{0,10}{A})?`, "max_tokens|max_completion_tokens|max_output_tokens|maxoutputtokens|max_new_tokens"},
	{`value of {A}[^\d]{1,60}from \d+ \(inclusive\) to {L}`, ""},
	{`{L} output token maximum`, ""},
	{`{A}(?: input)? tokens?,?(?: which)? exceed(?:s|ing)? the[^\d]{0,40}{L}`, ""},
	{`window (?:is|of) {L}(?: tokens)?[^\d]{1,30}{A}`, ""},
	{`{A}(?: input)? tokens?,? exceeds? [^\d"{}]{0,40}(?:\d[^\d"{}]{0,20})?\({L}\)`, ""},
	{`(?:less than or equal to|at most|<=) {L}[^\d]{1,60}received {A}`, ""},
	{`max(?:imum)? (?:context |token |input )?(?:length|limit) exceeded \({L}`, ""},
	{`(?:context|token|prompt|input) (?:length|limit|window) exceeded \({A} tokens\)`, ""},
	{`max(?:imum)? length ?[:=] ?{L}`, "exceeded|too long"},
	{`too large:? {A}[^\d]{1,40}supports? at most {L}`, ""},
	{`estimatedprompttokens={A} promptbudgetbeforereserve={L}`, ""},
	{`resolved to {A} input tokens and {B} output`, ""},
	{`exceeded:? requested {A}`, ""},
	{`{A}(?: tokens)? > {L}(?: tokens| maximum| limit| max|$)`, ""},
	{`(?:exceed(?:s|ed)?|over|limit|maximum)[^\d]{0,40}{L}[- ]tokens?(?:$|[^\w ]| (?:context|limit|window|per|max|allowed|for|of|in|was|budget))`, "limit"},
}

// compileFigures makes the rows of the table ready to be matched.
func compileFigures(table []struct{ pattern, beside string }) []figure {
	all, patterns := make([]figure, len(table)), make([]lazyRegexp, len(table))
	read := keyReader{table: "figure"}
	for i, row := range table {
		patterns[i].pattern, patterns[i].spell = row.pattern, figurePattern
		all[i] = figure{read.of(strconv.Itoa(i)), &patterns[i]}
		if row.beside != "" {
			all[i].keys = keysOf(strings.Split(row.beside, "|")...)
		}
	}
	return all
}

// figurePattern puts the groups into a pattern.
func figurePattern(pattern string) string { return figureGroups.Replace(pattern) }

var figureGroups = strings.NewReplacer("{L}", `(?P<L>`+figureNumber+`)`, "{A}", `(?P<A>`+figureNumber+`)`,
	"{B}", `(?P<B>`+figureNumber+`)`)

// figureNumber is a number with its separators (comma, dot, underscore,
// apostrophe or space between groups of three digits), without the comma or
// full stop that ends a sentence.
const figureNumber = `\d{1,3}(?:[ '._,]\d{3})+\b|\d+(?:[,_.]\d+)*[km]?\b`

// read applies one figure to a text.
func (f figure) read(low string) (limit, actual *int64) {
	if f.keys != "" && !f.keys.stands(low) {
		return nil, nil
	}
	re := f.re.get()
	m := re.FindStringSubmatchIndex(low)
	if m == nil {
		return nil, nil
	}
	part := map[string]*int64{}
	for i, name := range re.SubexpNames() {
		if name == "" || m[2*i] < 0 {
			continue
		}
		if isCut(low, m[2*i], m[2*i+1]) {
			return nil, nil
		}
		if n := parseTokens(low[m[2*i]:m[2*i+1]]); n != nil && *n > 0 {
			part[name] = n
		}
	}
	limit, actual = part["L"], part["A"]
	if actual != nil && part["B"] != nil {
		sum := *actual + *part["B"]
		actual = &sum
	}
	return limit, actual
}

// isCut reports whether low[from:to] is only a part of a number: the pattern took the
// rest for another one.
func isCut(low string, from, to int) bool {
	isDigit := func(i int) bool { return i >= 0 && i < len(low) && low[i] >= '0' && low[i] <= '9' }
	isMark := func(i int) bool { return i >= 0 && i < len(low) && strings.IndexByte(",._'", low[i]) >= 0 }
	return isDigit(to) || isMark(to) && isDigit(to+1) || isDigit(from-1) || isMark(from-1) && isDigit(from-2) || isName(low, from)
}

// isName reports whether the number at an offset ends a name, such as that of a model.
func isName(low string, from int) bool {
	return from > 1 && low[from-1] == '-' && low[from-2] >= 'a' && low[from-2] <= 'z'
}
