package recover

import (
	"fmt"
	"strings"

	"trtools/internal/dialect"
)

// How the notices begin: that is how they are found again.
const (
	noticeWord   = "NOTICE - " // no text without it holds one: it begins with a rare letter
	noticeStart  = "[SYSTEM " + noticeWord
	payloadStart = noticeStart + "PAYLOAD LIMIT HIT]"
	droppedStart = noticeStart + "HISTORY SHORTENED]"
	cutOff       = "Your response was cut off at the token limit. "
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

// readDropped returns what an earlier notice in a text says.
func readDropped(text string) (dialect.Shortened, bool) {
	return dialect.ReadShortened(text[max(0, strings.Index(text, droppedStart)):])
}

// Continuation asks for the rest of an answer that was cut off.
const Continuation = cutOff +
	"Resume DIRECTLY from where you stopped -- do not repeat any content. " +
	"Continue the implementation or explanation from the exact point of interruption."

// isNotice reports whether a text is put in by this stage.
func isNotice(text string) bool {
	return strings.HasPrefix(text, payloadStart) || strings.HasPrefix(text, droppedStart) || text == Continuation
}
