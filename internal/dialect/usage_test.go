package dialect

import (
	"testing"

	"trtools/pkg/transcript/outline"
)

// A usage is what a request was given, with what came from a cache, and what was written.
func TestUsageOf(t *testing.T) {
	for text, want := range map[string]Usage{
		`{"usage":{"input_tokens":5,"output_tokens":0}}`:                                                                                                  {Input: 5},
		`{"usage":{"prompt_tokens":0,"completion_tokens":7}}`:                                                                                             {Output: 7},
		`{"response":{"usage":{"input_tokens":9,"input_tokens_details":{"cached_tokens":4},"output_tokens":2}}}`:                                          {Input: 9, Cached: 4, Output: 2},
		`{"usage":{"prompt_tokens":9,"prompt_tokens_details":{"cached_tokens":4},"cost":0.5}}`:                                                            {Input: 9, Cached: 4, Output: -1, Cost: 0.5},
		`{"message":{"usage":{"input_tokens":5,"cache_creation_input_tokens":10,"cache_read_input_tokens":100,"output_tokens":3}},"costUSD":0.25}`:        {Input: 115, Cached: 100, Output: 3, Cost: 0.25},
		`{"message":{"usage":{"input":5,"cacheRead":10,"cacheWrite":-3,"output":1,"cost":{"total":0.125}}}}`:                                              {Input: 15, Cached: 10, Output: 1, Cost: 0.125},
		`{"usage":{"input_tokens":-1,"prompt_tokens":4}}`:                                                                                                 {Input: 4, Output: -1},
		`{"usageMetadata":{"promptTokenCount":4,"candidatesTokenCount":2,"thoughtsTokenCount":3}}`:                                                        {Input: 4, Output: 5},
		`{"tokens":{"input":8,"output":2,"cached":6,"thoughts":1,"tool":0,"total":11}}`:                                                                   {Input: 8, Cached: 6, Output: 3},
		`{"payload":{"info":{"total_token_usage":{"total_tokens":40},"last_token_usage":{"input_tokens":12,"cached_input_tokens":6,"output_tokens":2}}}}`: {Input: 12, Cached: 6, Output: 2, Sum: 40},
		`{"prompt_eval_count":3,"eval_count":1}`:                                                                                                          {Input: 3, Output: 1},
	} {
		var doc outline.Doc
		if err := doc.Parse([]byte(text)); err != nil {
			t.Fatal(err)
		}
		if got, ok := UsageOf(doc.Root()); !ok || got != want {
			t.Errorf("%s: %+v, %t", text, got, ok)
		}
	}
	for _, text := range []string{`{"usage":{"output_tokens":5}}`, `{"usage":null}`, `[]`, `{"tokens":7}`, `{"payload":{"info":null}}`} {
		var doc outline.Doc
		if err := doc.Parse([]byte(text)); err != nil {
			t.Fatal(err)
		}
		if got, ok := UsageOf(doc.Root()); ok {
			t.Errorf("%s: %+v", text, got)
		}
	}
}
