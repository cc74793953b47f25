package pair_test

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"

	"trtools/internal/packed"
	"trtools/internal/pair"
	"trtools/pkg/transcript"
)

// unhurried makes a stage of a planner: the histories of its input stay.
type unhurried struct{ *pair.Planner }

func (unhurried) Flush() error { return nil }
func (u unhurried) Close() error {
	return errors.Join(u.Finish(), u.Plan.Run(u.Output()), u.Job.Next.Close())
}

// longSession returns a session of more than two blocks of records, in which calls have
// no result, results no call, and others stand too late, in the next block at worst.
func longSession(format func(b *strings.Builder, n int, kind string, id string)) []byte {
	var b strings.Builder
	n := 0
	add := func(kind, id string) { format(&b, n, kind, id); n++ }
	add("user", "")
	var late []string
	for i := 0; n < 2*packed.ListBlock+500; i++ {
		id := fmt.Sprint("c", i)
		switch add("call", id); {
		case i%97 == 5: // the result is lost
		case i%211 == 7:
			late = append(late, id)
		default:
			add("result", id)
		}
		if i%301 == 11 {
			add("result", fmt.Sprint("nobody", i))
		}
		if i%700 == 699 {
			for _, id := range late {
				add("result", id)
			}
			late = nil
			add("user", "")
		}
	}
	add("user", "")
	return []byte(b.String())
}

var longFormats = map[string]func(b *strings.Builder, n int, kind, id string){
	"chat": func(b *strings.Builder, n int, kind, id string) {
		switch kind {
		case "user":
			fmt.Fprintf(b, `{"role":"user","content":"go %d"}`+"\n", n)
		case "call":
			fmt.Fprintf(b, `{"role":"assistant","content":null,"tool_calls":[{"id":%q,"type":"function","function":{"name":"read","arguments":"{}"}}]}`+"\n", id)
		default:
			fmt.Fprintf(b, `{"role":"tool","tool_call_id":%q,"content":"%d"}`+"\n", id, n)
		}
	},
	"claude code": func(b *strings.Builder, n int, kind, id string) {
		parent := fmt.Sprintf(`"%08x-0000-4000-8000-000000000000"`, n-1)
		if n == 0 {
			parent = "null"
		}
		fmt.Fprintf(b, `{"parentUuid":%s,"isSidechain":false,"cwd":"/w","sessionId":"s","version":"2.1.42","uuid":"%08x-0000-4000-8000-000000000000","timestamp":"2026-01-01T00:00:00.000Z",`, parent, n)
		switch kind {
		case "user":
			fmt.Fprintf(b, `"type":"user","message":{"role":"user","content":"go %d"}}`+"\n", n)
		case "call":
			fmt.Fprintf(b, `"type":"assistant","message":{"id":"m%s","role":"assistant","content":[{"type":"tool_use","id":%q,"name":"Read","input":{}}]}}`+"\n", id, id)
		default:
			fmt.Fprintf(b, `"type":"user","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":%q,"content":"%d"}]}}`+"\n", id, n)
		}
	},
	"responses": func(b *strings.Builder, n int, kind, id string) {
		switch kind {
		case "user":
			fmt.Fprintf(b, `{"role":"user","content":"go %d"}`+"\n", n)
		case "call":
			fmt.Fprintf(b, `{"type":"function_call","name":"shell","arguments":"{}","call_id":%q}`+"\n", id)
		default:
			fmt.Fprintf(b, `{"type":"function_call_output","call_id":%q,"output":"%d"}`+"\n", id, n)
		}
	},
}

// A long input whose history gives its memory to that of the planned result comes out as
// one whose history stays, with the same findings, and a second run finds nothing.
func TestLongInputs(t *testing.T) {
	for name, format := range longFormats {
		data := longSession(format)
		for _, o := range []pair.Options{{}, {Missing: pair.StripMissing}} {
			var kept bytes.Buffer
			p := pair.NewPlanner(o, transcript.Job{Source: bytes.NewReader(data), Next: transcript.NewWriter(&kept)})
			if err := transcript.Run(bytes.NewReader(data), 0, unhurried{p}); err != nil {
				t.Fatal(name, err)
			}
			var out, again bytes.Buffer
			found, err := repairLines(data, &out, o)
			if err != nil || !bytes.Equal(out.Bytes(), kept.Bytes()) || bytes.Equal(out.Bytes(), data) {
				t.Errorf("%s, %+v: %v: %d bytes of %d come out, want %d", name, o, err, out.Len(), len(data), kept.Len())
			}
			if want := p.Plan.Report.Len(); len(found) != want || want < 50 {
				t.Errorf("%s, %+v: %d findings, want %d", name, o, len(found), want)
			}
			if left, err := repairLines(out.Bytes(), &again, o); err != nil || !bytes.Equal(again.Bytes(), out.Bytes()) {
				t.Errorf("%s, %+v: a second run finds %d (%v)", name, o, len(left), err)
			}
		}
	}
}

// repairLines writes to out what comes of lines, and returns what was found.
func repairLines(data []byte, out *bytes.Buffer, o pair.Options) (found []transcript.Finding, err error) {
	job := transcript.Job{Source: bytes.NewReader(data), Next: transcript.NewWriter(out)}
	job.Report = func(f transcript.Finding) { found = append(found, f) }
	err = transcript.Run(bytes.NewReader(data), 0, pair.New(o, job))
	return found, err
}
