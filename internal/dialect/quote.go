package dialect

import (
	"fmt"
	"strings"
)

// longestID is how much of an id a message shows, in bytes.
const longestID = 200

// QuotedID returns the end of a message about an id: nothing for no id.
func QuotedID(id string) string {
	switch {
	case id == "":
		return ""
	case len(id) > longestID:
		id = strings.ToValidUTF8(id[:longestID], "") + "..."
	}
	return fmt.Sprintf(": %q", id)
}
