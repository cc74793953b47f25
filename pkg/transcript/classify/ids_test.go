package classify

import (
	"slices"
	"strings"
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

// TestMaskDots: of a run with dots the first id is masked with all behind it, and a run of any
// length takes one look.
func TestMaskDots(t *testing.T) {
	long := "error 1" + strings.Repeat(".1", 1<<20)
	for text, want := range map[string]string{
		"1.2.3": "1.2.3", "claude-sonnet-4.5 is": "_id_ is", "3.gpt-4": "3._id_", "v1.2gpt.12345678901234567x.5.x": "v1.2gpt._id_.x",
		"1.req_1.2.3 a.4": "1._id_ a.4", long: long,
	} {
		if got := mask(text); got != want {
			t.Errorf("%.40s: %.40s, want %s", text, got, want)
		}
	}
}
