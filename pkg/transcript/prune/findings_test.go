package prune_test

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"trtools/internal/history"
	"trtools/internal/transcripttest"
	"trtools/pkg/transcript"
	"trtools/pkg/transcript/prune"
	"trtools/pkg/transcript/tokens"
)

// long is a chat of 12 messages in 6 units or less.
var long = transcripttest.Named("openai-chat").Bytes("U A[x] R(x) F U A[y] R(y) F U F U F")

// told returns the messages of the findings of a code.
func told(o outcome, c transcript.Code) (list []string) {
	for _, f := range o.findings {
		if f.Code == c {
			list = append(list, f.Message)
		}
	}
	return list
}

func sizesOf(s history.Size) string {
	noun := "messages"
	if s.Messages == 1 {
		noun = "message"
	}
	return fmt.Sprintf("%d chars, %d tokens, %d %s, %d bytes payload", s.Chars, s.Tokens, s.Messages, noun, s.Payload)
}

// limitsOf returns options with one limit, and its name, for each kind.
func limitsOf(s history.Size, less int64) map[string]prune.Options {
	return map[string]prune.Options{
		"chars": {MaxChars: s.Chars - less}, "tokens": {MaxTokens: s.Tokens - less},
		"messages": {MaxMessages: s.Messages - less}, "bytes": {MaxPayload: s.Payload - less},
	}
}

// A history that is just as large as it may be stays; one that is over by one loses
// something, and is told what it was, what goes and what is left.
func TestToldOfEveryLimit(t *testing.T) {
	size := sizeOf(t, long)
	for name, o := range limitsOf(size, 0) {
		if got := run(t, o, long, nil); !bytes.Equal(got.out, long) || len(got.findings) > 0 || got.summary != "" {
			t.Errorf("at the limit of %s: %+v", name, got.findings)
		}
	}
	for name, o := range limitsOf(size, 1) {
		got := run(t, o, long, nil)
		left := sizeOf(t, got.out)
		list := told(got, transcript.DroppedMessages)
		var gone, units int
		if len(list) == 1 {
			rest, ok := strings.CutPrefix(list[0], fmt.Sprintf("history is over the limit of %s: %s, of %d bytes; ", name, sizesOf(size), len(long)))
			if n, _ := fmt.Sscanf(rest, "%d of %d units are removed, ", &gone, &units); !ok || n != 2 || !strings.HasSuffix(rest, "units are removed, "+sizesOf(left)+" stay") {
				t.Errorf("%s: %s", name, list[0])
			}
		}
		records := len(told(got, transcript.PrunedRecord))
		if want := bytes.Count(long, []byte("\n")) - bytes.Count(got.out, []byte("\n")); gone == 0 || gone >= units || records != want || len(got.rejects) != want {
			t.Errorf("%s: %q, %d of %d units, %d findings and %d rejects for %d records", name, list, gone, units, records, len(got.rejects), want)
		}
		went := size.Messages - left.Messages
		messages := map[bool]string{true: "1 message", false: fmt.Sprintf("%d messages", went)}[went == 1]
		unit := map[bool]string{true: "1 unit", false: fmt.Sprintf("%d units", gone)}[gone == 1]
		if want := fmt.Sprintf("%s in %s removed; now %s, of %d bytes", messages, unit, sizesOf(left), len(long)); got.summary != want {
			t.Errorf("%s: the summary is %s, want %s", name, got.summary, want)
		}
	}
}

// Several limits are all named, and so is that something was asked for.
func TestReasons(t *testing.T) {
	size := sizeOf(t, long)
	for want, o := range map[string]prune.Options{
		"history is over the limits of tokens, chars, messages, bytes: ":                           {MaxTokens: 1 + size.Tokens/2, MaxChars: 1 + size.Chars/2, MaxMessages: 7, MaxPayload: 1 + size.Payload/2},
		"history holds what --tool or --id names: ":                                                {Tools: []string{"run_y"}},
		"history holds what --tool or --id names, and is over the limit of messages: ":             {MaxMessages: size.Messages - 1, IDs: []string{"y"}},
		"history is over the limit of messages and cannot be made to fit, so nothing is removed: ": {MaxMessages: 1, MaxChars: size.Chars - 1},
	} {
		got := run(t, o, long, nil)
		list := append(told(got, transcript.DroppedMessages), told(got, transcript.CannotFit)...)
		if len(list) != 1 || !strings.HasPrefix(list[0], want) {
			t.Errorf("%q, want %s", list, want)
		}
		if strings.Contains(want, "cannot") {
			if !strings.Contains(list[0], sizesOf(size)+", of ") || !strings.HasSuffix(list[0], " have to stay") || !bytes.Equal(got.out, long) || len(got.findings) != 1 || got.summary != "" {
				t.Errorf("%q, %d findings, %s", list, len(got.findings), got.summary)
			}
		}
	}
}

// Tokens are those of the model that is asked for.
func TestEstimate(t *testing.T) {
	words := bytes.ReplaceAll(long, []byte("result of"), []byte(strings.Repeat("7301 ", 200)))
	limit := int64(0)
	for _, line := range bytes.Split(words, []byte("\n")) {
		limit += int64(len(line)) / 4
	}
	if got := run(t, prune.Options{MaxTokens: limit, Estimate: tokens.Chars4}, words, nil); len(got.findings) > 0 {
		t.Errorf("a quarter of the chars: %v", told(got, transcript.DroppedMessages))
	}
	if got := run(t, prune.Options{MaxTokens: limit}, words, nil); !got.has(transcript.DroppedMessages) {
		t.Errorf("calibrated: nothing goes of %d tokens at %d", sizeOf(t, words).Tokens, limit)
	}
}

// What stays: so many units at either end, the first and the last user's words, system
// messages; summaries go last.
func TestOrder(t *testing.T) {
	lines := strings.SplitAfter(string(long), "\n")
	for _, c := range []struct {
		name string
		o    prune.Options
		want []int // lines that are left
	}{
		{"oldest first", prune.Options{MaxMessages: 9}, []int{0, 4, 5, 6, 7, 8, 9, 10, 11}},
		{"the first stay", prune.Options{MaxMessages: 9, KeepFirst: 4}, []int{0, 1, 2, 3, 7, 8, 9, 10, 11}},
		{"the last stay", prune.Options{MaxMessages: 4, KeepLast: 2}, []int{0, 9, 10, 11}},
	} {
		got := run(t, c.o, []byte(strings.Join(lines, "")), nil)
		var want string
		for _, i := range c.want {
			want += lines[i]
		}
		if string(got.out) != want {
			t.Errorf("%s: got\n%s\nwant\n%s", c.name, got.out, want)
		}
	}
}

// A notice that is made again counts what the one before counted, and says since when.
func TestNoticeOfNotices(t *testing.T) {
	d := transcripttest.Named("claude-serial")
	data := d.Bytes("U F U A[x] R(x) F U F U F U F")
	first := run(t, prune.Options{MaxMessages: 7, Notice: true}, data, nil)
	second := run(t, prune.Options{MaxMessages: 5, Notice: true}, first.out, nil)
	direct := run(t, prune.Options{MaxMessages: 5, Notice: true}, data, nil)
	notice := func(out []byte) string {
		at := bytes.Index(out, []byte("HISTORY SHORTENED]"))
		if at < 0 {
			return "none"
		}
		text, _, _ := bytes.Cut(out[at:], []byte(`"`))
		return string(text)
	}
	if a, b := notice(second.out), notice(direct.out); a != b || !strings.Contains(a, " older messages of this conversation") {
		t.Errorf("in two steps %q, in one %q", a, b)
	}
	if again := run(t, prune.Options{MaxMessages: 5, Notice: true}, second.out, nil); !bytes.Equal(again.out, second.out) || len(again.findings) > 0 {
		t.Error("another run changes something")
	}
}

// A named call that is still open stays, and so does one that is to be kept; what a
// compaction put in cannot go, and that is said.
func TestNamedAndKept(t *testing.T) {
	d := transcripttest.Named("openai-chat")
	for _, c := range []struct {
		name, story string
		o           prune.Options
		goes        bool
	}{
		{"by name, in the middle", "U A[x] R(x) F U F", prune.Options{Tools: []string{"run_x"}, KeepLast: 1}, true},
		{"by name, among the first", "U A[x] R(x) F U F", prune.Options{Tools: []string{"run_x"}, KeepFirst: 3}, false},
		{"by id, among the first", "U A[x] R(x) F U F", prune.Options{IDs: []string{"x"}, KeepFirst: 3}, true},
		{"another name", "U A[x] R(x) F U F", prune.Options{Tools: []string{"run"}}, false},
		{"another id", "U A[x] R(x) F U F", prune.Options{IDs: []string{"run_x"}}, false},
		{"one of two calls", "U A[x,y] R(x) R(y) F U F", prune.Options{Tools: []string{"run_y"}}, true},
	} {
		got := run(t, c.o, d.Bytes(c.story), nil)
		if goes := !bytes.Contains(got.out, []byte("result of x")); goes != c.goes || goes != (got.summary != "") {
			t.Errorf("%s: goes %v, %s\n%s", c.name, goes, got.summary, got.out)
		}
	}
}

// What a compaction put in or keeps cannot go, and that is said.
func TestNamedInACompaction(t *testing.T) {
	data := transcripttest.Named("pi").Bytes("U A[x] R(x) F C4 U F")
	for _, ids := range [][]string{{"x"}, {"x", "a0000003"}, {"a0000003", "x"}} { // of the call, and of the record with the result
		got := run(t, prune.Options{IDs: ids}, data, nil)
		want := `a compaction inserted or keeps it, so it cannot be removed: "x"`
		if !bytes.Equal(got.out, data) || !slices.Equal(told(got, transcript.UnknownPin), []string{want}) {
			t.Errorf("%q: %+v\n%s", ids, got.findings, data)
		}
	}
}

// Conversations that stand on one line each are counted together in the summary.
func TestConversationsOnLines(t *testing.T) {
	d := transcripttest.Named("conv-messages")
	one := d.Bytes("U A[x] R(x) F U F U F")
	data := append(bytes.Clone(one), one...)
	single := run(t, prune.Options{MaxMessages: 5}, one, nil)
	both := run(t, prune.Options{MaxMessages: 5}, data, nil)
	if string(both.out) != string(single.out)+string(single.out) {
		t.Errorf("two conversations become\n%s", both.out)
	}
	var m, u, chars, tok, messages, payload, of int
	parse := func(s string) (got [7]int) {
		if _, err := fmt.Sscanf(s, "%d messages in %d units removed; now %d chars, %d tokens, %d messages, %d bytes payload, of %d bytes", &m, &u, &chars, &tok, &messages, &payload, &of); err != nil {
			if _, err := fmt.Sscanf(s, "%d messages in %d unit removed; now %d chars, %d tokens, %d messages, %d bytes payload, of %d bytes", &m, &u, &chars, &tok, &messages, &payload, &of); err != nil {
				t.Errorf("%s: %v", s, err)
			}
		}
		return [7]int{m, u, chars, tok, messages, payload, of}
	}
	a, b := parse(single.summary), parse(both.summary)
	for i := range a {
		if b[i] != 2*a[i] || a[i] == 0 {
			t.Errorf("one: %s\ntwo: %s", single.summary, both.summary)
			break
		}
	}
}

// A unit that is pinned stays, whatever else is asked to go; one that is asked for goes,
// whatever else is pinned.
func TestPinnedAndNamed(t *testing.T) {
	got := run(t, prune.Options{Pins: []string{"x"}, IDs: []string{"y"}}, long, nil)
	if !bytes.Contains(got.out, []byte("result of x")) || bytes.Contains(got.out, []byte("result of y")) {
		t.Errorf("left:\n%s", got.out)
	}
	got = run(t, prune.Options{Pins: []string{"x"}, MaxMessages: 6}, long, nil)
	if !bytes.Contains(got.out, []byte("result of x")) || bytes.Contains(got.out, []byte("result of y")) {
		t.Errorf("with a limit, left:\n%s", got.out)
	}
}

// A summary goes after all that is no summary: it stands for what was before it.
func TestSummariesGoLast(t *testing.T) {
	data := transcripttest.Named("claude-serial").Bytes("U F C U F U F U F U F")
	size := sizeOf(t, data)
	for n := size.Messages - 1; n > 3; n-- {
		got := run(t, prune.Options{MaxMessages: n}, data, nil)
		if !got.has(transcript.DroppedMessages) || !bytes.Contains(got.out, []byte("Summary 3")) {
			t.Errorf("%d messages: %q\n%s", n, got.summary, got.out)
		}
	}
}

// The order of a linked history is that of its links: where a record stands behind its
// child the same goes as if it stood in front of it, and as much is left.
func TestParentsBehindTheirChildren(t *testing.T) {
	for _, name := range []string{"claude-serial", "pi"} {
		lines := bytes.SplitAfter(transcripttest.Named(name).Bytes("U F U A[x] R(x) F U F U F"), []byte("\n"))
		straight := run(t, prune.Options{MaxMessages: 7}, bytes.Join(lines, nil), nil)
		for i := 2; i+3 < len(lines); i++ { // the last record is the leaf
			swapped := slices.Clone(lines)
			swapped[i], swapped[i+1] = lines[i+1], lines[i]
			got := run(t, prune.Options{MaxMessages: 7}, bytes.Join(swapped, nil), nil)
			if got.summary != straight.summary || len(got.rejects) != len(straight.rejects) {
				t.Errorf("%s, lines %d and %d: %q, %d records go; want %q, %d", name, i, i+1, got.summary, len(got.rejects), straight.summary, len(straight.rejects))
			}
		}
	}
}

// What is told to be left is what is there, the notice included, and no limit is
// passed by it.
func TestNoticeIsCounted(t *testing.T) {
	for _, d := range transcripttest.All() {
		if d.Log || d.Inside {
			continue // nothing goes, or it stands inside a line
		}
		data := d.Bytes("U F U A[x] R(x) F U F U F U F U F U F U F U F U F U F U F U F")
		for name, o := range limitsOf(sizeOf(t, data), 20) {
			o.Notice = true
			got := run(t, o, data, nil)
			if left := sizesOf(sizeOf(t, got.out)); !strings.Contains(got.summary, "; now "+left+", of ") {
				t.Errorf("%s, %s: %s, but %s are left\n%s", d.Name, name, got.summary, left, got.out)
			}
		}
	}
}

// Only a notice of this project is taken for an earlier one: what else a client puts in
// stays where it is, with words and without.
func TestNoticeOfClients(t *testing.T) {
	picture := `[{"type":"image","source":{"type":"base64","media_type":"image/png","data":"iVBORw0KGgo="}}]`
	for _, content := range []string{picture, `"Caveat: what follows was run by the user."`} {
		meta := transcripttest.Named("claude-serial").Bytes("U F U F U F")
		lines := bytes.SplitAfter(meta, []byte("\n"))
		lines[4] = bytes.Replace(lines[4], []byte(`"content":"user text 3"`), []byte(`"content":`+content), 1)
		lines[4] = bytes.Replace(lines[4], []byte(`{`), []byte(`{"isMeta":true,`), 1)
		got := run(t, prune.Options{MaxMessages: 4, Notice: true}, bytes.Join(lines, nil), nil)
		if !got.has(transcript.DroppedMessages) || !bytes.Contains(got.out, []byte(content)) || !bytes.Contains(got.out, []byte("] 1 older message ")) {
			t.Errorf("%s\n%s", got.summary, got.out)
		}
	}
}

// A notice tells since when something is missing if the clients wrote a time, and not
// what else stands in its place.
func TestNoticeTellsTimesOnly(t *testing.T) {
	d := transcripttest.Named("claude-serial")
	lines := bytes.SplitAfter(d.Bytes("U F U F U F U F"), []byte("\n"))
	stamp := regexp.MustCompile(`"timestamp":"([^"]*)"`)
	o := prune.Options{MaxMessages: 5, Notice: true}
	first := string(stamp.FindSubmatch(lines[1])[1]) // the first user's words stay
	got := run(t, o, bytes.Join(lines, nil), nil)
	if !bytes.Contains(got.out, []byte("conversation, from "+first+" on, were dropped")) {
		t.Errorf("from %s:\n%s", first, got.out)
	}
	behind := strings.Replace(string(stamp.FindSubmatch(lines[3])[1]), ".000Z", ".001Z", 1) // the last of those that go
	if at := bytes.Index(got.out, []byte("HISTORY SHORTENED")); !bytes.Contains(got.out[at:at+bytes.IndexByte(got.out[at:], '\n')], []byte(behind)) {
		t.Errorf("no notice at %s:\n%s", behind, got.out)
	}
	for i := range lines {
		lines[i] = stamp.ReplaceAll(lines[i], []byte(`"timestamp":"yesterday"`))
	}
	if got := run(t, o, bytes.Join(lines, nil), nil); !bytes.Contains(got.out, []byte("] 3 older messages of this conversation were dropped")) {
		t.Errorf("from no time:\n%s", got.out)
	}
}

// What has to stay is what the smallest limit leaves that can be kept, and a limit below
// it, down to 1, cannot be kept.
func TestLeast(t *testing.T) {
	kinds := []struct{ name, format string }{{"chars", "%d chars,"}, {"tokens", " %d tokens,"}, {"messages", " %d messages,"}, {"bytes", " %d bytes payload "}}
	for _, kind := range kinds {
		limit := func(n int64) outcome {
			return run(t, limitsOf(history.Size{Chars: n, Tokens: n, Messages: n, Payload: n}, 0)[kind.name], long, nil)
		}
		one := told(limit(1), transcript.CannotFit)
		if len(one) != 1 || !strings.HasPrefix(one[0], "history is over the limit of "+kind.name+" and cannot be made to fit") {
			t.Errorf("1 of %s: %q", kind.name, one)
			continue
		}
		_, least, _ := strings.Cut(one[0], "; ")
		number := regexp.MustCompile(strings.Replace(kind.format, "%d", `(\d+)`, 1)).FindStringSubmatch(least)
		n, _ := strconv.ParseInt(number[1], 10, 64)
		got := limit(n)
		if want := sizesOf(sizeOf(t, got.out)) + " have to stay"; got.has(transcript.CannotFit) || least != want {
			t.Errorf("%d of %s leave %s, told %q", n, kind.name, want, least)
		}
		if got := limit(n - 1); !got.has(transcript.CannotFit) || !bytes.Equal(got.out, long) {
			t.Errorf("%d of %s: %s", n-1, kind.name, got.summary)
		}
	}
}

// The notice stands where the first messages went: behind those that are kept in front of
// them, in front of those that are kept between them and others.
func TestPlaceOfTheNotice(t *testing.T) {
	for _, d := range transcripttest.All() {
		if d.Log || d.Inside || d.Ordered || d.Name == "converse" || d.Inline || d.Name == "cursor" {
			continue // nothing goes, it is a part of a message, or units are other ones
		}
		o := prune.Options{Tools: []string{"run_x", "run_y"}, Notice: true}
		for story, want := range map[string][]string{
			"U F U A[x] R(x) F U F U A[y] R(y) F U F U F": {"user text 2", "HISTORY SHORTENED", "final 6"},
			"A[x] R(x) F U F U A[y] R(y) F U F":           {"HISTORY SHORTENED", "final 3", "user text 1"},
		} {
			got := run(t, o, d.Bytes(story), nil)
			order := regexp.MustCompile(`HISTORY SHORTENED|user text \d|final \d+|result of \w`).FindAllString(string(got.out), -1)
			from := slices.Index(order, want[0])
			if from < 0 || !slices.Equal(order[from:min(from+3, len(order))], want) || slices.Contains(order, "result of y") {
				t.Errorf("%s, %s: %q\n%s", d.Name, story, order, got.out)
			}
		}
	}
}

// A notice of an earlier run that a compaction keeps cannot go: it stays as it is, and
// so does what it counted.
func TestNoticeThatACompactionKeeps(t *testing.T) {
	const text = "[SYSTEM NOTICE - HISTORY SHORTENED] 3 older messages of this conversation were dropped to make the request fit."
	data := bytes.Replace(transcripttest.Named("pi").Bytes("U F U F C2 U F U F U F"), []byte("user text 2"), []byte(text), 1)
	got := run(t, prune.Options{MaxMessages: 6, Notice: true}, data, nil)
	if !got.has(transcript.DroppedMessages) || !bytes.Contains(got.out, []byte(text)) || !bytes.Contains(got.out, []byte("] 2 older messages ")) {
		t.Errorf("%s\n%s", got.summary, got.out)
	}
}

// There is one notice, wherever the earlier one stands: also behind what goes now.
func TestNoticeInFrontOfANotice(t *testing.T) {
	for _, d := range transcripttest.All() {
		if d.Log || d.Inside || d.Ordered || d.Name == "converse" || d.Inline || d.Name == "cursor" {
			continue // nothing goes, it is a part of a message, or units are other ones
		}
		first := run(t, prune.Options{Tools: []string{"run_y"}, Notice: true}, d.Bytes("U F U A[x] R(x) F U F U A[y] R(y) F U F U F"), nil)
		second := run(t, prune.Options{Tools: []string{"run_x"}, Notice: true}, first.out, nil)
		for k, out := range [][]byte{first.out, second.out} {
			if !bytes.Contains(out, fmt.Appendf(nil, "] %d older messages ", 2*k+2)) || bytes.Count(out, []byte("HISTORY SHORTENED")) != 1 {
				t.Errorf("%s, run %d:\n%s", d.Name, k+1, out)
			}
		}
		if left := sizesOf(sizeOf(t, second.out)); !strings.Contains(second.summary, "; now "+left+", of ") {
			t.Errorf("%s: %s, but %s are left", d.Name, second.summary, left)
		}
	}
}
