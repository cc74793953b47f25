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
	s := fmt.Sprintf("from %d to %d ratio %d", n.from, n.deepest, n.ratio)
	for _, f := range []struct {
		is   bool
		name string
	}{{n.asked, "asked"}, {n.rejected, "rejected"}, {n.notice, "notice"}, {n.continues, "continues"}, {n.early, "early"}} {
		if f.is {
			s += " " + f.name
		}
	}
	for _, f := range []struct {
		n    int64
		name string
	}{
		{int64(n.exhausted), "exhausted"}, {n.aim.Chars, "aim chars"}, {n.aim.Tokens, "aim tokens"}, {n.aim.Payload, "aim bytes"},
		{n.most.Chars, "most chars"}, {n.most.Tokens, "most tokens"}, {n.most.Payload, "most bytes"},
	} {
		if f.n > 0 {
			s += fmt.Sprintf(" %s %d", f.name, f.n)
		}
	}
	for _, text := range append(n.doubts, n.incurable) {
		if text != "" {
			s += ": " + text
		}
	}
	return s
}

// What a history needs, by its size, the limits and the last error: each limit at its
// bound and one above it.
func TestNeed(t *testing.T) {
	small := history.Size{Chars: 100, Tokens: 50, Payload: 900}
	bytes := func(n int64) history.Size { return history.Size{Tokens: n / 4, Payload: n} }
	proxy := func(attempt int) *verdict {
		return &verdict{class: classify.PayloadTooLarge, recoverable: true, attempt: attempt}
	}
	model := func(attempt int) *verdict {
		return &verdict{class: classify.ContextOverflow, recoverable: true, attempt: attempt}
	}
	stated := func(limit int64) *verdict {
		return &verdict{class: classify.PayloadTooLarge, recoverable: true, limitBytes: limit}
	}
	other := func(class classify.Class, action classify.Action, seconds string) *verdict {
		return &verdict{class: class, action: action, seconds: seconds}
	}
	const assuming = "assuming a 4 MB payload cap, set TR_MAX_PAYLOAD (e.g. 5MB, 512KB) to adjust"
	const proxyHint = ": behind a proxy or gateway, set TR_MAX_PAYLOAD=5MB (adjust to its limit)"
	const nothing = "from 0 to 3 ratio 50"
	for _, c := range []struct {
		name   string
		o      Options
		size   history.Size
		v      *verdict
		want   string
		status string
	}{
		{"nothing", Options{}, small, nil, nothing, ""},
		{"chars, at the limit", Options{MaxChars: 100}, small, nil, nothing + " aim chars 100 most chars 100", ""},
		{"chars, over it", Options{MaxChars: 99}, small, nil, "from 1 to 3 ratio 50 aim chars 99 most chars 99", ""},
		{"tokens, at the limit", Options{MaxTokens: 50}, small, nil, nothing + " aim tokens 50 most tokens 50", ""},
		{"tokens, over it", Options{MaxTokens: 49}, small, nil, "from 1 to 3 ratio 50 aim tokens 49 most tokens 49", ""},
		{"no cap, large", Options{}, bytes(2_500_000), nil, nothing, ""},
		{"no cap, larger", Options{}, bytes(2_500_001), nil, nothing, "history 2.5 MB" + proxyHint},
		{"no cap, larger and rejected", Options{}, bytes(2_500_001), model(1), "from 1 to 1 ratio 50 rejected aim tokens 543750", ""},
		{"85% of the cap", Options{MaxPayload: 1_000_000}, bytes(850_000), nil, nothing + " most bytes 1000000", ""},
		{"over 85%", Options{MaxPayload: 1_000_000}, bytes(850_001), nil, "from 1 to 3 ratio 40 early aim bytes 700000 most bytes 1000000", "pre-flight: history 850.0 kB = 85% of configured cap (1.0 MB), compacting"},
		{"the cap", Options{MaxPayload: 1_000_000}, bytes(1_000_000), nil, "from 1 to 3 ratio 40 early aim bytes 700000 most bytes 1000000", "pre-flight: history 1.0 MB = 100% of configured cap (1.0 MB), compacting"},
		{"over the cap", Options{MaxPayload: 1_000_000}, bytes(1_000_001), nil, "from 1 to 3 ratio 40 aim bytes 700000 most bytes 1000000", "pre-flight: history 1.0 MB = 100% of configured cap (1.0 MB), compacting"},
		{"half a percent more", Options{MaxPayload: 1_000}, bytes(1_005), nil, "from 1 to 3 ratio 40 aim bytes 700 most bytes 1000", "pre-flight: history 1.0 kB = 101% of configured cap (1.0 kB), compacting"},
		{"a cap of one byte", Options{MaxPayload: 1}, bytes(2), nil, "from 1 to 3 ratio 40 aim bytes 1 most bytes 1", "pre-flight: history 2 bytes = 200% of configured cap (1 bytes), compacting"},
		{"a level", Options{Level: 2}, small, nil, "from 2 to 3 ratio 50 asked", ""},
		{"a level and a limit", Options{Level: 2, MaxChars: 99}, small, nil, "from 2 to 3 ratio 50 asked aim chars 99 most chars 99", ""},
		{"to be continued", Options{Continue: true}, small, nil, nothing + " continues", ""},
		{"an error, to be continued", Options{Continue: true}, small, model(1), "from 1 to 1 ratio 50 rejected aim tokens 43", ""},
		{"a cut answer, to be continued", Options{Continue: true}, small, other(classify.OutputTruncated, "", ""), nothing + " continues", ""},
		{"a cut answer", Options{}, small, other(classify.OutputTruncated, "", ""), nothing + ": output_truncated: raise max_tokens, or ask for the rest with --continue", ""},
		{"another error, to be continued", Options{Continue: true}, small, other(classify.RateLimit, classify.Wait, "20"), nothing + ": rate_limit: wait 20 s and repeat the request", ""},
		{"an error that passes", Options{}, small, other(classify.Overloaded, classify.Wait, ""), nothing + ": overloaded: wait and repeat the request", ""},
		{"an error that may pass", Options{}, small, other(classify.ServerError, classify.Retry, ""), nothing + ": server_error: repeat the request", ""},
		{"an error that does not, over a limit", Options{MaxChars: 99, MaxPayload: 100}, small, other(classify.Auth, classify.FixAccount, ""), nothing + " aim chars 99 most chars 99: auth: fix_account: stop: credit, a plan or access is missing", ""},
		{"an error that does not, and a level", Options{Level: 2}, small, other(classify.Auth, classify.FixAccount, ""), "from 2 to 3 ratio 50 asked", ""},
		{"the first error", Options{}, small, model(0), "from 1 to 1 ratio 50 rejected aim tokens 43", ""},
		{"the second", Options{}, small, model(2), "from 1 to 2 ratio 50 rejected aim tokens 37", ""},
		{"the last", Options{}, small, model(3), "from 1 to 3 ratio 50 rejected aim tokens 25", ""},
		{"of nearly nothing", Options{}, history.Size{Tokens: 1}, model(3), "from 1 to 3 ratio 50 rejected aim tokens 1", ""},
		{"over a limit of one's own", Options{MaxTokens: 40}, small, model(1), "from 1 to 3 ratio 50 rejected aim tokens 40 most tokens 40", ""},
		{"under a limit of one's own", Options{MaxTokens: 60}, small, model(1), "from 1 to 1 ratio 50 rejected aim tokens 43 most tokens 60", ""},
		{"one more", Options{}, small, model(4), nothing + " exhausted 4", ""},
		{"one more, with a level", Options{Level: 1, MaxChars: 1}, small, model(4), nothing + " exhausted 4 aim chars 1 most chars 1", ""},
		{"more are allowed", Options{MaxAttempts: 9}, small, model(7), "from 1 to 3 ratio 50 rejected aim tokens 25", ""},
		{"none is allowed", Options{MaxAttempts: -1}, small, model(1), nothing + " exhausted 1", ""},
		{"counted by the user", Options{Attempt: 2}, small, model(1), "from 1 to 2 ratio 50 rejected aim tokens 37", ""},
		{"counted by the user, who begins again", Options{Attempt: 1}, small, model(3), "from 1 to 1 ratio 50 rejected aim tokens 43", ""},
		{"a proxy", Options{}, small, proxy(1), "from 1 to 1 ratio 50 rejected notice aim bytes 783 most bytes 4000000", assuming},
		{"a proxy, near its cap", Options{}, bytes(3_400_001), proxy(1), "from 1 to 3 ratio 40 rejected notice aim bytes 3400000 most bytes 4000000", assuming},
		{"a proxy, the second time", Options{}, bytes(3_400_001), proxy(2), "from 1 to 3 ratio 40 rejected notice aim bytes 3400000 most bytes 4000000", assuming},
		{"a proxy, at 85%", Options{}, bytes(3_400_000), proxy(1), "from 1 to 1 ratio 50 rejected notice aim bytes 2958000 most bytes 4000000", assuming},
		{"a proxy with a cap", Options{MaxPayload: 2_000}, small, proxy(2), "from 1 to 2 ratio 50 rejected notice aim bytes 675 most bytes 2000", ""},
		{"a proxy that states its cap", Options{}, bytes(3_000_000), stated(1_000_000), "from 1 to 3 ratio 40 rejected notice aim bytes 850000 most bytes 1000000", ""},
		{"one's own cap is smaller", Options{MaxPayload: 900_000}, bytes(3_000_000), stated(1_000_000), "from 1 to 3 ratio 40 rejected notice aim bytes 630000 most bytes 900000", "pre-flight: history 3.0 MB = 333% of configured cap (900.0 kB), compacting"},
		{"one's own cap is larger", Options{MaxPayload: 3_500_000}, bytes(3_000_000), stated(1_000_000), "from 1 to 3 ratio 40 rejected notice aim bytes 850000 most bytes 1000000", "pre-flight: history 3.0 MB = 86% of configured cap (3.5 MB), compacting"},
		{"a cap that cannot be", Options{MaxPayload: 4_000_000}, bytes(3_000_000), stated(15_999), "from 1 to 1 ratio 50 rejected notice aim bytes 2610000 most bytes 4000000: a limit of 15999 bytes is under 16000, which every gateway takes", ""},
		{"a cap that cannot be this history's", Options{MaxPayload: 4_000_000}, bytes(3_000_000), stated(59_999), "from 1 to 1 ratio 50 rejected notice aim bytes 2610000 most bytes 4000000: a limit of 59999 bytes is less than 2% of this history, which has about 3000000", ""},
		{"a cap that just can", Options{MaxPayload: 4_000_000}, bytes(3_000_000), stated(60_000), "from 1 to 3 ratio 40 rejected notice aim bytes 51000 most bytes 60000", ""},
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
	}
}

// The numbers of an error are the target: its limit less what is reserved, less a margin
// that grows with the attempts, in tokens as the API counts.
func TestNeedOfNumbers(t *testing.T) {
	size := history.Size{Tokens: 20_000}
	for _, c := range []struct {
		name         string
		v            verdict
		max          int64
		counted      int64 // what the API makes of the history
		room, target int64 // as the API counts
	}{
		{"limit and size", verdict{limit: 10_000, actual: 30_000}, 0, 30_000, 10_000, 9_500},
		{"what is reserved", verdict{limit: 10_000, actual: 30_000, reserved: 2_000}, 0, 28_000, 8_000, 7_600},
		{"more is reserved than there is", verdict{limit: 10_000, actual: 30_000, reserved: 10_000}, 0, 20_000, 10_000, 9_500},
		{"the limit alone", verdict{limit: 10_000}, 0, 20_000, 10_000, 9_500},
		{"a limit above the estimate", verdict{limit: 25_000}, 0, 25_000, 25_000, 23_750},
		{"a count below the limit", verdict{limit: 30_000, actual: 25_000}, 0, 30_000, 30_000, 28_500},
		{"the second time", verdict{limit: 10_000, actual: 20_000, attempt: 2}, 0, 20_000, 10_000, 9_000},
		{"the fifth", verdict{limit: 10_000, actual: 20_000, attempt: 5}, 0, 20_000, 10_000, 7_500},
		{"the sixth", verdict{limit: 10_000, actual: 20_000, attempt: 6}, 0, 20_000, 10_000, 7_500},
		{"a lower limit of one's own", verdict{limit: 10_000, actual: 20_000}, 5_000, 20_000, 5_000, 5_000},
		{"a higher one", verdict{limit: 10_000, actual: 20_000}, 9_800, 20_000, 9_800, 9_500},
		{"the least limit", verdict{limit: 4_000, actual: 20_000}, 0, 20_000, 4_000, 3_800},
		{"the largest request", verdict{limit: 10_000, actual: 40_000}, 0, 40_000, 10_000, 9_500},
	} {
		c.v.class, c.v.recoverable = classify.ContextOverflow, true
		o := Options{MaxAttempts: 9, MaxTokens: c.max}.filled()
		n := o.needOf(size, &c.v)
		if n.deepest != lastLevel || n.from != 1 || len(n.doubts) > 0 {
			t.Errorf("%s: %s", c.name, inWords(n))
		}
		counts := func(estimated int64) int64 { return (estimated*c.counted + size.Tokens - 1) / size.Tokens }
		for what, got := range map[int64]int64{c.room: n.most.Tokens, c.target: n.aim.Tokens} {
			if counts(got) > what || counts(got+1) <= what && got < size.Tokens {
				t.Errorf("%s: %d estimated tokens are %d, and one more %d, want %d", c.name, got, counts(got), counts(got+1), what)
			}
		}
		if more := n.settle(); more != (c.room > c.target) || n.aim != n.most {
			t.Errorf("%s: the margin is %v more: %v, want %v", c.name, more, n.aim, n.most)
		}
	}
	for name, v := range map[string]verdict{"no limit": {actual: 30_000}, "an empty history": {limit: 10_000}} {
		v.class, v.recoverable = classify.ContextOverflow, true
		s := size
		if name == "an empty history" {
			s.Tokens = 0
		}
		o := Options{}.filled()
		if n := o.needOf(s, &v); n.most != (history.Size{}) || n.deepest != 1 {
			t.Errorf("%s: %s", name, inWords(n))
		}
	}
}

// Numbers that cannot be those of this history are not used, and it is said why.
func TestDoubts(t *testing.T) {
	for _, c := range []struct {
		v      verdict
		tokens int64
		want   string
	}{
		{verdict{limit: 3_999}, 20_000, "a limit of 3999 tokens is under 4000, which every model takes"},
		{verdict{limit: 5_999}, 300_000, "a limit of 5999 tokens is less than 2% of this history, which has about 300000"},
		{verdict{limit: 6_000}, 300_000, ""},
		{verdict{limit: 200_000, actual: 213_462}, 106_730, "a request of 213462 tokens is more than 2 times this history, which has about 106730"},
		{verdict{limit: 200_000, actual: 213_462}, 106_731, ""},
		{verdict{limit: 200_000, actual: 213_462, reserved: 8_000}, 102_731, ""},
	} {
		c.v.class, c.v.recoverable = classify.ContextOverflow, true
		o := Options{}.filled()
		n := o.needOf(history.Size{Tokens: c.tokens}, &c.v)
		if got := strings.Join(n.doubts, "; "); got != c.want || (got != "") != (n.deepest == 1) || (got != "") != (n.aim.Tokens == c.tokens*87/100) {
			t.Errorf("%+v: %q, want %q: %s", c.v, got, c.want, inWords(n))
		}
	}
}

// Every limit is named when it is missed, with the numbers; what is just at it fits.
func TestMissedTarget(t *testing.T) {
	at := history.Size{Chars: 10, Tokens: 10, Payload: 10}
	n := need{most: at}
	if !fits(at, at) {
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
		if got := n.missedTarget(over); got != want || fits(over, at) {
			t.Errorf("%s, want %s; fits %v", got, want, fits(over, at))
		}
	}
	n.counts = 2 // the error tells more than the estimate
	if got := n.missedTarget(history.Size{Tokens: 50}); got != "about 100 tokens, over 20" {
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
	for level, want := range map[int]caps{
		1: {result: 15_000, turn: 100_000, answer: 5_000}, 2: {result: 15_000, turn: 100_000, answer: 5_000, images: true, reasoning: true},
		3: {result: 4_000, turn: 100_000, answer: 5_000, text: 4_000, images: true, reasoning: true},
	} {
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

// A continuation may be there with any of its characters spelled out.
func TestSpelledOut(t *testing.T) {
	for _, text := range []string{noticeWord, cutOff} {
		for i, c := range []byte(text) {
			for _, escape := range []string{`\u%04x`, `\u%04X`} {
				if raw := text[:i] + fmt.Sprintf(escape, c) + text[i+1:]; !spelledOut([]byte(raw)) {
					t.Errorf("none in %s", raw)
				}
			}
		}
	}
	for _, raw := range []string{"", "a text", `\u0`, `\u65e5`} {
		if mayNotify([]byte(raw)) || spelledOut([]byte(raw)) {
			t.Errorf("one in %q", raw)
		}
	}
}
