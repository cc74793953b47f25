package microcompact

import (
	_ "embed"
	"strings"

	"trtools/pkg/transcript"
)

// DefaultKeep returns the tools whose results stay: those that execute and those
// that write. What they print says what happened; what a reading tool printed can be read
// again.
func DefaultKeep() transcript.Globs { return append(toolsThat("executes"), toolsThat("writes")...) }

//go:embed tools.tsv
var tools string

// toolsThat returns the tools that do something, files written or programs executed.
func toolsThat(does string) (g transcript.Globs) {
	for row := range strings.Lines(tools) {
		if f := strings.Split(row, "\t"); f[0] == does {
			g = append(g, f[1])
		}
	}
	return g
}

// Tools whose calls read or write one file that they name, whole or in part.
var (
	reading = transcript.Globs{"read", "read_file", "read_text_file", "view", "view_file", "open_file", "notebook_read", "fs_read"}
	writing = transcript.Globs{
		"write", "write_file", "write_to_file", "fs_write", "edit", "edit_file", "multi_edit", "notebook_edit", "search_replace",
		"replace", "replace_in_file", "str_replace_file", "create_file", "delete_file", "apply_diff", "insert_content",
	}
)
