package classify

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

// Sentences in many languages, written before the table first saw them: of errors, of limits
// over a time, and of settings, documents and catalogues. A third column has the limit and the
// size.
func TestLocalSentences(t *testing.T) {
	data, err := os.ReadFile("testdata/local.tsv")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(data)) {
		f := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		v := Classify(Input{Text: f[1]})
		if !strings.Contains("|"+f[0]+"|", "|"+string(v.Class)+"|") {
			t.Errorf("%s (%s) for %s: %s", v.Class, v.Rule, f[0], f[1])
		}
		if len(f) > 2 && (v.LimitTokens == nil || v.ActualTokens == nil || fmt.Sprintf("%d/%d", *v.LimitTokens, *v.ActualTokens) != f[2]) {
			t.Errorf("%v of %v for %s: %s", v.ActualTokens, v.LimitTokens, f[2], f[1])
		}
	}
}

func TestTemplate(t *testing.T) {
	for _, c := range []struct {
		text  string
		class Class
	}{
		{"Context window exceeded (${used}/${limit})", None},
		{"Rate limit exceeded. Retry in {seconds} seconds.", None},
		{"Prompt exceeds the context window: %d tokens", None},
		{"prompt is too long: <n> tokens > <max> maximum", None},
		{`{"message":"Rate limit exceeded","metadata":{}}`, RateLimit},
		{"line 24, in raise_for_status\n    raise CloudflareError(f\"Response {response.status}: Cloudflare detected\")\nCloudflareError: Response 403: Cloudflare detected", WAFBlock},
		{"    raise CloudflareError(f\"Response {response.status}: Cloudflare detected\")", None},
		{"models/{model_name} is not found for API version v1beta.", ModelNotFound},
		{`"requested_server_name":null,"response_code":500,"response_code_details":"ext_proc_error_gRPC_error_8{grpc:_received_message_larger_than_max_(43994856_vs._4194304){via_upstream}}"`, PayloadTooLarge},
	} {
		if v := Classify(Input{Text: c.text}); v.Class != c.class {
			t.Errorf("%s (%s) for %s: %s", v.Class, v.Rule, c.class, c.text)
		}
	}
}

// What a terminal shows of an exception may follow other words without a space.
func TestGluedException(t *testing.T) {
	const said = "AI_APICallError: This model's maximum context length is 131072 tokens. However, you requested 135956 tokens."
	if v := Classify(Input{Text: "Let me run the build again:" + said}); v.Class != ContextOverflow {
		t.Errorf("%s by %s", v.Class, v.Rule)
	}
	if v := Classify(Input{Text: "Now redis.exceptions.TimeoutError: Timeout reading from socket"}); v.Class != None {
		t.Errorf("%s by %s", v.Class, v.Rule)
	}
}
