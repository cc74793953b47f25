package recover_test

import (
	"fmt"
	"strings"
	"testing"

	"trtools/internal/transcripttest"
	"trtools/pkg/transcript"
	"trtools/pkg/transcript/classify"
	"trtools/pkg/transcript/recover"
	"trtools/pkg/transcript/spill"
)

// A long text of the user that fits once level 3 has cut it stays, whichever target asks
// for that; one for which there is no room goes.
func TestLongTextsStayCut(t *testing.T) {
	line := func(role, text string) string { return fmt.Sprintf(`{"role":%q,"content":%q}`+"\n", role, text) }
	data := line("user", "do it") + line("user", "read this: "+words(60_000)) + strings.Repeat(line("assistant", "done")+line("user", "next"), 4)
	for name, c := range map[string]struct {
		opt   recover.Options
		stays bool
	}{
		"chars":              {recover.Options{MaxChars: 6_000}, true},
		"tokens":             {recover.Options{MaxTokens: 2_500}, true},
		"payload":            {recover.Options{MaxPayload: 8_000}, true},
		"chars, too few":     {recover.Options{MaxChars: 500}, false},
		"tokens, too few":    {recover.Options{MaxTokens: 200}, false},
		"payload, too small": {recover.Options{MaxPayload: 1_000}, false},
	} {
		o := run(t, c.opt, []byte(data))
		if stays := strings.Contains(string(o.out), "read this: "); stays != c.stays || o.has(transcript.DroppedMessages) == c.stays || strings.Contains(string(o.out), words(10_000)) || o.open() {
			t.Errorf("%s: stays %v: %s", name, stays, o.summary)
		}
	}
}

// What a level leaves is not pressed any further where it fits, even if not as much room is
// left as is wanted.
func TestWhatFitsIsNotPressed(t *testing.T) {
	line := func(role, text string) string { return fmt.Sprintf(`{"role":%q,"content":%q}`+"\n", role, text) }
	data := line("user", "do it: "+words(3_000)) + line("assistant", words(4_000)) + strings.Repeat(line("user", "next")+line("assistant", "done"), 6)
	least := run(t, level(3), []byte(data)).out
	for _, percent := range []int64{86, 93, 100} {
		o := run(t, recover.Options{MaxPayload: sizes(t, least).Payload * 100 / percent}, []byte(data))
		if !strings.Contains(string(o.out), "do it: "+words(3_000)) || strings.Contains(string(o.out), words(4_000)) || o.open() {
			t.Errorf("%d%%: %s\n%s", percent, o.summary, o.out)
		}
	}
}

// What does not count among the last messages that a level keeps: the system's, wherever
// they stand.
func TestSystemMessagesDoNotCount(t *testing.T) {
	line := func(role, text string) string { return fmt.Sprintf(`{"role":%q,"content":%q}`+"\n", role, text) }
	data := line("user", "one") + line("assistant", "two") + line("user", "three") + line("assistant", "four") + line("system", "be brief") + line("user", "five") + line("assistant", "six")
	o := run(t, recover.Options{Level: 2, Keep: 3}, []byte(data))
	for text, stays := range map[string]bool{"one": true, "two": false, "three": false, "four": true, "be brief": true, "five": true, "six": true} {
		if strings.Contains(string(o.out), `"`+text+`"`) != stays {
			t.Errorf("%s: stays %v\n%s", text, !stays, o.out)
		}
	}
}

// The notice about the size of requests tells of the files that hold full texts only
// where a preview that stays names one: of this run or of an earlier one.
func TestNoticeTellsOfFiles(t *testing.T) {
	const told = "kept in full at the path shown"
	dir := t.TempDir()
	stored := func(o recover.Options) recover.Options {
		o.Store = spill.New(dir, false)
		return o
	}
	large := transcripttest.Named("openai-chat").Bytes("U A[x] R(x) F U A[y] R(y) F U F")
	large = []byte(strings.Replace(string(large), "result of x", words(60_000), 1))
	earlier := run(t, stored(level(1)), large).out
	if !strings.Contains(string(earlier), dir) {
		t.Fatalf("no file is named\n%s", earlier)
	}
	for name, c := range map[string]struct {
		opt   recover.Options
		data  []byte
		tells bool
	}{
		"no files":                           {level(1), large, false},
		"files of this run":                  {stored(level(1)), large, true},
		"files of an earlier run":            {level(1), []byte(strings.Replace(string(earlier), "result of y", words(60_000), 1)), true},
		"files that only what goes tells of": {recover.Options{Level: 2, Keep: 1}, earlier, false},
	} {
		o := run(t, c.opt, classified(t, classify.Options{Error: "413 Payload Too Large", Attempt: 1}, c.data))
		if !strings.Contains(string(o.out), "PAYLOAD LIMIT HIT") || strings.Contains(string(o.out), told) != c.tells {
			t.Errorf("%s: want it told %v: %s\n%s", name, c.tells, o.summary, o.out)
		}
	}
}
