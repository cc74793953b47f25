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

// stripText draws files as strips.
type stripText struct{ terminal }

func (s *stripText) head() string { return "" }
func (s *stripText) tail() string { return "" }
func (s *stripText) spaced() bool { return true }

func (s *stripText) draw(lines [][]byte) string {
	return stripOf(lines).Text(strip.Screen{Width: s.width, Color: s.color})
}

// stripPage draws files as parts of one page.
type stripPage struct{}

func (stripPage) head() string               { return strip.Head() }
func (stripPage) draw(lines [][]byte) string { return stripOf(lines).Page() }
func (stripPage) tail() string               { return strip.Tail() }
func (stripPage) spaced() bool               { return false }
