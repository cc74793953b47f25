package classify

import "testing"

// The same words are a report or talk, depending on the sentence that they stand in.
func TestReportsAndTalk(t *testing.T) {
	for _, c := range []struct {
		report, talk string
	}{
		{"The prompt exceeds the context window of the model.", "If the prompt exceeds the context window of the model, it is cut."},
		{"Input exceeds the maximum context length", "Make sure that the input never exceeds the maximum context length"},
		{"Context window exceeded", "- Edge cases: the context window exceeded, no answer"},
		{"Request failed because the prompt is larger than the context window.", "It is the tool that makes the prompt larger than the context window."},
		{"The conversation is longer than the context window.", "I think my conversation is longer than the context window."},
		{"Token count: 158640 exceeds the limit of 120000 tokens", "2026-03-01 INFO context: token count 158640 exceeds the limit of 120000 tokens, pruning"},
		{"请求失败：上下文长度超出限制", "为了避免上下文长度超出限制，请分批处理"},
		{"输入超过最大上下文长度", "截断检索内容以确保输入不超过最大上下文长度"},
		{"入力が長すぎます。", "入力が長すぎる場合は切り詰めます。"},
		{"토큰 한도를 초과했습니다.", "토큰 한도를 초과하면 오래된 메시지를 지웁니다."},
		{"Request was blocked by Cloudflare", "Requests may be blocked by Cloudflare."},
		{"Payload too large", "| 413 | Payload too large | The file is over 10 MB |"},
		{"Error: context limit exceeded", "**Symptom:** \"Context limit exceeded\" errors\n**Solution:** start a new session"},
		{"The request body exceeds 1048576 bytes: payload too large", "  of 408: \"Request Timeout\"\n  of 413: \"Payload Too Large\"\n  of 429: \"Too Many Requests\""},
	} {
		if v := Classify(Input{Text: c.report}); !v.Recoverable {
			t.Errorf("%s is no report: %q", v.Class, c.report)
		}
		if v := Classify(Input{Text: c.talk}); v.Class != None {
			t.Errorf("%s by %s: %q", v.Class, v.Rule, c.talk)
		}
	}
}

// What may be used in a day or for money is no window, though both are tokens.
func TestAllowanceIsNoWindow(t *testing.T) {
	for text, want := range map[string]bool{
		"500 - Token limit (500,000 per day) exceeded. Used: 508,311 tokens.":          false,
		"400 - Token limit (500,000) of the context exceeded. Used: 508,311 tokens.":   true,
		"Error: prompt exceeds the daily tokens of your plan: 508,311 of 500,000 used": false,
		"Error: prompt exceeds the tokens that the window holds: 508,311 of 500,000":   true,
	} {
		if v := Classify(Input{Text: text}); v.Recoverable != want {
			t.Errorf("%s by %s: %q", v.Class, v.Rule, text)
		}
	}
}

// Two numbers make an overflow only where more was sent than there is, of what a model
// reads, and in one request.
func TestCountedSentences(t *testing.T) {
	for text, want := range map[string]Class{
		"140000 tokens used, 131072 allowed":                               ContextOverflow,
		"131072 tokens used, 140000 allowed":                               None,
		"prompt_len=140000 > max_len=131072":                               ContextOverflow,
		"the model writes at most 8192 output tokens, you asked for 16384": None,
		"used 1204330 of 1000000 tokens today":                             None,
		"limit 4 tokens, requested 5 tokens":                               None,
		"Error: the disk has 140000 blocks, the limit is 131072":           None,
	} {
		if v := Classify(Input{Text: text}); v.Class != want && (want == None) == v.Recoverable {
			t.Errorf("%q: %s by %s", text, v.Class, v.Rule)
		}
	}
}
