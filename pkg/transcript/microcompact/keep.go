package microcompact

import "trtools/internal/shrink"

// Globs are patterns of tool names, in the syntax of path.Match. Case does not
// matter, and a pattern may match the whole name or what follows the last
// namespace separator in it (".", ":", "/" or "__").
type Globs = shrink.Globs

// ParseGlobs reads lists of patterns that are separated by commas. It returns an
// error if a pattern is malformed. Without any pattern it returns an empty list, which
// is not nil: as Options.Keep it keeps no tool.
func ParseGlobs(lists ...string) (Globs, error) { return shrink.ParseGlobs(lists) }

// DefaultKeep returns the tools whose results stay: those that write and those
// that execute, as the clients in docs/formats.md name them. What they print
// says what happened; what a reading tool printed can be read again.
func DefaultKeep() Globs {
	return append(executing(),
		"write", "write_*", "writefile", "edit", "edit_*", "editfile", "multiedit", "notebookedit",
		"apply_*", "patch", "patch_*", "replace", "replace_*", "str_replace*", "strreplacefile",
		"insert", "insert_*", "create", "create_file", "delete_file", "text_editor",
	)
}

// executing returns the tools that execute: those of Claude Code, Codex, pi,
// OpenClaw, Gemini CLI, Cline, Kimi and Copilot CLI.
func executing() Globs {
	return Globs{
		"bash", "bash_*", "bashoutput", "kill*", "*shell*", "exec", "exec_*", "execute*", "process",
		"run_command*", "run_terminal*", "run_in_terminal", "run_tests", "terminal", "ipython*", "code_execution",
	}
}

// Tools whose calls read or write one file that they name, whole or in part.
var (
	reading = Globs{"read", "read_file", "readfile", "read_text_file", "view", "view_file", "open_file", "notebookread", "fs_read"}
	writing = Globs{
		"write", "write_file", "write_to_file", "writefile", "fs_write", "edit", "edit_file", "editfile", "multiedit", "notebookedit",
		"replace", "replace_in_file", "strreplacefile", "create_file", "delete_file", "apply_diff", "insert_content",
	}
)
