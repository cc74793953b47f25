package dialect

import (
	"strings"
	"testing"

	"trtools/pkg/transcript/outline"
)

func glance(t *testing.T, g *Glance, messages ...string) bool {
	t.Helper()
	var d outline.Doc
	if err := d.Parse([]byte("[" + strings.Join(messages, ",") + "]")); err != nil {
		t.Fatal(err)
	}
	return g.Look(d.Root())
}

const (
	glanceUser = `{"role":"user","content":"u"}`
	glanceCall = `{"id":"a","type":"function","function":{"name":"n","arguments":"{}"}}`
)

func asks(calls ...string) string {
	return `{"role":"assistant","content":null,"tool_calls":[` + strings.Join(calls, ",") + `]}`
}

func answers(id string) string {
	return `{"role":"tool","tool_call_id":"` + id + `","content":"four"}`
}

// A conversation as most are written is known at a glance.
func TestGlance(t *testing.T) {
	var g Glance
	other := strings.Replace(glanceCall, `"a"`, `"b"`, 1)
	for range 2 {
		if !glance(t, &g, `{"role":"system","content":""}`, `{"role":"user","content":"u","weight":1,"tool_calls":null,"function_call":null}`, asks(glanceCall, other), answers("a"), answers("b"),
			`{"content":"\u001b[1m","role":"assistant"}`, asks(glanceCall), answers("a")) {
			t.Fatal("not usual")
		}
		if g.Messages != 8 || g.Calls != 3 || len(g.Results) != 3 || g.Asking != 2 || g.Turn != 8 || g.Longest != 9 {
			t.Errorf("%d messages, %d calls of %d, %d results of at most %d chars, %d the longest", g.Messages, g.Calls, g.Asking, len(g.Results), g.Turn, g.Longest)
		}
	}
	if !glance(t, &g, glanceUser) || g.Messages != 1 || g.Calls+g.Turn+g.Asking != 0 {
		t.Errorf("%+v", g)
	}
}

// Whatever is unusual wants a closer look.
func TestGlanceUnusual(t *testing.T) {
	many := make([]string, mostCalls+1)
	for i := range many {
		many[i] = strings.Replace(glanceCall, `"a"`, `"a`+strings.Repeat("x", i)+`"`, 1)
	}
	for name, messages := range map[string][]string{
		"nothing":            nil,
		"no object":          {glanceUser, `1`},
		"another member":     {`{"role":"user","content":"u","x":1}`},
		"a call beside":      {`{"role":"user","content":"u","function_call":{}}`},
		"a member twice":     {`{"role":"user","role":"user","content":"u"}`},
		"another role":       {`{"role":"developer","content":"u"}`},
		"no role":            {`{"content":"u"}`},
		"parts":              {`{"role":"user","content":[{"type":"text","text":"u"}]}`},
		"nothing said":       {`{"role":"user","content":"  \n\t"}`},
		"wide space":         {"{\"role\":\"user\",\"content\":\"\u3000\"}"},
		"an escaped space":   {`{"role":"user","content":"\u0020"}`},
		"no answer":          {`{"role":"assistant","content":null}`},
		"an empty answer":    {`{"role":"assistant","content":""}`},
		"a user's call":      {strings.Replace(asks(glanceCall), "assistant", "user", 1), answers("a")},
		"no calls":           {asks()},
		"calls in no list":   {`{"role":"assistant","content":"x","tool_calls":{}}`},
		"an open call":       {glanceUser, asks(glanceCall)},
		"words before":       {asks(glanceCall), glanceUser, answers("a")},
		"another call":       {asks(glanceCall), answers("b")},
		"two results":        {asks(glanceCall), answers("a"), answers("a")},
		"no call":            {glanceUser, answers("a")},
		"no call in front":   {answers("a")},
		"another order":      {asks(glanceCall, strings.Replace(glanceCall, `"a"`, `"b"`, 1)), answers("b"), answers("a")},
		"one id twice":       {asks(glanceCall, glanceCall), answers("a"), answers("a")},
		"many calls":         {asks(many...)},
		"a stand-in":         {asks(glanceCall), strings.Replace(answers("a"), "four", "aborted", 1)},
		"a spelled stand-in": {asks(glanceCall), strings.Replace(answers("a"), "four", `\u0061borted`, 1)},
		"no text":            {asks(glanceCall), strings.Replace(answers("a"), `"four"`, "null", 1)},
		"a name of no text":  {asks(glanceCall), strings.Replace(answers("a"), `"content"`, `"name":1,"content"`, 1)},
		"calls in a result":  {asks(glanceCall), strings.Replace(answers("a"), `"content"`, `"tool_calls":[],"content"`, 1)},
		"a user's id":        {`{"role":"user","content":"u","tool_call_id":"a"}`},
		"a user's name":      {`{"role":"user","content":"u","name":"a"}`},
		"a flat call":        {asks(`{"id":"a","name":"n","arguments":"{}"}`), answers("a")},
		"another type":       {asks(strings.Replace(glanceCall, `"function",`, `"custom",`, 1)), answers("a")},
		"an empty id":        {asks(strings.Replace(glanceCall, `"a"`, `""`, 1)), answers("")},
		"a number for an id": {asks(strings.Replace(glanceCall, `"a"`, `1`, 1)), strings.Replace(answers("a"), `"a"`, "1", 1)},
		"no name":            {asks(strings.Replace(glanceCall, `"n"`, `" "`, 1)), answers("a")},
		"arguments as such":  {asks(strings.Replace(glanceCall, `"{}"`, `{}`, 1)), answers("a")},
		"a longer call":      {asks(strings.Replace(glanceCall, `"type"`, `"index":0,"type"`, 1)), answers("a")},
	} {
		if g := new(Glance); glance(t, g, messages...) {
			t.Errorf("%s is usual", name)
		}
	}
	if new(Glance).Look(outline.Value{}) {
		t.Error("no list is usual")
	}
}
