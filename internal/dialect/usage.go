package dialect

import (
	"strconv"

	"trtools/pkg/transcript/outline"
)

// Usage is what an API counted of one request, in tokens.
type Usage struct {
	Input  int64   // all of the input, what came from a cache included
	Cached int64   // of that, what was read from a cache
	Output int64   // what the model wrote, its thinking included; -1 if that is not said
	Cost   float64 // in US dollars, where the client wrote it
	Sum    int64   // of all requests of the session so far; 0 if that is not said
}

// usages are the paths of the members in which a record states a usage: Claude Code and pi,
// bodies of APIs, Responses, Gemini, Codex, Gemini CLI.
var usages = [][]string{
	{"message", "usage"}, {"usage"}, {"response", "usage"}, {"response", "body", "usage"}, {"usageMetadata"}, {"usage_metadata"},
	{"payload", "info", "last_token_usage"}, {"payload", "usage"}, {"metadata", "usage"}, {"tokens"},
}

// UsageOf returns the usage that a record states, false if it states none.
func UsageOf(rec outline.Value) (Usage, bool) {
	for _, path := range usages {
		if m := rec.Path(path...); m.Kind() == outline.Object {
			u, ok := readUsage(m)
			u.Sum = max(0, firstCount(rec.Path("payload", "info", "total_token_usage"), "total_tokens"))
			if u.Cost == 0 {
				u.Cost = number(rec.Get("costUSD")) // Claude Code until 1.0.50
			}
			return u, ok
		}
	}
	if rec.Get("prompt_eval_count").Exists() { // Ollama
		return readUsage(rec)
	}
	return Usage{}, false
}

// readUsage reads a usage and adds up its input. Anthropic and pi count the tokens from
// the cache beside the input, the others as a part of it.
func readUsage(m outline.Value) (u Usage, ok bool) {
	u.Input = firstCount(m, "input_tokens", "prompt_tokens", "input", "inputTokens", "promptTokenCount", "prompt_token_count", "prompt_eval_count")
	if u.Input < 0 {
		return Usage{}, false
	}
	if read := firstCount(m, "cache_read_input_tokens", "cacheRead", "cacheReadInputTokens"); read >= 0 {
		u.Cached = read
		u.Input += read
	} else {
		details := m.GetAny("input_tokens_details", "prompt_tokens_details")
		u.Cached = max(0, firstCount(m, "cached_input_tokens", "cached", "cachedContentTokenCount"), firstCount(details, "cached_tokens"))
	}
	u.Input += max(0, firstCount(m, "cache_creation_input_tokens", "cacheWrite", "cacheWriteInputTokens"))
	u.Output = firstCount(m, "output_tokens", "completion_tokens", "output", "outputTokens", "candidatesTokenCount", "candidates_token_count", "eval_count")
	if u.Output >= 0 { // Gemini counts thinking beside the answer
		u.Output += max(0, firstCount(m, "thoughts", "thoughtsTokenCount"))
	}
	u.Cost = max(number(m.Get("cost")), number(m.Path("cost", "total")))
	return u, true
}

// firstCount returns the first of the members that is a count, -1 if none is.
func firstCount(m outline.Value, names ...string) int64 {
	for _, name := range names {
		if n, err := strconv.ParseInt(string(m.Get(name).Raw()), 10, 64); err == nil && n >= 0 {
			return n
		}
	}
	return -1
}

// number returns a number, 0 for any other value.
func number(v outline.Value) float64 {
	if v.Kind() != outline.Number {
		return 0
	}
	n, _ := strconv.ParseFloat(string(v.Raw()), 64)
	return max(0, n)
}
