package recover

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"trtools/internal/history"
	"trtools/pkg/transcript/classify"
)

// inWords returns a need in a few words.
func inWords(n need) string {
	s := fmt.Sprintf("from %d ratio %d", n.from, n.ratio)
	for _, f := range []struct {
		is   bool
		name string
	}{{n.asked, "asked"}, {n.gradual, "gradual"}, {n.rejected, "rejected"}, {n.notice, "notice"}, {n.continues, "continues"}, {n.early, "early"}} {
		if f.is {
			s += " " + f.name
		}
	}
	if n.exhausted > 0 {
		s += fmt.Sprintf(" exhausted %d", n.exhausted)
	}
	return s
}

// What a history needs, by its size, the limits and the last error: each limit at its
// bound and one above it.
func TestNeed(t *testing.T) {
	small := history.Size{Chars: 100, Tokens: 50, Payload: 900}
	proxy := func(attempt int) *verdict {
		return &verdict{class: classify.PayloadTooLarge, recoverable: true, attempt: attempt}
	}
	model := func(attempt int) *verdict {
		return &verdict{class: classify.ContextOverflow, recoverable: true, attempt: attempt}
	}
	const assuming = "assuming a 4 MB payload cap, set CHATCLI_MAX_PAYLOAD (e.g. 5MB, 512KB) to adjust"
	const proxyHint = ": behind a proxy or gateway, set CHATCLI_MAX_PAYLOAD=5MB (adjust to its limit)"
	for _, c := range []struct {
		name   string
		o      Options
		size   history.Size
		v      *verdict
		want   string
		status string
	}{
		{"nothing", Options{}, small, nil, "from 0 ratio 50", ""},
		{"chars, at the limit", Options{MaxChars: 100}, small, nil, "from 0 ratio 50", ""},
		{"chars, over it", Options{MaxChars: 99}, small, nil, "from 1 ratio 50 gradual", ""},
		{"tokens, at the limit", Options{MaxTokens: 50}, small, nil, "from 0 ratio 50", ""},
		{"tokens, over it", Options{MaxTokens: 49}, small, nil, "from 1 ratio 50 gradual", ""},
		{"no cap, large", Options{}, history.Size{Payload: 2_500_000}, nil, "from 0 ratio 50", ""},
		{"no cap, larger", Options{}, history.Size{Payload: 2_500_001}, nil, "from 0 ratio 50", "history 2.5 MB" + proxyHint},
		{"no cap, larger and rejected", Options{}, history.Size{Payload: 2_500_001}, model(1), "from 1 ratio 50 rejected", ""},
		{"85% of the cap", Options{MaxPayload: 1_000_000}, history.Size{Payload: 850_000}, nil, "from 0 ratio 50", ""},
		{"over 85%", Options{MaxPayload: 1_000_000}, history.Size{Payload: 850_001}, nil, "from 1 ratio 40 gradual early", "pre-flight: history 850.0 kB = 85% of configured cap (1.0 MB), compacting"},
		{"the cap", Options{MaxPayload: 1_000_000}, history.Size{Payload: 1_000_000}, nil, "from 1 ratio 40 gradual early", "pre-flight: history 1.0 MB = 100% of configured cap (1.0 MB), compacting"},
		{"over the cap", Options{MaxPayload: 1_000_000}, history.Size{Payload: 1_000_001}, nil, "from 1 ratio 40 gradual", "pre-flight: history 1.0 MB = 100% of configured cap (1.0 MB), compacting"},
		{"half a percent more", Options{MaxPayload: 1_000}, history.Size{Payload: 1_005}, nil, "from 1 ratio 40 gradual", "pre-flight: history 1.0 kB = 101% of configured cap (1.0 kB), compacting"},
		{"a cap of one byte", Options{MaxPayload: 1}, history.Size{Payload: 2}, nil, "from 1 ratio 40 gradual", "pre-flight: history 0.0 kB = 200% of configured cap (0.0 kB), compacting"},
		{"a level", Options{Level: 2}, small, nil, "from 2 ratio 50 asked", ""},
		{"a level and a limit", Options{Level: 2, MaxChars: 99}, small, nil, "from 2 ratio 50 asked", ""},
		{"to be continued", Options{Continue: true}, small, nil, "from 0 ratio 50 continues", ""},
		{"an error, to be continued", Options{Continue: true}, small, model(1), "from 1 ratio 50 rejected", ""},
		{"another error, to be continued", Options{Continue: true}, small, &verdict{class: classify.RateLimit}, "from 0 ratio 50 continues", ""},
		{"the first error", Options{}, small, model(0), "from 1 ratio 50 rejected", ""},
		{"the second", Options{}, small, model(2), "from 2 ratio 50 rejected", ""},
		{"the last", Options{}, small, model(3), "from 3 ratio 50 rejected", ""},
		{"one more", Options{}, small, model(4), "from 0 ratio 50 exhausted 4", ""},
		{"one more, with a level", Options{Level: 1, MaxChars: 1}, small, model(4), "from 0 ratio 50 exhausted 4", ""},
		{"more are allowed", Options{MaxAttempts: 9}, small, model(7), "from 3 ratio 50 rejected", ""},
		{"none is allowed", Options{MaxAttempts: -1}, small, model(1), "from 0 ratio 50 exhausted 1", ""},
		{"counted by the user", Options{Attempt: 2}, small, model(1), "from 2 ratio 50 rejected", ""},
		{"counted by the user, who begins again", Options{Attempt: 1}, small, model(3), "from 1 ratio 50 rejected", ""},
		{"a proxy", Options{}, small, proxy(1), "from 1 ratio 50 rejected notice", assuming},
		{"a proxy, near its cap", Options{}, history.Size{Payload: 3_400_001}, proxy(1), "from 1 ratio 40 rejected notice", assuming},
		{"a proxy, the second time", Options{}, history.Size{Payload: 3_400_001}, proxy(2), "from 2 ratio 40 rejected notice", assuming},
		{"a proxy, at 85%", Options{}, history.Size{Payload: 3_400_000}, proxy(1), "from 1 ratio 50 rejected notice", assuming},
		{"a proxy with a cap", Options{MaxPayload: 2_000}, small, proxy(2), "from 2 ratio 50 rejected notice", ""},
		{"a proxy that is not to be tried again", Options{}, small, &verdict{class: classify.PayloadTooLarge}, "from 0 ratio 50", ""},
	} {
		o := c.o.filled()
		n := o.needOf(c.size, c.v)
		if got := inWords(n); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
		if got := strings.Join(n.statuses, "; "); got != c.status {
			t.Errorf("%s: says %q, want %q", c.name, got, c.status)
		}
		if empty := n.from == 0 && !strings.Contains(c.want, "continues"); n.isEmpty() != empty {
			t.Errorf("%s: empty %v", c.name, n.isEmpty())
		}
		if limited := n.limits != (history.Size{}); limited != n.limited() {
			t.Errorf("%s: limited %v", c.name, n.limited())
		}
	}
}

// The numbers of an error are the target: its limit less what is reserved, less a margin
// that grows with the attempts, in tokens as the API counts.
func TestNeedOfNumbers(t *testing.T) {
	size := history.Size{Tokens: 2_000}
	for _, c := range []struct {
		name         string
		v            verdict
		max          int64
		scale        scale
		room, target int64 // as the API counts
	}{
		{"limit and size", verdict{limit: 1_000, actual: 3_000}, 0, scale{2_000, 3_000}, 1_000, 950},
		{"what is reserved", verdict{limit: 1_000, actual: 3_000, reserved: 200}, 0, scale{2_000, 2_800}, 800, 760},
		{"more is reserved than there is", verdict{limit: 1_000, actual: 3_000, reserved: 1_000}, 0, scale{2_000, 2_000}, 1_000, 950},
		{"the limit alone", verdict{limit: 1_000}, 0, scale{2_000, 2_000}, 1_000, 950},
		{"a limit above the estimate", verdict{limit: 2_500}, 0, scale{2_000, 2_500}, 2_500, 2_375},
		{"a count below the limit", verdict{limit: 3_000, actual: 2_500}, 0, scale{2_000, 3_000}, 3_000, 2_850},
		{"the second time", verdict{limit: 1_000, actual: 2_000, attempt: 2}, 0, scale{2_000, 2_000}, 1_000, 900},
		{"the fifth", verdict{limit: 1_000, actual: 2_000, attempt: 5}, 0, scale{2_000, 2_000}, 1_000, 750},
		{"the sixth", verdict{limit: 1_000, actual: 2_000, attempt: 6}, 0, scale{2_000, 2_000}, 1_000, 750},
		{"a lower limit of one's own", verdict{limit: 1_000, actual: 2_000}, 500, scale{2_000, 2_000}, 500, 500},
		{"a higher one", verdict{limit: 1_000, actual: 2_000}, 980, scale{2_000, 2_000}, 980, 950},
	} {
		c.v.class, c.v.recoverable = classify.ContextOverflow, true
		o := Options{MaxAttempts: 9, MaxTokens: c.max}.filled()
		n := o.needOf(size, &c.v)
		if n.scale != c.scale || !n.gradual || n.from != 1 {
			t.Errorf("%s: scale %v, want %v; %s", c.name, n.scale, c.scale, inWords(n))
		}
		for what, got := range map[int64]int64{c.room: n.room, c.target: n.limits.Tokens} {
			if n.scale.tokens(got) > what || n.scale.tokens(got+1) <= what && got < size.Tokens {
				t.Errorf("%s: %d estimated tokens are %d, and one more %d, want %d", c.name, got, n.scale.tokens(got), n.scale.tokens(got+1), what)
			}
		}
		if more := n.useMargin(); more != (c.room > c.target) || n.limits.Tokens != n.room {
			t.Errorf("%s: the margin is %v more: %d, want %d", c.name, more, n.limits.Tokens, n.room)
		}
	}
	for name, v := range map[string]verdict{"no limit": {actual: 3_000}, "an empty history": {limit: 1_000}} {
		v.class, v.recoverable = classify.ContextOverflow, true
		s := size
		if name == "an empty history" {
			s.Tokens = 0
		}
		o := Options{}.filled()
		if n := o.needOf(s, &v); n.limited() || n.gradual || n.scale != (scale{}) {
			t.Errorf("%s: %s, %v", name, inWords(n), n.limits)
		}
	}
}

// Every limit is named when it is missed, with the numbers; what is just at it fits.
func TestMissedTarget(t *testing.T) {
	at := history.Size{Chars: 10, Tokens: 10, Payload: 10}
	n := need{limits: at}
	if !n.fits(at, 100) {
		t.Error("a size at the limits does not fit")
	}
	for want, over := range map[string]history.Size{
		"11 chars, over 10":          {Chars: 11, Tokens: 11, Payload: 11},
		"about 11 tokens, over 10":   {Chars: 10, Tokens: 11, Payload: 11},
		"11 bytes, over 10 bytes":    {Chars: 10, Tokens: 10, Payload: 11},
		"100.0 kB, over 10 bytes":    {Payload: 100_000},
		"99999 bytes, over 10 bytes": {Payload: 99_999},
		"1.0 MB, over 10 bytes":      {Payload: 1_000_000},
	} {
		if got := n.missedTarget(over); got != want || n.fits(over, 100) {
			t.Errorf("%s, want %s; fits %v", got, want, n.fits(over, 100))
		}
	}
	if half := (history.Size{Payload: 5}); !n.fits(half, 50) || n.fits(half, 49) {
		t.Error("half of the payload limit")
	}
	n.scale = scale{100, 200}
	if got := n.missedTarget(history.Size{Tokens: 50}); got != "about 100 tokens, over 20" {
		t.Error(got)
	}
	if got := megabytes(999_999); got != "1000.0 kB" {
		t.Error(got)
	}
}

// The defaults, and what negative numbers stand for.
func TestFilled(t *testing.T) {
	if o := (Options{}).filled(); o.Keep != 10 || o.MaxAttempts != 3 || o.Result != 20_000 || o.Turn != 200_000 {
		t.Errorf("%+v", o)
	}
	if o := (Options{Keep: -1, MaxAttempts: -2, Result: -3, Turn: -4}).filled(); o.Keep != 0 || o.MaxAttempts != 0 || o.Result != 0 || o.Turn != 0 {
		t.Errorf("%+v", o)
	}
	o := (Options{Result: 30_000}).filled()
	for level, want := range map[int]caps{1: {15_000, 100_000}, 2: {15_000, 100_000}, 3: {4_000, 100_000}} {
		if got := o.caps(&need{ratio: 50}, level); got != want {
			t.Errorf("level %d: %v, want %v", level, got, want)
		}
	}
}

// Notices are found again, with what they say, and nothing else is.
func TestNotices(t *testing.T) {
	for text, want := range map[string]string{
		"[SYSTEM NOTICE - HISTORY SHORTENED] 1 older message of this conversation was left out":                                      "1 ",
		"[SYSTEM NOTICE - HISTORY SHORTENED] 123456789 older messages of this conversation, from 2026-01-02T03:04:05Z on, were left": "123456789 2026-01-02T03:04:05Z",
		"before [SYSTEM NOTICE - HISTORY SHORTENED] 7 older messages of this conversation were":                                      "7 ",
		"[SYSTEM NOTICE - HISTORY SHORTENED] many older messages of this conversation were":                                          "",
		"7 older messages of this conversation were":                                                                                 "",
	} {
		got := ""
		if s, ok := readDropped(text); ok {
			got = fmt.Sprintf("%d %s", s.Messages, s.From)
		}
		if got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
	for _, paths := range []bool{true, false} {
		text := payloadNotice(paths)
		var found []int
		for _, p := range []string{"(1) when reading files", "(2) prefer grep", "(3) a large file read before", "(4) summarize findings", "(3) summarize findings"} {
			found = append(found, strings.Index(text, p))
		}
		if there := []bool{true, true, paths, paths, !paths}; !slices.EqualFunc(found, there, func(at int, is bool) bool { return at >= 0 == is }) || !isNotice(text) {
			t.Errorf("paths %v: %v in %s", paths, found, text)
		}
	}
	if !isNotice(Continuation) || isNotice(Continuation+" ") || isNotice("a text") {
		t.Error("the continuation")
	}
}
