package classify

import (
	"slices"
	"strings"
	"testing"
)

// Every cue is found in its example, at the match that the example marks, and speaks for
// one side.
func TestCueExamples(t *testing.T) {
	seen := map[string]bool{}
	for _, c := range cues() {
		vw, p := marked(t, c.Example)
		around := vw.saidAround(p)
		if !c.re.get().MatchString(around.part(c.where)) {
			t.Errorf("%s: not found in its example %q", c.Name, c.Example)
		}
		if c.Weight == 0 || seen[c.Name] {
			t.Errorf("%s: no weight, or named twice", c.Name)
		}
		seen[c.Name] = true
		if len(c.Pattern) > maxPattern {
			t.Errorf("%s: %d characters of pattern; nobody reads more than %d: split it", c.Name, len(c.Pattern), maxPattern)
		}
	}
}

// The same sentence is an error where it is reported, and none where somebody tells of it.
func TestAccountsAndReports(t *testing.T) {
	for _, c := range []struct {
		text string
		want Class
	}{
		{"Your input exceeds the context window of this model.", ContextOverflow},
		{"stream disconnected before completion: Your input exceeds the context window of this model.", ContextOverflow},
		{"“stream disconnected before completion” + “input exceeds context window” loop", StreamCut},
		{"Compaction helps once the input exceeds the context window of this model.", None},
		{"context_length_exceeded", ContextOverflow},
		{`{"code":"context_length_exceeded"}`, ContextOverflow},
		{"seven `context_length_exceeded` errors in 90 minutes, zero compaction attempts", None},
		{"context_length_exceeded는 단순히 input이 길다는 뜻이 아닙니다.", None},
		{"请求失败: Requested tokens (939) exceed context window of 512", ContextOverflow},
		{"目前多轮对话时提示Requested tokens (939) exceed context window of 512, 请问怎么调整", None},
		{"ValueError: Prompt length of 5016 is longer than the maximum model length of 4096.", ContextOverflow},
		{"Prompt length of xxx is longer than the maximum model length of xxx", ContextOverflow},
		{"The input (85050 tokens) is longer than the model's context length (32768 tokens).", ContextOverflow},
		{"The input ({input_token_num} tokens) is longer than the model's context length ({self.context_len} tokens).", None},
		{"400 Prompt is too long", ContextOverflow},
		{"Prompt is too long | It has many words |", None},
		{"Add context-exceeded error with token counts", None},
		{"Session compaction fails with \"context exceeds model limit\" error", None},
		{"Increases the response token limit from 20,000 to 22,500 tokens", None},
		{"**Error Output**\n```\nThe model returned the following errors: Input is too long for requested model.\n```", ContextOverflow},
		{"An error occurred (ValidationException) when calling the InvokeModel operation: Input is too long for requested model.", ContextOverflow},
		{"The error you are seeing, with the message \"This model's maximum context length is 16385 tokens. However, your messages resulted in 31228 tokens.\", says so.", None},
		{"[Bug] 413 Request Entity Too Large causing infinite loop in the agent", None},
		{"413 Request Entity Too Large", PayloadTooLarge},
		{"Same here: This model's maximum context length is 8192 tokens. Any idea?", None},
		{"Error: This model's maximum context length is 8192 tokens. However, you requested 9000 tokens.", ContextOverflow},
		{"Report max-token truncation as finish_reason=length in the chat agent bridge", None},
		{"When the body is large, the proxy answers with an opaque Request Entity Too Large", None},
		{"Rewrites \"prompt is too long\" into a canonical message", None},
		{"tests/test_overflow.py::test_detects[prompt is too long] PASSED", None},
		{`{"pattern": "exceeds the context window", "class": "overflow"}`, None},
		{"遇到 413 Request Entity Too Large 时需要修改 nginx 的配置", None},
		{"次の場合に出ることがあります: prompt is too long", None},
		{"WARNING: Input length of input_ids is 2100, but `max_length` is set to 2048. You should consider increasing `max_new_tokens`.", None},
		{"Your prompt has 9000 tokens, which exceeds the context window of 8192 tokens; it is truncated to 8192 tokens.", None},
		{"Claude AI 5-hour limit reached ∙ resets 3pm", RateLimit},
		{"You're out of extra usage · resets 6pm", Quota},
		{"Please reduce the length of your input messages.", ContextOverflow},
		{"The context window for this model was exceeded.", ContextOverflow},
	} {
		if v := Classify(Input{Text: c.text}); v.Class != c.want {
			t.Errorf("%q: %s by %s, want %s", c.text, v.Class, v.Rule, c.want)
		}
	}
}

// An explanation names the cues that stopped a rule.
func TestAccountIsExplained(t *testing.T) {
	got := Explain(Input{Text: "Observed: seven `context_window_exceeded` errors in 90 minutes."})
	if !strings.Contains(got, "stopped by "+accountVeto+" (noun") {
		t.Errorf("no cues in\n%s", got)
	}
}

// Words that errors use are no strangers; names, numbers, paths and codes are no words.
func TestStrangers(t *testing.T) {
	for text, want := range map[string]int{
		"the «prompt» is too long for this model": 0, "our «prompt» outgrew yesterday": 3, "see: «prompt» is over": 1,
		"«prompt» /var/run x_y v1.2 a-b 12": 0, "said: the «prompt» \"went\" away": 0, "我的«prompt»": 0,
	} {
		vw, p := marked(t, text)
		around := vw.saidAround(p)
		if got := around.strangers(); got != want {
			t.Errorf("%s: %d, want %d", text, got, want)
		}
	}
	if !slices.IsSorted(errorWords()) {
		t.Error("the words of errors are looked up in a sorted list")
	}
}

// Of the signs of other scripts, those that errors use are known.
func TestStrangeSigns(t *testing.T) {
	for text, want := range map[string]int{
		"当前«上下文长度超过»最大限制": 0, "子任务«上下文超过»安全阈值崩溃": 9, "the «prompt» is long": 0, "コンテキスト«が长すぎ»ます": 0,
	} {
		vw, p := marked(t, text)
		around := vw.saidAround(p)
		if got := around.strangeSigns(); got != want {
			t.Errorf("%s: %d, want %d", text, got, want)
		}
	}
}

// A match in quotation marks, or in backticks, is quoted by the sentence that goes on around
// it; behind a colon it is stated.
func TestQuotedMatches(t *testing.T) {
	for text, want := range map[string]bool{
		`we saw "the «prompt is too long»" here`: true, `error: "the «prompt is too long»" here`: false, `msg="the «prompt is too long»" here`: false,
		"a turn that fails with `«prompt is too long»` is lost": true, "`«prompt is too long»`": false, "the «prompt is too long» for `max_tokens` of it": false,
	} {
		vw, p := marked(t, text)
		around := vw.saidAround(p)
		if got := around.isQuoted(); got != want {
			t.Errorf("%s: %t", text, got)
		}
	}
}

// Where no history is cut, only what tells of an error counts, and more of it is needed: the
// sentences of other classes are strange and quoted without being told.
func TestAccountsOfOtherClasses(t *testing.T) {
	for _, c := range []struct {
		text string
		want Class
	}{
		{"Error: Incorrect API key provided: sk-ab**yz. Rotate it beneath Grünwald's dashboard.", Auth},
		{"The gateway: \"Incorrect API key provided\"", Auth},
		{"- Fixed a bug where \"Incorrect API key provided\" shows up when the key is rotated", None},
		{"test_auth.py::test_wrong_key[Incorrect API key provided] PASSED", None},
		{"Thanks in advance; how do I handle \"The server is overloaded\" in my agent?", None},
	} {
		if v := Classify(Input{Text: c.text}); v.Class != c.want {
			t.Errorf("%q: %s by %s, want %s", c.text, v.Class, v.Rule, c.want)
		}
	}
}

// What is strange in a sentence is added up apart from what tells of an error.
func TestWeighing(t *testing.T) {
	vw, p := marked(t, "Zorgblatt quux frobnicates; «prompt is too long»")
	if w := vw.weigh(p); w.strange == 0 || w.told > 0 || w.sum() != w.told+w.strange {
		t.Errorf("strange words: told %d, strange %d", w.told, w.strange)
	}
	vw, p = marked(t, "test_a.py::test_b[«prompt is too long»] PASSED")
	if w := vw.weigh(p); w.told < tellingWeight {
		t.Errorf("a test's result: told %d by %q", w.told, w.found)
	}
}
