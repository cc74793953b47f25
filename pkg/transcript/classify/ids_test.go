package classify

import (
	"slices"
	"testing"
)

// TestPlaces: positions are counted from 0, whoever names them.
func TestPlaces(t *testing.T) {
	for text, want := range map[string]Place{
		"messages.4.content.1: x":                             {"messages", 4},
		"invalid 'messages[3].tool_calls[0].id'":              {"messages", 3},
		"reasoning_content is missing in message at index 4":  {"messages", 4},
		"value at 'messages.3.member.content.2.tooluse.name'": {"messages", 2},
		"invalid 'input[61].id'":                              {"input", 61},
	} {
		if got := places(text); !slices.Contains(got, want) {
			t.Errorf("%s: %v for %v", text, got, want)
		}
	}
}
