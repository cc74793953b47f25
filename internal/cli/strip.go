package cli

import (
	"github.com/goccy/go-json"

	"trtools/internal/strip"
	"trtools/pkg/transcript/stat"
)

// stripOf reads what the stage of tr-stat told of a file: its messages, and last the
// whole.
func stripOf(lines [][]byte) *strip.Strip {
	messages, t := make([]stat.Message, len(lines)-1), stat.Totals{}
	for i := range messages {
		json.Unmarshal(lines[i], &messages[i]) // it is ours
	}
	json.Unmarshal(lines[len(messages)], &t) // the same
	return strip.New(messages, t)
}
