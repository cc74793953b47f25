package classify

import "testing"

// The sentence of an error stands in code as often as in logs.
func TestCodeIsTold(t *testing.T) {
	for _, text := range []string{
		"    if \"prompt is too long: 9 tokens > 8 maximum\" in str(err):\n        compact()",
		"        throw new ApiError('prompt is too long: 9 tokens > 8 maximum');",
		"    #[error(\"the context window is full\")]\n    ContextFull,",
		"[InlineData(400, \"invalid_request_error\", \"prompt is too long: 9 tokens > 8 maximum\", Kind.Overflow)]",
		"    \"Error: prompt is too long for this model\",\n    \"Error: context window exceeded\",\n    \"context length exceeded: 200000 > 128000\",",
		"    case 413:  // Payload Too Large\n      result = errors::FailedPrecondition(message);\n      break;",
		"  TOO_SHORT: \"入力が短すぎます。\",\n  TOO_LONG: \"入力が長すぎます。\",\n  NOT_MATCH: \"入力が一致しません。\",",
		"    overflow_rate: float = 0.0  # 400 context window exceeded",
		"    expect(classify('context_length_exceeded')).toBe(expected)",
		"        json.dumps({\"error\": \"maximum context length exceeded\"}),",
		"  when /context_length_exceeded/ then :overflow\n  end",
		"fn text(&self) -> String {\n    \"prompt is too long: 9 tokens > 8 maximum\".into()\n}",
	} {
		if v := Classify(Input{Text: text}); v.Class != None {
			t.Errorf("%s by %s: %q", v.Class, v.Rule, text)
		}
	}
}

// Errors quote calls, members and objects, too.
func TestErrorsThatLookLikeCode(t *testing.T) {
	for _, text := range []string{
		"openai.BadRequestError: Error code: 400 - {'error': {'message': 'prompt is too long: 9 tokens > 8 maximum', 'code': None}}",
		"ValidationError('Input validation error: `inputs` must have less than 2048 tokens. Given: 2222')",
		"status: 400,\n  error: {\n    message: 'prompt is too long: 210000 tokens > 200000 maximum',\n    type: 'invalid_request_error',\n  }",
		"{\n  \"error\": {\n    \"message\": \"prompt is too long: 210000 tokens > 200000 maximum\",\n    \"code\": null\n  }\n}",
		"thread 'main' panicked at src/main.rs:4:9:\nprompt is too long: 210000 tokens > 200000 maximum",
		"Error: ApiError { message: \"prompt is too long: 210000 tokens > 200000 maximum\", retries: 3 }",
		"    raise ValueError(\nValueError: This model's maximum context length is 4096 tokens. However, you requested 5000 tokens",
		"(\n    [message] => prompt is too long: 210000 tokens > 200000 maximum\n    [type] => invalid_request_error\n)",
		"details = \"This model's maximum context length is 4096 tokens. However, you requested 5000 tokens\"",
	} {
		if v := Classify(Input{Text: text}); v.Class != ContextOverflow {
			t.Errorf("%s: %q", v.Class, text)
		}
	}
}

// Signs of code add up over the lines beside a place; one is chance, and where the frames of a
// stack follow, none counts.
func TestWeightOfCode(t *testing.T) {
	for text, isMuch := range map[string]bool{
		"the «prompt is too long» for this model":                                                         false,
		"if err != nil {\n    return errors.New(\"«prompt is too long»\");\n}":                            true,
		"const e = new Error('«prompt is too long»');\n    at <anonymous>\n    return send(request);":     false,
		"const e = new Error('«prompt is too long»');\n    expect(e).toBe(1);\n    return send(request);": true,
	} {
		vw, p := marked(t, text)
		if got := vw.codeWeight(p); (got >= 4) != isMuch || !isMuch && got != 0 {
			t.Errorf("%d: %q", got, text)
		}
	}
}

// A line was thrown if frames of a stack follow that the text is not stripped of.
func TestIsTraced(t *testing.T) {
	for text, want := range map[string]bool{
		"Error: «prompt is too long»\n    at <anonymous>":                          true,
		"Error: «prompt is too long»\n    at com.example.Client.send(Client.java)": false,
		"Error: «prompt is too long»\nat the end of the day":                       false,
		"Error: «prompt is too long»":                                              false,
	} {
		vw, p := marked(t, text)
		if got := vw.isTraced(p); got != want {
			t.Errorf("%v: %q", got, text)
		}
	}
}
