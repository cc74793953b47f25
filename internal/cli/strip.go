package cli

import (
	"github.com/goccy/go-json"

	"trtools/internal/strip"
	"trtools/pkg/transcript/stat"
)

// stripOf reads what the stage of tr-stat told of a file: its messages, and last the
// whole.
func stripOf(lines [][]byte) *strip.Strip {
	var messages []stat.Message
	var t stat.Totals
	for i, raw := range lines {
		if i == len(lines)-1 {
			json.Unmarshal(raw, &t) // it is ours
			break
		}
		var m stat.Message
		json.Unmarshal(raw, &m) // the same
		messages = append(messages, m)
	}
	return strip.New(messages, t)
}
