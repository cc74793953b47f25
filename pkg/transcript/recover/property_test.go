package recover_test

import (
	"bytes"
	"regexp"
	"testing"

	"pgregory.net/rapid"
	"trtools/internal/history"
	"trtools/internal/transcripttest"
	"trtools/pkg/transcript"
	"trtools/pkg/transcript/classify"
	"trtools/pkg/transcript/recover"
)

// Every level leaves a history that the provider takes, that tr-pair finds
// nothing in, that begins with a user, and that has the first and the newest
// user message. A second run changes nothing, and adds no second notice.
func TestLevels(t *testing.T) {
	eachDialect(t, func(t *rapid.T, d transcripttest.Dialect) {
		ev, data := sample(t, d)
		for n := 1; n <= 3; n++ {
			opt := level(n)
			opt.Keep = rapid.IntRange(1, 10).Draw(t, "keep")
			o := run(t, opt, data)
			checkResult(t, d, ev, data, o)
			again := run(t, opt, o.out)
			if !bytes.Equal(again.out, o.out) {
				t.Fatalf("level %d again:\n%s\nbecame\n%s", n, o.out, again.out)
			}
			for _, f := range again.findings {
				if counts(f) && !(d.Log && f.Code == transcript.CannotFit) {
					t.Fatalf("level %d again finds %s: %s", n, f.Code, f.Message)
				}
			}
		}
	})
}

func checkResult(t *rapid.T, d transcripttest.Dialect, ev []transcripttest.Event, data []byte, o outcome) {
	t.Helper()
	if err := transcripttest.Check(d, o.out); err != nil {
		t.Fatalf("%s: %v\ninput:\n%s\noutput:\n%s", transcripttest.Format(ev), err, data, o.out)
	}
	checkPairs(t, o.out)
	for i, list := range d.Read(o.out) {
		checkUsers(t, ev, list, i, o.out)
	}
	if n := bytes.Count(o.out, []byte("HISTORY SHORTENED")); n > 1 {
		t.Fatalf("%d notices:\n%s", n, o.out)
	}
}

func checkUsers(t *rapid.T, ev []transcripttest.Event, list []transcripttest.Item, reader int, out []byte) {
	t.Helper()
	want, got := usersOf(ev), transcripttest.Users(list)
	if len(want) == 0 {
		return
	}
	if len(got) == 0 || got[0] != want[0] || got[len(got)-1] != want[len(want)-1] {
		t.Fatalf("reader %d: user texts %v of %v\n%s", reader, got, want, out)
	}
	if list[0].Role != "user" {
		t.Fatalf("reader %d: the history begins with %s\n%s", reader, list[0].Role, out)
	}
}

var noticeIn = regexp.MustCompile(`\[SYSTEM NOTICE - HISTORY SHORTENED\][^"]*`)

// The higher the level, the smaller the history. Only the notice that something
// was dropped may weigh more than that.
func TestMonotone(t *testing.T) {
	eachDialect(t, func(t *rapid.T, d transcripttest.Dialect) {
		_, data := sample(t, d)
		var last history.Size
		for n := 1; n <= 3; n++ {
			out := run(t, level(n), data).out
			s := sizes(t, out)
			if notice := noticeIn.Find(out); notice != nil {
				s.Chars -= int64(len(notice))
				s.Payload -= int64(len(notice) + 120)
			}
			if n > 1 && (s.Chars > last.Chars || s.Payload > last.Payload) {
				t.Fatalf("level %d has %+v, the one before %+v\n%s", n, s, last, out)
			}
			last = s
		}
	})
}

// The result is the same from a pipe, and for every change there is a finding.
func TestPipe(t *testing.T) {
	eachDialect(t, func(t *rapid.T, d transcripttest.Dialect) {
		_, data := sample(t, d)
		opt := level(rapid.IntRange(1, 3).Draw(t, "level"))
		a, b := run(t, opt, data), runSource(t, opt, data, nil)
		if !bytes.Equal(a.out, b.out) || a.summary != b.summary {
			t.Fatalf("file:\n%s\n%s\npipe:\n%s\n%s", a.out, a.summary, b.out, b.summary)
		}
		if !bytes.Equal(a.out, data) && len(a.findings) == 0 {
			t.Fatalf("changed without a word")
		}
	})
}

// What tr-classify put into the stream tr-recover takes out again.
func TestVerdictsGo(t *testing.T) {
	eachDialect(t, func(t *rapid.T, d transcripttest.Dialect) {
		data := transcripttest.Join(d.Render(transcripttest.Conversation(d).Draw(t, "conversation")))
		extra := rapid.SampledFrom([]string{
			"", `{"type":"error","error":{"message":"Overloaded, 529"}}`, `{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}`,
			`{ "error" : {"code":500} }`, `{"type":"error"}`,
		}).Draw(t, "record")
		if extra != "" {
			data = append(append(data, extra...), '\n')
		}
		if rapid.Bool().Draw(t, "open") {
			data = data[:len(data)-1]
		}
		var opt classify.Options
		if rapid.Bool().Draw(t, "error") {
			opt.Error = "Overloaded, 529"
		}
		mid := classified(t, opt, data)
		if again := classified(t, opt, mid); !bytes.Equal(again, mid) {
			t.Fatalf("tr-classify again:\n%s\nbecame\n%s", mid, again)
		}
		if o := run(t, recover.Options{}, mid); !bytes.Equal(o.out, data) {
			t.Fatalf("in:\n%s\nbetween:\n%s\nout:\n%s", data, mid, o.out)
		}
	})
}

// Without a target or a verdict nothing changes, whatever stands there.
func TestNothingAsked(t *testing.T) {
	eachDialect(t, func(t *rapid.T, d transcripttest.Dialect) {
		_, data := sample(t, d)
		if o := run(t, recover.Options{}, data); !bytes.Equal(o.out, data) || len(o.findings) > 0 {
			t.Fatalf("changed:\n%s\ninto:\n%s\n%v", data, o.out, o.findings)
		}
	})
}

// A verdict on the size of the request brings the notice, once ever.
func TestPayloadNotice(t *testing.T) {
	eachDialect(t, func(t *rapid.T, d transcripttest.Dialect) {
		ev, data := sample(t, d)
		for attempt := 1; attempt <= 3; attempt++ {
			mid := classified(t, classify.Options{Error: "413 Payload Too Large", Attempt: attempt}, data)
			o := run(t, recover.Options{}, mid)
			if o.has(transcript.CannotFit) {
				if !bytes.Equal(o.out, data) {
					t.Fatalf("what cannot fit was changed:\n%s\ninto:\n%s", data, o.out)
				}
				return
			}
			checkResult(t, d, ev, data, o)
			if n := bytes.Count(o.out, []byte("PAYLOAD LIMIT HIT")); n != 1 {
				t.Fatalf("%d notices after attempt %d:\n%s", n, attempt, o.out)
			}
			if bytes.Contains(o.out, []byte(`"classification"`)) {
				t.Fatalf("a verdict is left:\n%s", o.out)
			}
			data = o.out
		}
		o := run(t, recover.Options{}, classified(t, classify.Options{Error: "413 Payload Too Large", Attempt: 4}, data))
		if !o.open() || !bytes.Equal(o.out, data) {
			t.Fatalf("a fourth attempt was made:\n%s", o.out)
		}
	})
}

// A target is reached, notices included, or the history stays and an error says
// so.
func TestTargets(t *testing.T) {
	eachDialect(t, func(t *rapid.T, d transcripttest.Dialect) {
		ev, data := sample(t, d)
		size := sizes(t, data)
		opt := recover.Options{}
		part := rapid.Int64Range(1, 110).Draw(t, "percent")
		switch rapid.IntRange(0, 2).Draw(t, "target") {
		case 0:
			opt.MaxChars = max(1, size.Chars*part/100)
		case 1:
			opt.MaxTokens = max(1, size.Tokens*part/100)
		default:
			opt.MaxPayload = max(1, size.Payload*part/100)
		}
		o := run(t, opt, data)
		got := sizes(t, o.out)
		fits := (opt.MaxChars == 0 || got.Chars <= opt.MaxChars) && (opt.MaxTokens == 0 || got.Tokens <= opt.MaxTokens) &&
			(opt.MaxPayload == 0 || got.Payload <= opt.MaxPayload)
		if !fits && (!o.has(transcript.CannotFit) || !bytes.Equal(o.out, data)) {
			t.Fatalf("%+v is over %+v, and nothing says so: %v", got, opt, o.findings)
		}
		if fits && o.has(transcript.CannotFit) {
			t.Fatalf("%+v fits %+v, but: %v", got, opt, o.findings)
		}
		if fits && !bytes.Equal(o.out, data) {
			checkResult(t, d, ev, data, o)
		}
	})
}

// The same for one conversation and every target from next to nothing to all of it: at
// some of them it is the notice alone that does not fit any more.
func TestEveryTarget(t *testing.T) {
	for _, d := range transcripttest.All() {
		if d.Inside {
			continue
		}
		t.Run(d.Name, func(t *testing.T) {
			t.Parallel()
			data := d.Bytes("U A[a] R(a) F U A[b] R(b) F U F U A[c] R(c) A[d] R(d) F U A[e] R(e) F U F")
			for whole, tokens := sizes(t, data).Tokens, int64(1); tokens < whole; tokens += 5 {
				o := run(t, recover.Options{MaxTokens: tokens}, data)
				if got := sizes(t, o.out); got.Tokens > tokens && (!o.has(transcript.CannotFit) || !bytes.Equal(o.out, data)) {
					t.Fatalf("%d tokens of %d, %d were asked for\n%s", got.Tokens, whole, tokens, o.out)
				}
			}
		})
	}
}
