package recover

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// How the notices begin: that is how they are found again.
const (
	payloadStart = "[SYSTEM NOTICE - PAYLOAD LIMIT HIT]"
	droppedStart = "[SYSTEM NOTICE - HISTORY SHORTENED]"
)

// The points of the payload notice. One is only true where a path is shown.
var (
	pointRanges = "when reading files, prefer targeted reads with line ranges " +
		"(e.g. sed -n '100,200p' file, or read_file with offset+limit) instead of entire files; "
	pointGrep = "prefer grep/ripgrep with specific patterns over full-file reads; "
	pointPath = "a large file read before is kept in full at the path shown in the tool-result preview: " +
		"re-read ranges from that file rather than repeating the read; "
	pointSummarize = "summarize findings incrementally rather than accumulating raw tool output."
)

// payloadNotice tells the model what to do about the size of its requests. Paths says
// that previews in the history name the files that hold the full texts.
func payloadNotice(paths bool) string {
	points := []string{pointRanges, pointGrep, pointPath, pointSummarize}
	if !paths {
		points = []string{pointRanges, pointGrep, pointSummarize}
	}
	var b strings.Builder
	b.WriteString(payloadStart + " A proxy/gateway rejected the previous request due to body size. " +
		"History was compacted to recover. Going forward: ")
	for i, p := range points {
		fmt.Fprintf(&b, "(%d) %s", i+1, p)
	}
	return b.String()
}

// shortened is what a notice reports about the messages that were dropped.
type shortened struct {
	messages int
	from     string // when the first of them was written, "" if that is not known
}

// droppedNotice tells the model that a part of the history is gone, and that requests
// which are left may have been carried out: agents have been seen to begin again with
// the first one.
func droppedNotice(s shortened) string {
	return s.head() + " dropped to make the request fit. " +
		"Requests in the messages that remain may have been carried out already."
}

func (s shortened) head() string {
	since, messages, were := "", "messages", "were"
	if s.from != "" {
		since = ", from " + s.from + " on,"
	}
	if s.messages == 1 {
		messages, were = "message", "was"
	}
	return fmt.Sprintf("%s %d older %s of this conversation%s %s", droppedStart, s.messages, messages, since, were)
}

// droppedHead finds the part of an earlier notice that counts.
var droppedHead = regexp.MustCompile(`\[SYSTEM NOTICE - HISTORY SHORTENED\] (\d{1,9}) older messages? of this conversation(?:, from ([0-9TZ:.+-]{10,40}) on,)? (?:was|were)`)

// readDropped returns what an earlier notice in a text says.
func readDropped(text string) (s shortened, ok bool) {
	m := droppedHead.FindStringSubmatch(text)
	if m == nil {
		return s, false
	}
	s.messages, _ = strconv.Atoi(m[1])
	s.from = m[2]
	return s, true
}

// plus adds messages that are dropped after those of s.
func (s shortened) plus(more shortened) shortened {
	s.messages += more.messages
	if s.from == "" || more.from != "" && more.from < s.from {
		s.from = more.from
	}
	return s
}

// Continuation asks for the rest of an answer that was cut off.
const Continuation = "Your response was cut off at the token limit. " +
	"Resume DIRECTLY from where you stopped -- do not repeat any content. " +
	"Continue the implementation or explanation from the exact point of interruption."

// isNotice reports whether a text is put in by this stage.
func isNotice(text string) bool {
	return strings.HasPrefix(text, payloadStart) || strings.HasPrefix(text, droppedStart) || text == Continuation
}
