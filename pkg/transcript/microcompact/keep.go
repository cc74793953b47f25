package microcompact

import (
	"fmt"
	"path"
	"strings"
)

// Globs are patterns of tools' names, as in path.Match. Case does not matter,
// and a pattern may match the name or what follows the last of `.`, `:`, `/`
// and `__` in it, where clients put a namespace in front.
type Globs []string

// DefaultKeep returns the tools whose results stay: those that write and those
// that execute, as the clients in docs/formats.md name them. What they print
// says what happened; what a reading tool printed can be read again.
func DefaultKeep() Globs {
	return append(Executing(),
		"write", "write_*", "writefile", "edit", "edit_*", "editfile", "multiedit", "notebookedit",
		"apply_*", "patch", "patch_*", "replace", "replace_*", "str_replace*", "strreplacefile",
		"insert", "insert_*", "create", "create_file", "delete_file", "text_editor",
	)
}

// Executing returns the tools that execute: those of Claude Code, Codex, pi,
// OpenClaw, Gemini CLI, Cline, Kimi and Copilot CLI.
func Executing() Globs {
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

// ParseGlobs reads lists of patterns that are separated by commas.
func ParseGlobs(lists []string) (Globs, error) {
	var globs Globs
	for _, list := range lists {
		for _, g := range strings.Split(list, ",") {
			if g = strings.TrimSpace(g); g == "" {
				continue
			}
			if _, err := path.Match(g, ""); err != nil {
				return nil, fmt.Errorf("bad pattern %q", g)
			}
			globs = append(globs, strings.ToLower(g))
		}
	}
	return globs, nil
}

func (g Globs) String() string { return strings.Join(g, ", ") }

// Match reports whether a tool's results stay. A result whose call is not known
// has no tool.
func (g Globs) Match(tool string) bool {
	if tool == "" {
		return false
	}
	tool = strings.ToLower(tool)
	short := tool
	for _, sep := range []string{".", ":", "/", "__"} {
		if i := strings.LastIndex(short, sep); i >= 0 && i+len(sep) < len(short) {
			short = short[i+len(sep):]
		}
	}
	for _, p := range g {
		if matches(p, tool) || matches(p, short) {
			return true
		}
	}
	return false
}

// matches is path.Match without a meaning for slashes.
func matches(pattern, name string) bool {
	ok, err := path.Match(strings.ReplaceAll(pattern, "/", "\x1f"), strings.ReplaceAll(name, "/", "\x1f"))
	return ok && err == nil
}
