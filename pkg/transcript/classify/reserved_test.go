package classify

import "testing"

// What an error counts for the answer is told apart from the history.
func TestReserved(t *testing.T) {
	for text, want := range map[string]int64{
		"input length and `max_tokens` exceed context limit: 190000 + 64000 > 200000, decrease input length or `max_tokens`":                                                                             64000,
		"This model's maximum context length is 8192 tokens. However, you requested 9612 tokens (7612 in the messages, 2000 in the completion). Please reduce the length of the messages or completion.": 2000,
		"prompt is too long: 213462 tokens > 200000 maximum":                                            0,
		"This model's maximum context length is 128000 tokens, your messages resulted in 130000 tokens": 0,
	} {
		v := Classify(Input{Text: text})
		got := int64(0)
		if v.ReservedTokens != nil {
			got = *v.ReservedTokens
		}
		if v.Class != ContextOverflow || got != want {
			t.Errorf("%s: %s, %d reserved, want %d", text, v.Class, got, want)
		}
	}
}
