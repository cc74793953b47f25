package dialect

import (
	"bytes"
	"fmt"
	"slices"
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

// Of each result is known what it says, where that stands, and which call of which message of
// the model it answers, in a list whose messages are outlined and in one where they are not.
func TestGlanceAnswers(t *testing.T) {
	other := strings.Replace(strings.Replace(glanceCall, `"a"`, `"b"`, 1), `{}"`, `[1]"`, 1)
	failed := strings.Replace(answers("a"), `"content":"four"`, `"content":"[ERROR: no]","name":"m"`, 1)
	text := `{"messages":[` + strings.Join([]string{glanceUser, `{"role":"assistant","content":"x"}`, asks(glanceCall, other), answers("a"), answers("b"), glanceUser,
		asks(glanceCall), failed}, " , ") + `]}`
	for _, sparse := range []bool{false, true} {
		d := outline.Doc{Sparse: sparse}
		if err := d.Parse([]byte(text)); err != nil {
			t.Fatal(err)
		}
		var g Glance
		if !g.Look(d.Root().Get("messages")) || g.Spoken != 3 || len(g.Results) != 3 {
			t.Fatalf("%d results, %d messages of the model", len(g.Results), g.Spoken)
		}
		for i, want := range []struct {
			id, content, args, name string
			asker                   int
		}{{`"a"`, `"four"`, `"{}"`, "", 2}, {`"b"`, `"four"`, `"[1]"`, "", 2}, {`"a"`, `"[ERROR: no]"`, `"{}"`, `"m"`, 3}} {
			a := &g.Results[i]
			if string(a.ID) != want.id || string(a.Content) != want.content || string(a.Args) != want.args || string(a.Name) != want.name || string(a.Tool) != `"n"` || a.Asker != want.asker {
				t.Errorf("sparse %v, result %d: %+v", sparse, i, *a)
			}
			if at := text[a.Start:]; !strings.HasPrefix(at, want.content) || a.Failed() != (i == 2) || a.Spelled() {
				t.Errorf("sparse %v, result %d stands at %.20q, failed %v, spelled %v", sparse, i, at, a.Failed(), a.Spelled())
			}
		}
	}
}

// Ids and names that are spelled with escapes are told from others.
func TestGlanceSpelled(t *testing.T) {
	spelled := `\u0061`
	for name, messages := range map[string][]string{
		"id":   {asks(strings.Replace(glanceCall, `"a"`, `"`+spelled+`"`, 1)), answers(spelled)},
		"tool": {asks(strings.Replace(glanceCall, `"n"`, `"`+spelled+`"`, 1)), answers("a")},
		"name": {asks(glanceCall), strings.Replace(answers("a"), `"content"`, `"name":"`+spelled+`","content"`, 1)},
	} {
		var g Glance
		if !glance(t, &g, messages...) || !g.Results[0].Spelled() {
			t.Errorf("%s: %+v", name, g.Results)
		}
	}
}

// Whatever is unusual wants a closer look.
func TestGlanceUnusual(t *testing.T) {
	var many, results []string
	for i := range mostCalls + 1 {
		id := "a" + strings.Repeat("x", i)
		many = append(many, strings.Replace(glanceCall, `"a"`, `"`+id+`"`, 1))
		results = append(results, answers(id))
	}
	if !glance(t, new(Glance), append([]string{asks(many[1:]...)}, results[1:]...)...) {
		t.Error("as many calls as are usual are not")
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
		"a user's open call": {strings.Replace(asks(glanceCall), `null`, `"u"`, 1), answers("a"), `{"role":"user","content":"u","tool_calls":[` + glanceCall + `]}`},
		"a system's call":    {`{"role":"system","content":"s","tool_calls":[` + glanceCall + `]}`},
		"a system of parts":  {`{"role":"system","content":[]}`},
		"parts and a call":   {strings.Replace(asks(glanceCall), `null`, `[]`, 1), answers("a")},
		"calls by name":      {strings.Replace(strings.Replace(asks(glanceCall), `[`, `{"x":`, 1), `]`, `}`, 1), answers("a")},
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
		"many calls":         append([]string{asks(many...)}, results...),
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

// Who says what is known, and which words may not be the user's own.
func TestGlanceRoles(t *testing.T) {
	var g Glance
	for range 2 {
		if !glance(t, &g, `{"role":"system","content":"s"}`, glanceUser, asks(glanceCall), answers("a"), `{"role":"user","content":"v"}`) {
			t.Fatal("not usual")
		}
		if want := []Role{System, User, Assistant, Tool, User}; !slices.Equal(g.Roles, want) || string(bytes.Join(g.Asked, nil)) != `"u""v"` {
			t.Errorf("%v, %q", g.Roles, g.Asked)
		}
	}
	for text, own := range map[string]bool{
		"u": true, "Caveats": true, `\u001b[1m`: true, "a <b>": true, "Can [you]?": true, " <command-name>": true,
		NoContent: false, "<command-name>x": false, "# AGENTS.md instructions": false, "[Summary of 3 earlier messages]\\nx": false,
		"Caveat: The messages below were generated by the user while running local commands. x": false, "[Request interrupted by user]": false,
	} {
		if !glance(t, &g, glanceUser, `{"role":"user","content":"`+text+`"}`) || g.OwnWords() != own {
			t.Errorf("%q: own words %t", text, g.OwnWords())
		}
	}
	if !g.Mentions([]byte(`:"u"`)) || g.Mentions([]byte(`:"s"`)) {
		t.Error("what stands in the messages")
	}
}

// No message that is a notice, instructions or a summary in any format that may be seen in
// it counts as the user's own words.
func TestGlanceOwnWords(t *testing.T) {
	var g Glance
	var v View
	for _, name := range Names() {
		for _, text := range noticeTexts {
			if !glance(t, &g, `{"role":"user","content":"`+text+`"}`) {
				t.Fatal("not usual")
			}
			for el := range g.list.All() {
				NewDetector(Named(name), "").View(el, &v)
				if own := !v.Notice() && !v.Instructions() && !v.Summarizes(); g.OwnWords() && !own {
					t.Errorf("%s: %q is taken for the user's own words", name, text)
				}
			}
		}
	}
}

var noticeTexts = []string{
	ownNotice, shortenedStart + " 3 older", NoContent, "<system-reminder>x", "<local-command-stdout>", "[Request interrupted by user for tool use]",
	"<turn_aborted>", "<environment_context>x", "<user_instructions>", "# AGENTS.md instructions for /w", "[Summary of 1 earlier message]\\nx", "so it goes",
}

// What is taken out and put in at a glance is what a closer look takes out and puts in.
func TestGlanceShorten(t *testing.T) {
	const in = `[ {"role":"user","content":"a"} ,{"role":"assistant","content":"b"}, {"role":"user","content":"c"}]`
	var d outline.Doc
	if err := d.Parse([]byte(in)); err != nil {
		t.Fatal(err)
	}
	var g Glance
	for _, c := range []struct {
		stays  []bool
		behind int
		want   string
	}{
		{[]bool{true, false, true}, 2, `[ {"role":"user","content":"a"}, {"role":"user","content":"c"},{"role":"user","content":"n"}]`},
		{[]bool{false, false, true}, 2, `[ {"role":"user","content":"c"},{"role":"user","content":"n"}]`},
		{[]bool{true, false, false}, 0, `[ {"role":"user","content":"a"},{"role":"user","content":"n"}]`},
	} {
		if !g.Look(d.Root()) {
			t.Fatal("not usual")
		}
		if got := string(outline.Splice([]byte(in), g.Shorten(c.stays, c.behind, UsualMessage("n")))); got != c.want {
			t.Errorf("%v: %s, want %s", c.stays, got, c.want)
		}
	}
}

// Forget keeps nothing of a conversation but the memory of a usual one, in which another one is
// seen as it is by a new Glance.
func TestGlanceForgets(t *testing.T) {
	var g Glance
	for _, n := range []int{1, 3, mostKept + 1, 2} {
		list := `[{"role":"user","content":"go"}`
		for i := range n {
			list += fmt.Sprintf(`,{"role":"assistant","content":null,"tool_calls":[{"id":"c%d","type":"function","function":{"name":"f","arguments":"{}"}}]},{"role":"tool","tool_call_id":"c%d","content":"x"}`, i, i)
		}
		var doc outline.Doc
		if err := doc.Parse([]byte(list + "]")); err != nil {
			t.Fatal(err)
		}
		if !g.Look(doc.Root()) || g.Messages != 2*n+1 || len(g.Results) != n || len(g.Roles) != 2*n+1 || len(g.Asked) != 1 {
			t.Errorf("%d results: %d messages, %d results", n, g.Messages, len(g.Results))
		}
		g.Forget()
		if g.Messages != 0 || g.list.Exists() || cap(g.Results) > mostKept || n <= 3 && cap(g.Results) == 0 {
			t.Errorf("%d results: room for %d", n, cap(g.Results))
		}
		for _, r := range g.Results[:cap(g.Results)] {
			if r.Content != nil || r.ID != nil {
				t.Errorf("%d results: one is kept", n)
			}
		}
	}
}
