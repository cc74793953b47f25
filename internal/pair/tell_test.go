package pair_test

import (
	"bytes"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"testing"

	"trtools/internal/pair"
	"trtools/pkg/transcript"
)

// reportOnlySamples has, for formats whose pairs are told and stay, a message of the user, a call and its
// result. TestPairsOfEveryFormat of the commands has those whose reader is not known.
var reportOnlySamples = map[string][3]string{
	"kimi-code": {
		`{"type":"context.append_message","message":{"role":"user","content":[{"type":"text","text":"go"}],"toolCalls":[]},"time":1}`,
		`{"type":"context.append_loop_event","event":{"type":"tool.call","uuid":"B_0","stepUuid":"s1","toolCallId":"B_0","name":"Bash","args":{}},"time":1}`,
		`{"type":"context.append_loop_event","event":{"type":"tool.result","parentUuid":"B_0","toolCallId":"B_0","result":{"output":"a"}},"time":1}`,
	},
	"qwen-code": {
		`{"uuid":"u1","parentUuid":null,"sessionId":"s","timestamp":"t","type":"user","systemPayload":{},"message":{"role":"user","parts":[{"text":"go"}]}}`,
		`{"uuid":"a1","parentUuid":"u1","sessionId":"s","timestamp":"t","type":"assistant","message":{"role":"model","parts":[{"functionCall":{"id":"c1","name":"ls","args":{}}}]}}`,
		`{"uuid":"r1","parentUuid":"a1","sessionId":"s","timestamp":"t","type":"tool_result","message":{"role":"user","parts":[{"functionResponse":{"id":"c1","name":"ls","response":{"output":"x"}}}]}}`,
	},
	"kiro-ide": {
		`{"id":"u1","timestamp":"t","payload":{"type":"user","content":"go"}}`,
		`{"id":"c1","timestamp":"t","payload":{"type":"tool_call","toolCallId":"tc-1","toolName":"ls","args":{},"status":"running"}}`,
		`{"id":"r1","timestamp":"t","payload":{"type":"tool_result","toolCallId":"tc-1","content":"x","success":false}}`,
	},
	"tau2": {
		`{"role":"user","content":"go"}`,
		`{"role":"assistant","content":null,"tool_calls":[{"id":"c1","name":"ls","arguments":{},"requestor":"assistant"}],"turn_idx":3}`,
		`{"id":"c1","role":"tool","content":"a","requestor":"assistant","error":false,"turn_idx":4}`,
	},
	"letta": {
		`{"role":"reasoning","content":"go","timestamp":"t"}`,
		`{"role":"assistant","content":null,"tool_calls":[{"id":"c1","name":"ls","args":"{}"}],"timestamp":"t"}`,
		`{"role":"tool","tool_call_id":"c1","content":"a","timestamp":"t"}`,
	},
}

// chain joins lines, and makes each record of Qwen Code hang on the one before it.
func chain(lines []string) []byte {
	ids, parent := regexp.MustCompile(`"uuid":"[^"]*","parentUuid":[^,]*,`), "null"
	lines = slices.Clone(lines)
	for i := range lines {
		id := fmt.Sprintf(`"q%d"`, i)
		lines[i] = ids.ReplaceAllString(lines[i], `"uuid":`+id+`,"parentUuid":`+parent+`,`)
		parent = id
	}
	return []byte(strings.Join(lines, "\n") + "\n")
}

// Where nothing is known that sends a history again, what is wrong with its pairs is told, and
// every byte stays.
func TestToldFormats(t *testing.T) {
	for name, s := range reportOnlySamples {
		for want, lines := range map[string][]string{
			"[]":                 {s[0], s[1], s[2], s[0]},
			"[missing-result]":   {s[0], s[1], s[0]},
			"[orphan-result]":    {s[0], s[2], s[0]},
			"[duplicate-result]": {s[0], s[1], s[2], s[2]},
		} {
			data := chain(lines)
			o := run(t, pair.Options{}, data)
			var got []string
			for _, f := range o.findings {
				got = append(got, string(f.Code))
			}
			if fmt.Sprint(got) != want || !bytes.Equal(o.out, data) {
				t.Errorf("%s: %v, want %s, out %s", name, got, want, o.out)
			}
		}
	}
}

// What is known of a reader is said, and how bad that is.
func TestToldReaders(t *testing.T) {
	part := func(id, state string) string {
		return `{"id":"` + id + `","sessionID":"s","messageID":"m","type":"tool","callID":"c1","tool":"ls","state":{"status":"` + state + `","input":{},"output":"a"}}`
	}
	openCode := func(parts string) []string {
		return []string{`{"info":{"id":"m","sessionID":"s","role":"assistant"},"parts":[` + parts + `]}`, `{"info":{"id":"n","sessionID":"s","role":"user"},"parts":[{"id":"p9","type":"text","text":"go"}]}`}
	}
	k, l, q := reportOnlySamples["kimi-code"], reportOnlySamples["letta"], reportOnlySamples["qwen-code"]
	for _, c := range []struct {
		lines []string
		want  string
	}{
		{k[:2:2], "missing-result warning Kimi Code fills one in"}, {[]string{k[0], k[2]}, "orphan-result warning Kimi Code leaves it out"},
		{q[:2:2], "missing-result warning Qwen Code puts one in"}, {[]string{q[0], q[2]}, "orphan-result error it is only reported"},
		{[]string{l[0], l[1], l[0]}, "missing-result info a trajectory may have such calls"}, {[]string{l[0], l[2], l[0]}, "orphan-result error the validator refuses the file"},
		{[]string{l[1], l[1], l[2]}, ""}, // two records
		{openCode(part("p1", "completed")), ""}, {openCode(part("p1", "running")), "missing-result warning OpenCode makes an error"},
		{openCode(part("p1", "completed") + "," + part("p2", "error")), "duplicate-call error OpenCode sends both"},
	} {
		data := chain(c.lines)
		o := run(t, pair.Options{}, data)
		got := ""
		for _, f := range o.findings {
			_, does, _ := strings.Cut(f.Message, "; ")
			got += fmt.Sprint(f.Code, " ", f.Severity, " ", does)
		}
		if !strings.HasPrefix(got, c.want) || (got == "") != (c.want == "") || !bytes.Equal(o.out, data) {
			t.Errorf("%s: %s, want %s", data, got, c.want)
		}
	}
}

// A call that an event repeats while it is open is the same one, and a result that a call
// holds may stand once more in a message of its own.
func TestToldTwice(t *testing.T) {
	started := `{"type":"item.started","item":{"id":"item_1","type":"mcp_tool_call","server":"s","tool":"t","status":"in_progress"}}`
	completed := `{"type":"item.completed","item":{"id":"item_1","type":"mcp_tool_call","server":"s","tool":"t","result":{},"status":"completed"}}`
	user := `{"message":{"role":"user","content":"go"},"contextItems":[]}`
	done := `{"message":{"role":"assistant","content":"","toolCalls":[{"id":"c1","function":{"name":"f"}}]},"contextItems":[],"toolCallStates":[{"toolCallId":"c1","status":"done","output":[]}]}`
	result := `{"message":{"role":"tool","content":"ok","toolCallId":"c1"},"contextItems":[]}`
	again := `{"message":{"role":"assistant","content":"","toolCalls":[{"id":"c1","function":{"name":"f"}}]},"contextItems":[],"toolCallStates":[{"toolCallId":"c1","status":"calling"}]}`
	for _, c := range []struct {
		lines []string
		want  int
	}{
		{[]string{started, started, completed}, 0}, {[]string{user, done, result}, 0}, {[]string{user, done}, 0},
		{[]string{user, done, result, result}, 1}, {[]string{user, done, again, user}, 1}, {[]string{user, again, again, user}, 1},
	} {
		data := []byte(strings.Join(c.lines, "\n") + "\n")
		if o := run(t, pair.Options{}, data); len(o.findings) != c.want {
			t.Errorf("%q: %+v", c.lines, o.findings)
		}
	}
}

// Healthy is said of nothing that was not judged: of logs, and where lines are not
// understood.
func TestNotJudged(t *testing.T) {
	for data, want := range map[string]string{
		`{"role":"user","content":"go"}`:                                                                         "",
		`{"type":"metadata","protocol_version":"1.10"}`:                                                          "not judged",
		`{"role":"user","content":"go"}` + "\n" + `{"type":"x"}`:                                                 "1 of 2 lines not understood",
		`{"role":"user","content":"go"}` + "\n" + `{"type":"x"}` + "\n" + `{"type":"y"}` + "\n" + `{"type":"x"}`: "3 of 4 lines not understood",
	} {
		data += "\n"
		s := pair.New(pair.Options{}, transcript.Job{Source: strings.NewReader(data), Next: transcript.NewWriter(io.Discard)})
		if err := transcript.Run(strings.NewReader(data), 0, s); err != nil {
			t.Fatal(err)
		}
		if got := s.(transcript.Summarizer).Summary().Short; got != want {
			t.Errorf("%s: %q, want %q", data, got, want)
		}
		found := run(t, pair.Options{}, []byte(data)).findings
		if partly := len(found) == 1 && found[0].Code == transcript.PartlyRead; partly != (strings.Count(data, "\n") == 4) || len(found) > 1 {
			t.Errorf("%s: %+v", data, found)
		}
	}
}
