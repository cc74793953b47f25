package classify

import "testing"

func TestParseTokens(t *testing.T) {
	for s, want := range map[string]int64{
		"200000": 200000, "200,000": 200000, "1,048,576": 1048576, "1_000": 1000, "1_048_576": 1048576,
		"1.048.576": 1048576, "131 072": 131072, "131'072": 131072, "1 048 576": 1048576, "200k": 200000, "128k": 128000, "131.5k": 131500, "1m": 1000000, "1.5m": 1500000, "0": 0,
	} {
		if n := parseTokens(s); n == nil || *n != want {
			t.Errorf("%q: %v for %d", s, n, want)
		}
	}
	for _, s := range []string{"99999999999999999999", "4.5", "163.84"} {
		if n := parseTokens(s); n != nil {
			t.Errorf("a number that no model has: %s is %d", s, *n)
		}
	}
}

func TestTokens(t *testing.T) {
	for _, c := range []struct {
		class         Class
		text          string
		limit, actual int64 // -1 is null
	}{
		{ContextOverflow, "prompt is too long: 213462 tokens > 200000 maximum", 200000, 213462},
		{ContextOverflow, "exceed context limit: 190000 + 21333 > 200000", 200000, 211333},
		{ContextOverflow, "maximum context length is 32768 tokens. however, you requested 40000", 32768, 40000},
		{ContextOverflow, "the input token count (1200000) exceeds the maximum number of tokens allowed (1048576)", 1048576, 1200000},
		{ContextOverflow, "prompt token count of 130431 exceeds the limit of 128000", 128000, 130431},
		{ContextOverflow, "invalid params, context window exceeds limit (2013)", -1, -1},
		{ContextOverflow, "slot update_slots: id 0 | task 2017 | new prompt, n_ctx_slot = 2048, n_keep = 0, n_prompt_tokens = 2059", 2048, 2059},
		{ContextOverflow, "slot 2048 is free, the request exceeds the context size", -1, -1},
		{ContextOverflow, "prompt too long; exceeded max context length by 4093 tokens", -1, -1},
		{ContextOverflow, "size limit exceeded by 1000 tokens. the limit for this model is 4000 tokens", 4000, 5000},
		{ContextOverflow, "prompt is too long: the limit is exceeded by 4093 tokens", -1, -1},
		{ContextOverflow, "context length exceeded: the context limit of 8192 is exceeded by about 4093 tokens", 8192, 12285},
		{ContextOverflow, "the prompt is over the limit by 4093 tokens", -1, -1},
		{RateLimit, "rate limit exceeded by 4093 tokens", -1, -1},
		{ContextOverflow, "context length exceeded", -1, -1},
		{ContextOverflow, "default_max_tokens (-829) should be greater than 0, default_max_tokens = max_seq_len (8192) - prompt length (9021)", -1, -1},
		{ContextOverflow, "range of input length should be [1, 30720]", 30720, -1},
		{RateLimit, "tokens per min (tpm): limit 30000, requested 42000", 30000, 42000},
		{RateLimit, "limit 30000, used 22710, requested 9112", 30000, 9112},
		{RateLimit, "limit 30000, used 0, requested ~39112", 30000, 39112},
		{RateLimit, "rate limit reached for 10ktpm-200rpm on tokens per min. limit: 10000 / min. please try again in 6ms", 10000, -1},
		{RateLimit, "rate limit reached for 10ktpm-200rpm on requests per min. limit: 200 / min", -1, -1},
		{RateLimit, "your rate limit of 40,000 input tokens per minute", 40000, -1},
		{InvalidMaxTokens, "max_tokens: 100000 > 8192, which is the maximum allowed number", 8192, 100000},
		{InvalidMaxTokens, "the valid range of max_tokens is [1, 8192]", 8192, -1},
		{ContextOverflow, "prompt is too long: 213 462 tokens > 200 000 maximum", 200000, 213462},
		{ContextOverflow, "prompt is too long: 213'462 tokens > 200'000 maximum", 200000, 213462},
		{ContextOverflow, "prompt is too long: 213.462 tokens > 200.000 maximum", 200000, 213462},
		{ContextOverflow, "the context limit of 131 072 tokens is exceeded", 131072, -1},
		{ContextOverflow, "context length exceeded (code: 20015, task 41234, took 5120 ms)", -1, -1},
		{ContextOverflow, "context length exceeded, request id 202609151234", -1, -1},
		{ContextOverflow, "maximum context length is 40000 tokens. however, you requested 32768", -1, 32768},
		{ContextOverflow, "requested tokens exceed context window of 2000\n127.0.0.1 - - [22/apr/2023 01:31:13] 4000", 2000, -1},
		{PayloadTooLarge, "request payload size exceeds the limit: 4194304 bytes", -1, -1},
		{ContextOverflow, "Page(1~100000001): error: the input length exceeds the context length", -1, -1},
		{ContextOverflow, "context length exceeded: messages=48213, limit 32000 tokens", 32000, -1},
		{ContextOverflow, "context window exceeded; raise compaction.maxtokens to 200000", -1, -1},
		{ContextOverflow, "14:02:11.40960 context length exceeded", -1, -1},
		{Auth, "key 123456 is wrong", -1, -1},
	} {
		vw := newView(c.text, false)
		limit, actual := tokens(c.class, vw, vw.place(0, 0))
		if !same(limit, c.limit) || !same(actual, c.actual) {
			t.Errorf("%q: limit %v actual %v", c.text, show(float(limit)), show(float(actual)))
		}
	}
}

func same(n *int64, want int64) bool { return n == nil && want < 0 || n != nil && *n == want }

func TestRetryAfter(t *testing.T) {
	for _, c := range []struct {
		text, header string
		want         float64 // -1 is null
	}{
		{"please retry after 20 seconds.", "", 20},
		{"please try again in 6m0s.", "", 360},
		{"please try again in 4.77s.", "", 4.77},
		{"try again in 644ms", "", 0.644},
		{"try again in 1h30m", "", 5400},
		{"try again in 1 hour 20 minutes", "", 4800},
		{"resets in 6hr 29min", "", 23340},
		{"please wait 34 seconds before retrying", "", 34},
		{`"retrydelay": "13s"`, "", 13},
		{`"retrydelay":"11.66s"`, "", 11.66},
		{"retry_delay { seconds: 13 }", "", 13},
		{"retry-after: 17", "", 17},
		{"retry-after-ms: 1500", "", 1.5},
		{`"retry_after": 2.5`, "", 2.5},
		{`"retry_after_ms": 250`, "", 0.25},
		{`"resets_in_seconds":3600`, "", 3600}, {`{'error': 'Model x is currently loading', 'estimated_time': 20.0}`, "", 20},
		{"请在 20 秒后重试", "", 20},
		{"rate limited", "30", 30},
		{"retry-after: wed, 21 oct 2026 07:28:00 gmt", "", -1},
		{"try again at 5pm", "", -1},
		{"retrying in 4 seconds", "", -1},
		{"totalretrydelay: 100", "", -1},
		{"rate limited", "Wed, 21 Oct 2026 07:28:00 GMT", -1},
	} {
		got := retryAfter(c.text, c.header)
		if got == nil && c.want >= 0 || got != nil && (*got-c.want > 1e-9 || c.want-*got > 1e-9) {
			t.Errorf("%q: %s for %v", c.text, show(got), c.want)
		}
	}
}
