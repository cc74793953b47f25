package recover_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"trtools/internal/resulttest"
	"trtools/internal/transcripttest"
	"trtools/pkg/transcript/outline"
	"trtools/pkg/transcript/recover"
)

// sayings are texts of messages, among them those that are not the user's own, or that
// this stage has put in.
var sayings = []string{
	"go on", "yes, \U0001f642\n", "\x1b[1mbold", "You see", strings.Repeat("long ", 700), strings.Repeat("long ", 900),
	recover.Continuation, "[SYSTEM NOTICE - HISTORY SHORTENED] 3 older messages of this conversation were dropped to make the request fit. And so on.",
	"[SYSTEM NOTICE - PAYLOAD LIMIT HIT] x", "before [SYSTEM NOTICE - HISTORY SHORTENED] 7 older messages of this conversation were",
	"[This message had no content.]", "<command-name>/clear", "# AGENTS.md instructions", "<environment_context>", "[Summary of 12 earlier messages]\nso far", "<turn_aborted>",
}

// saying returns one of the texts: most often one of the first.
func saying(pick transcripttest.Pick) string {
	if pick(4) > 0 {
		return string(outline.Quote(sayings[pick(4)]))
	}
	text := string(outline.Quote(sayings[pick(len(sayings))]))
	if pick(3) == 0 { // spelled in another way
		text = fmt.Sprintf(`"\u%04x%s`, text[1], text[2:])
	}
	return text
}

// talk returns a conversation on one line, without its ending.
func talk(pick transcripttest.Pick) string {
	var list []string
	for n := 1 + pick(16); len(list) < n; {
		role := []string{"system", "user", "user", "assistant", "asks", "asks"}[pick(6)]
		if role != "asks" {
			list = append(list, fmt.Sprintf(`{"role":"%s","content":%s}`, role, saying(pick)))
			continue
		}
		var calls, results []string
		for i := range 1 + pick(3) {
			calls = append(calls, fmt.Sprintf(`{"id":"c%d","type":"function","function":{"name":"f","arguments":"{}"}}`, i))
			results = append(results, fmt.Sprintf(`{"role":"tool","tool_call_id":"c%d","content":%s}`, i, saying(pick)))
		}
		list = append(append(list, `{"role":"assistant","content":null,"tool_calls":[`+strings.Join(calls, ",")+`]}`), results...)
	}
	between := []string{",", ", ", " ,\t"}[pick(3)]
	return []string{`{"messages":[`, `{ "id":3, "messages": [ `}[pick(2)] + strings.Join(list, between) + []string{`]}`, ` ], "n":"x"}`}[pick(2)]
}

// talks returns conversations, one a line, some of them damaged or with something beside.
func talks(pick transcripttest.Pick) []byte {
	var b strings.Builder
	for range 1 + pick(5) {
		line := talk(pick)
		switch pick(24) {
		case 0:
			line = " " + line + " "
		case 1:
			line = line + line
		case 2:
			line = line[:len(line)/2] + "\n" + line[len(line)/2:]
		case 3:
			line = strings.Replace(line, `"content":"`, `"content":"\ud83d`, 1)
		case 4:
			line = strings.Replace(line, `"content":"`, "\"content\":\"\x01", 1)
		case 5:
			line = "\ufeff" + line
		case 6:
			line = strings.Replace(line, `}`, `},"classification":{"class":"context_overflow","recoverable":true}`, 1)
		case 7:
			line = line[:len(line)-1] + `,"classification":{"class":"context_overflow","recoverable":true,"action":"shrink","line":null,"rule":"x","confidence":1}}`
		}
		b.WriteString(line + []string{"\n", "\n", "\r\n", "\n\n"}[pick(4)])
	}
	switch pick(8) {
	case 0:
		b.WriteString(`{"type":"error","error":{"message":"prompt is too long: 9 tokens > 5 maximum"},"classification":{"class":"context_overflow","recoverable":true,"limit_tokens":5,"actual_tokens":9,"attempt":1}}` + "\n")
	case 1:
		b.WriteString(`{"role":"user","content":"alone"}` + "\n")
	case 2:
		return []byte(strings.TrimRight(b.String(), "\r\n"))
	}
	return []byte(b.String())
}

// Conversations that lose old messages at a glance lose the same ones with a closer look,
// and the same is said of it: at every level and limit, whatever the messages say, damaged
// or with a verdict behind them.
func TestShortenedAtAGlance(t *testing.T) {
	brief, seeds := 0, uint64(1500)
	if testing.Short() {
		seeds = 300
	}
	for seed := range seeds {
		pick := rand.New(rand.NewPCG(seed, 11)).IntN
		data := talks(pick)
		o := recover.Options{Level: 1 + pick(3), Keep: pick(14) - 1, Attempt: pick(4)}
		if pick(8) == 0 {
			o.Result, o.Continue = 1+pick(30), pick(2) == 0
		}
		if pick(12) == 0 {
			o.MaxChars = int64(1 + pick(4000))
		}
		got, want := resulttest.Outcome(t, data, o, recover.New), resulttest.Outcome(t, data, o, recover.Closely)
		if got != want {
			t.Fatalf("seed %d, %+v: %s", seed, o, firstDifference(got, want))
		}
		brief += recover.Briefs(t, data, o)
	}
	if brief == 0 {
		t.Error("no conversation lost anything at a glance")
	}
}

// firstDifference shows the first line in which two outcomes differ.
func firstDifference(glance, closely string) string {
	a, b := strings.Split(glance, "\n"), strings.Split(closely, "\n")
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return fmt.Sprintf("line %d is at a glance\n%.1200s\nclosely\n%.1200s", i+1, a[i], b[i])
		}
	}
	return fmt.Sprintf("%d lines at a glance, %d closely", len(a), len(b))
}
