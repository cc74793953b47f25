package dialect

import "testing"

// seen are records that have just what a format is known by, and such as lack one part of
// that or have something which only others write.
var seen = map[string]struct{ yes, no []string }{
	"claude-code": {
		[]string{`{"parentUuid":null}`, `{"leafUuid":"x"}`, `{"type":"new","uuid":"u","sessionId":"s"}`, `{"type":"user","uuid":"u","message":{}}`, `{"type":"user","sessionId":"s"}`,
			`{"type":"file-history-snapshot","messageId":"m","snapshot":{}}`, `{"type":"teleported-from","remoteSessionId":"r"}`},
		[]string{`{"type":"user"}`, `{"uuid":"u","sessionId":"s"}`, `{"type":1,"uuid":"u","sessionId":"s"}`, `{"type":"user","uuid":"u"}`, `{"type":"a.b","sessionId":"s"}`, `{"type":"new","sessionId":"s"}`,
			`{"type":"user","uuid":"u","sessionId":"s","payload":{}}`, `{"type":"other","snapshot":{}}`,
			`{"type":"user","sessionId":"s","messages":[]}`, `{"parentUuid":null,"systemPayload":{}}`, `{"type":"user","uuid":"u","sessionId":"s","toolCallResult":{}}`},
	},
	"qwen-code": {
		[]string{`{"uuid":"u","parentUuid":null,"systemPayload":{}}`, `{"uuid":"u","parentUuid":"p","toolCallResult":{}}`, `{"uuid":"u","parentUuid":"p","message":{"parts":[]}}`},
		[]string{`{"uuid":1,"parentUuid":null,"systemPayload":{}}`, `{"uuid":"u","systemPayload":{}}`, `{"uuid":"u","parentUuid":null,"message":{"content":[]}}`},
	},
	"codex": {
		[]string{`{"timestamp":"t","type":"event_msg","payload":{}}`, `{"timestamp":"t","type":"world_state","payload":{}}`},
		[]string{`{"type":"event_msg","payload":{}}`, `{"timestamp":"t","payload":{}}`, `{"timestamp":"t","type":"event_msg"}`, `{"timestamp":"t","type":1,"payload":{}}`, `{"timestamp":"t","type":"event_msg","payload":"y"}`,
			`{"timestamp":"t","type":"other","payload":{}}`},
	},
	"openai-responses": {
		[]string{`{"type":"reasoning","summary":[]}`, `{"type":"reasoning","encrypted_content":"x"}`, `{"type":"function_call","call_id":"c"}`, `{"type":"message","content":[{"type":"input_text"}]}`, `{"type":"mcp_call"}`},
		[]string{`{"type":"reasoning"}`, `{"type":"reasoning","summary":[],"payload":{}}`, `{"type":"reasoning","summary":[],"message":{}}`, `{"type":"function_call"}`,
			`{"type":"message","content":[]}`, `{"type":"message","content":[{"type":"text"}]}`, `{"type":1,"call_id":"c"}`, `{"call_id":"c"}`},
	},
	"pi": {
		[]string{`{"type":"session","id":"s","timestamp":"t"}`, `{"type":"x","parentId":null}`, `{"type":"compaction","summary":"x"}`, `{"type":"label","timestamp":"t"}`,
			`{"type":"message","id":"1","parentId":null,"message":{"role":"user","content":"x"}}`, `{"type":"message","timestamp":"t","message":{"role":"user","content":"x"}}`,
			`{"type":"message","id":"1","parentId":null}`, `{"type":"message","id":"1","parentId":null,"message":{"content":[{"type":"tool_use"}],"stopReason":"x"}}`,
			`{"type":"message","id":"1","parentId":null,"message":{"content":[{"type":"tool_use"}],"timestamp":1}}`, `{"type":"message","id":"1","parentId":null,"message":{"content":[{"type":"tool_use"}],"api":"x"}}`,
			`{"type":"message","id":"1","parentId":null,"message":{"content":[{"type":"tool_use"},{"type":"toolCall"}]}}`},
		[]string{`{"type":"session","id":1,"timestamp":"t"}`, `{"type":"session","id":"s"}`, `{"type":"session","id":"s","timestamp":"t","createdAt":1}`, `{"type":"session","id":"s","timestamp":"t","uuid":"u"}`,
			`{"type":"session","id":"s","timestamp":"t","payload":{}}`, `{"type":"session","id":"s","timestamp":"t","parent_id":"p"}`, `{"type":1,"parentId":null}`,
			`{"type":"a.b","parentId":null}`, `{"type":"abort","parentId":null}`, `{"type":"compaction"}`, `{"type":"label"}`, `{"type":"other","timestamp":"t"}`,
			`{"type":"message","id":"1","message":{"role":"user","content":"x"}}`, `{"type":"message","message":{"role":"user","content":"x"}}`, `{"type":"message","timestamp":"t"}`,
			`{"type":"message","id":"1","parentId":null,"message":"x"}`, `{"type":"message","id":"1","parentId":null,"message":{"content":[{"type":"tool_use"}]}}`},
	},
	"droid": {
		[]string{`{"type":"message","id":"1","timestamp":"t","message":{"role":"user","content":"x"}}`, `{"type":"message","id":"1","timestamp":"t","message":{"role":"assistant","content":[{"type":"tool_use"}]}}`,
			`{"type":"session_start","id":"s","cwd":"/"}`, `{"type":"session_end","id":"x"}`},
		[]string{`{"type":"message","id":1,"timestamp":"t","message":{"role":"user"}}`, `{"type":"message","id":"1","timestamp":1,"message":{"role":"user"}}`, `{"type":"message","id":"1","timestamp":"t","message":{"role":"tool"}}`,
			`{"type":"message","id":"1","timestamp":"t","message":{"role":"user","usage":{}}}`, `{"type":"message","id":"1","timestamp":"t","message":{"role":"assistant","content":[{"type":"toolCall"}]}}`,
			`{"type":"session_start","id":"s"}`, `{"type":"session_start","id":1,"cwd":"/"}`, `{"type":"session_end"}`, `{"type":"other","id":"x"}`},
	},
	"openai-chat": {
		[]string{`{"role":"assistant","tool_calls":[{"function":{}}]}`, `{"role":"assistant","tool_calls":[]}`, `{"role":"assistant","tool_calls":[{"tool":"x","name":"y"}]}`, `{"role":"assistant","tool_calls":[{}]}`,
			`{"role":"user","tool_call_id":"c"}`, `{"role":"developer"}`, `{"role":"function"}`, `{"role":"assistant","function_call":{}}`, `{"role":"tool","tool_name":"x"}`},
		[]string{`{"role":"assistant","tool_calls":[{"tool":"x"}]}`, `{"role":"assistant","tool_calls":[{"output":"x"}]}`, `{"role":"user","tool_call_id":1}`, `{"role":"assistant","function_call":"x"}`, `{"role":1,"tool_call_id":"c"}`,
			`{"role":"developer","message":{}}`, `{"role":"developer","parts":[]}`, `{"role":"developer","content":[{"type":"tool-call"}]}`, `{"role":"tool","id":"1","requestor":"user","name":"x"}`, `{"role":"tool"}`},
	},
	"letta": {
		[]string{`{"role":"meta","source":"x"}`, `{"role":"assistant","content":null,"timestamp":"t","tool_calls":[{"id":"1","name":"n","args":"{}"}]}`, `{"role":"tool","content":"x","timestamp":"t","tool_call_id":"1"}`,
			`{"role":"tool","content":"x","timestamp":"t","tool_call_id":"1","ok":true}`, `{"role":"reasoning","content":"x","timestamp":"t"}`, `{"role":"observation","content":"x","timestamp":"t"}`},
		[]string{`{"role":"meta","source":1}`, `{"role":"meta","source":"x","content":"y"}`, `{"role":"reasoning","content":1,"timestamp":"t"}`, `{"role":"reasoning","content":"x","timestamp":1}`,
			`{"role":"reasoning","content":"x","timestamp":"t","more":1}`, `{"role":"tool","content":"x","timestamp":"t","tool_call_id":1}`, `{"role":"tool","content":"x","timestamp":"t","tool_call_id":"1","ok":1}`,
			`{"role":"assistant","content":"x","timestamp":"t","tool_calls":[]}`, `{"role":"assistant","content":"x","timestamp":"t","tool_calls":[{"id":"1","name":"n","args":{}}]}`,
			`{"role":"assistant","content":"x","timestamp":"t","tool_calls":[{"id":"1","name":1,"args":"{}"}]}`, `{"role":"assistant","content":"x","timestamp":"t","tool_calls":[{"id":"1","name":"n","args":"{}","more":1}]}`},
	},
	"anthropic": {
		[]string{`{"role":"user","content":[{"type":"tool_result"}]}`, `{"role":"assistant","content":[{"type":"text"},{"type":"thinking"}]}`},
		[]string{`{"role":"tool","content":[{"type":"tool_result"}]}`, `{"role":"user","content":"x"}`, `{"role":"user","content":[{"type":"text"}]}`, `{"role":"user","created":1,"content":[{"type":"tool_result"}]}`, `{"role":"user","messageId":1,"content":[{"type":"tool_result"}]}`},
	},
	"converse": {
		[]string{`{"role":"user","content":[{"text":"x"}]}`},
		[]string{`{"role":"system","content":[{"text":"x"}]}`, `{"role":"user","content":"x"}`, `{"role":"user","content":[1]}`, `{"role":"user","content":[{"text":"x"},{"type":"text"}]}`},
	},
	"gemini": {
		[]string{`{"role":"user","parts":[{"text":"x"}]}`, `{"parts":[{"text":"x"}]}`, `{"role":"model","parts":[{"type":1}]}`},
		[]string{`{"role":"assistant","parts":[{"text":"x"}]}`, `{"role":"user","parts":[{"type":"text"}]}`, `{"id":"1","role":"user","parts":[{"text":"x"}]}`, `{"role":"user","parts":["x"]}`, `{"role":"user","parts":"x"}`},
	},
	"sharegpt": {
		[]string{`{"from":"human","value":"x"}`, `{"from":"observation","value":""}`},
		[]string{`{"from":"human","value":1}`, `{"from":"me","value":"x"}`, `{"from":"human","value":"x","role":"user"}`},
	},
	"goose": {
		[]string{`{"role":"user","created":1,"content":[]}`, `{"working_dir":"/","message_count":1,"description":""}`},
		[]string{`{"role":"user","created":"x","content":[]}`, `{"role":"tool","created":1,"content":[]}`, `{"role":"user","created":1,"content":"x"}`,
			`{"working_dir":1,"message_count":1,"description":""}`, `{"working_dir":"/","message_count":"1","description":""}`, `{"working_dir":"/","message_count":1}`},
	},
	"copilot-cli": {
		[]string{`{"type":"user.message","data":{},"id":"1","parentId":null}`, `{"type":"session.start","data":{},"id":"1"}`, `{"type":"abort","data":{},"id":"1","parentId":"2"}`},
		[]string{`{"type":"user.message","data":1,"id":"1","parentId":null}`, `{"type":"user.message","data":{},"id":1,"parentId":null}`, `{"type":"user.message","data":{},"id":"1"}`, `{"type":"other.x","data":{},"id":"1","parentId":null}`, `{"type":"user","data":{},"id":"1","parentId":null}`},
	},
	"kimi-code": {
		[]string{`{"type":"context.x","event":{}}`, `{"type":"context.x","message":{}}`, `{"type":"metadata","protocol_version":"1","created_at":1}`},
		[]string{`{"type":"metadata","protocol_version":"1"}`, `{"type":"context.x"}`, `{"type":"metadata"}`, `{"type":"x","event":{}}`, `{"type":"x","protocol_version":"1"}`},
	},
	"entire": {
		[]string{`{"v":1,"agent":"a","cli_version":"1","type":"user"}`},
		[]string{`{"v":"1","agent":"a","cli_version":"1","type":"user"}`, `{"v":1,"agent":1,"cli_version":"1","type":"user"}`, `{"v":1,"agent":"a","type":"user"}`, `{"v":1,"agent":"a","cli_version":"1","type":1}`},
	},
	"cursor": {
		[]string{`{"role":"user","message":{"content":"x"}}`, `{"type":"turn_ended","status":"x"}`},
		[]string{`{"role":"user","message":{"content":"x"},"id":1}`, `{"role":"user","message":{"role":"user","content":"x"}}`, `{"role":"user","message":{}}`, `{"role":"tool","message":{"content":"x"}}`, `{"type":"turn_ended","status":1}`, `{"type":"x","status":"x"}`},
	},
	"kiro": {
		[]string{`{"version":"v1","kind":"Clear","data":{}}`},
		[]string{`{"version":1,"kind":"Clear","data":{}}`, `{"version":"v1","kind":"Clear"}`, `{"version":"v1","kind":"Other","data":{}}`},
	},
	"kiro-ide": {
		[]string{`{"id":"1","timestamp":"t","payload":{"type":"user"}}`},
		[]string{`{"type":"x","id":"1","timestamp":"t","payload":{"type":"user"}}`, `{"id":1,"timestamp":"t","payload":{"type":"user"}}`, `{"id":"1","payload":{"type":"user"}}`, `{"id":"1","timestamp":"t","payload":{"type":"x"}}`},
	},
	"tau2": {
		[]string{`{"role":"tool","id":"1","requestor":"user"}`, `{"role":"tool","id":"1","turn_idx":1}`, `{"role":"assistant","tool_calls":[{"requestor":"x"}]}`, `{"role":"user","turn_idx":1,"tool_calls":[{}]}`},
		[]string{`{"role":"tool","requestor":"user"}`, `{"role":"tool","id":"1","requestor":1}`, `{"role":"tool","id":"1","turn_idx":"1"}`, `{"role":"assistant","turn_idx":1,"tool_calls":[]}`, `{"role":"assistant","tool_calls":[{}]}`, `{"role":"system","tool_calls":[{"requestor":"x"}]}`},
	},
	"opencode": {
		[]string{`{"info":{"role":"user"},"parts":[]}`},
		[]string{`{"info":{"role":"tool"},"parts":[]}`, `{"info":{"role":"user"},"parts":{}}`, `{"info":{"role":"user"},"parts":[],"role":"user"}`},
	},
	"ai-sdk": {
		[]string{`{"role":"tool","content":[{"type":"tool-result"}]}`, `{"role":"user","content":[{"type":"text"},{"type":"tool-call"}]}`},
		[]string{`{"role":"developer","content":[{"type":"tool-result"}]}`, `{"role":"tool","content":"x"}`, `{"role":"user","content":[{"type":"text"}]}`},
	},
	"ai-sdk-ui": {
		[]string{`{"role":"user","parts":[{"type":"text"}]}`},
		[]string{`{"role":"tool","parts":[{"type":"text"}]}`, `{"role":"user","parts":[{"type":1}]}`, `{"role":"user","parts":"x"}`},
	},
	"conversations": {
		[]string{`{"messages":[{"role":"user"}]}`, `{"custom_id":"1","body":{"messages":[{"role":"user"}]}}`, `{"inputs":{"messages":[[{"role":"user"}]]}}`, `{"input":{"messages":[{"role":"user"}]}}`},
		[]string{`{"messages":[]}`, `{"messages":[1]}`, `{"messages":[{}]}`, `{"body":{"messages":[{"role":"user"}]}}`, `{"inputs":{"messages":[[{"role":"user"}],[]]}}`, `{"other":[{"role":"user"}]}`},
	},
}

// A format sees a record by all that it is known by, and by nothing less.
func TestSees(t *testing.T) {
	for name, c := range seen {
		for _, raw := range c.yes {
			if !Named(name).Sees(record(t, []byte(raw))) {
				t.Errorf("%s does not see %s", name, raw)
			}
		}
		for _, raw := range c.no {
			if Named(name).Sees(record(t, []byte(raw))) {
				t.Errorf("%s sees %s", name, raw)
			}
		}
	}
}
