package pair_test

import (
	"strings"
	"testing"

	"trtools/internal/pair"
)

// In formats in which a call and its result are one element, a call without a
// result is completed where it stands once somebody has spoken since.
func TestInline(t *testing.T) {
	const user = `{"id":"u","role":"user","parts":[{"type":"text","text":"go on"}]}`
	for _, c := range []struct{ name, call, want string }{
		{
			"a call", `{"id":"m","role":"assistant","parts":[{"type":"tool-f", "toolCallId":"c1","state":"input-available","input":{}}]}`,
			`{"id":"m","role":"assistant","parts":[{"type":"tool-f", "toolCallId":"c1","state":"output-error","errorText":"lost","input":{}}]}`,
		},
		{
			"a call of version 4, which the message holds twice",
			`{"id":"m","role":"assistant","content":"","parts":[{"type":"tool-invocation","toolInvocation":{"state":"call","toolCallId":"c1","toolName":"f","args":{}}}],"toolInvocations":[{"state":"call","toolCallId":"c1","toolName":"f","args":{}}]}`,
			`{"id":"m","role":"assistant","content":"","parts":[{"type":"tool-invocation","toolInvocation":{"state":"result","result":"lost","toolCallId":"c1","toolName":"f","args":{}}}],"toolInvocations":[{"state":"result","result":"lost","toolCallId":"c1","toolName":"f","args":{}}]}`,
		},
		{"the provider's own", `{"id":"m","role":"assistant","parts":[{"type":"tool-f","toolCallId":"c1","state":"input-available","input":{},"providerExecuted":true}]}`, ""},
		{"one that waits", `{"id":"m","role":"assistant","parts":[{"type":"tool-f","toolCallId":"c1","state":"approval-requested","input":{},"approval":{"id":"a"}}]}`, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			opt := pair.Options{SyntheticText: "lost"}
			want := c.want
			if want == "" {
				want = c.call
			}
			data := []byte(user + "\n" + c.call + "\n" + user + "\n")
			o := run(t, opt, data)
			if got := strings.Split(string(o.out), "\n")[1]; got != want {
				t.Errorf("got  %s\nwant %s", got, want)
			}
			if (len(o.rejects) > 0) != (c.want != "") {
				t.Errorf("rejects: %+v", o.rejects)
			}
			invariants(t, opt, data, o)
			last := []byte(user + "\n" + c.call + "\n")
			if o := run(t, opt, last); string(o.out) != string(last) || len(o.rejects) > 0 {
				t.Errorf("as the last message it becomes %s", o.out)
			}
		})
	}
}

// Without a result a call goes from every place where its message holds it.
func TestCopies(t *testing.T) {
	const call = `{"type":"ai","data":{"content":[{"type":"text","text":"so"},{"type":"tool_use","id":"c1","name":"f","input":{}}],` +
		`"additional_kwargs":{"tool_calls":[{"id":"c1","type":"function"}]},"tool_calls":[{"name":"f","args":{},"id":"c1","type":"tool_call"}]}}`
	data := []byte(`{"type":"human","data":{"content":"q"}}` + "\n" + call + "\n" + `{"type":"human","data":{"content":"and?"}}` + "\n")
	opt := pair.Options{Missing: pair.StripMissing}
	o := run(t, opt, data)
	want := `{"type":"ai","data":{"content":[{"type":"text","text":"so"}],"additional_kwargs":{"tool_calls":[]}}}`
	if got := strings.Split(string(o.out), "\n")[1]; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	invariants(t, opt, data, o)
}

// An id that two calls of a message have is given up in every place.
func TestCopiesRenamed(t *testing.T) {
	const call = `{"type":"ai","data":{"content":"","additional_kwargs":{"tool_calls":[{"id":"c1","n":1}]},` +
		`"tool_calls":[{"name":"f","args":{"n":1},"id":"c1"},{"name":"f","args":{"n":2},"id":"c1"}]}}`
	result := `{"type":"tool","data":{"content":"x","tool_call_id":"c1"}}` + "\n"
	data := []byte(call + "\n" + result + result)
	opt := pair.Options{Duplicates: pair.RenameDuplicates}
	invariants(t, opt, data, run(t, opt, data))
}

// A call that waits for the user's approval may be the last; without it a result
// is put in.
func TestApproval(t *testing.T) {
	call := `{"role":"assistant","content":[{"type":"tool-call","toolCallId":"c1","toolName":"rm","input":{}}%s]}` + "\n"
	waits := strings.Replace(call, "%s", `,{"type":"tool-approval-request","approvalId":"a1","toolCallId":"c1"}`, 1)
	answer := `{"role":"tool","content":[{"type":"tool-approval-response","approvalId":"a1","approved":true}]}` + "\n"
	result := `{"role":"tool","content":[{"type":"tool-result","toolCallId":"c1","toolName":"rm","output":{"type":"text","value":"gone"}}]}` + "\n"
	for _, healthy := range []string{waits, waits + answer, waits + answer + result, waits + result} {
		o := run(t, pair.Options{}, []byte(healthy))
		if string(o.out) != healthy || len(o.rejects) > 0 {
			t.Errorf("%s became %s: %+v", healthy, o.out, o.findings)
		}
	}
	for _, lost := range []string{strings.Replace(call, "%s", "", 1), waits + answer + `{"role":"user","content":"and?"}` + "\n"} {
		if o := run(t, pair.Options{}, []byte(lost)); len(o.findings) != 1 || o.findings[0].Action != "inject" {
			t.Errorf("%s: %+v", lost, o.findings)
		}
	}
}
