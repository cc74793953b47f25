package microcompact

import "trtools/pkg/transcript"

// DefaultKeep returns the tools whose results stay: those that write and those
// that execute. What they print says what happened; what a reading tool printed can be read
// again.
func DefaultKeep() transcript.Globs { return append(namesOf(execute), namesOf(write)...) }

// tool is a name, or a pattern of names, and the clients whose tool has it.
type tool struct{ name, clients string }

// execute are the tools that execute,
var execute = []tool{
	{"bash", "Claude Code, pi, OpenCode, Crush, Amp, Droid, Copilot CLI"},
	{"bash_*", "Anthropic's API (bash_20250124), Copilot CLI"},
	{"bash_output", "Claude Code"},
	{"kill*", "Claude Code (KillShell), VS Code"},
	{"*shell*", "Codex, Gemini CLI, Qwen Code, Goose, Kimi"},
	{"exec", "OpenClaw, Codex"},
	{"exec_*", "Codex (exec_command)"},
	{"execute*", "Cline, Roo Code, Kiro and Amazon Q (execute_bash), Droid, OpenHands"},
	{"write_stdin", "Codex"},
	{"process", "OpenClaw"},
	{"run_command*", "Windsurf, Copilot Chat, SWE-agent"},
	{"run_terminal*", "Cursor, Continue"},
	{"run_in_terminal", "VS Code"},
	{"run_tests", "VS Code"},
	{"run_notebook_cell", "VS Code"},
	{"terminal", "Zed, OpenHands"},
	{"computer", "Anthropic's API, OpenAI's agents"},
	{"ipython*", "OpenHands"},
	{"python*", "OpenAI's agents, LangChain (python_repl)"},
	{"code_interpreter", "OpenAI"},
	{"code_execution*", "Anthropic's API, Gemini"},
	{"use_aws", "Kiro, Amazon Q"},
	{"@coder", "ChatCLI"},
}

// and write those that write files.
var write = []tool{
	{"write", "Claude Code, pi, OpenCode, Crush, Cursor"},
	{"write_file", "Gemini CLI, Qwen Code, Kimi"},
	{"write_*", "Cline, Windsurf (write_to_file)"},
	{"fs_write", "Kiro, Amazon Q"},
	{"edit", "Claude Code, pi, OpenCode, Droid, Gemini CLI"},
	{"edit_*", "Cursor, Zed, Amp (edit_file), Continue (edit_existing_file)"},
	{"multi_edit", "Claude Code, Crush"},
	{"notebook_edit", "Claude Code"},
	{"apply_*", "Codex and Droid (apply_patch), Roo Code (apply_diff)"},
	{"patch", "OpenCode, Crush"},
	{"patch_*", "Goose"},
	{"replace", "Gemini CLI, Qwen Code"},
	{"replace_*", "Cline (replace_in_file), VS Code (replace_string_in_file), Windsurf"},
	{"multi_replace_*", "VS Code"},
	{"search_replace", "Cursor, Junie"},
	{"search_and_replace", "Roo Code"},
	{"str_replace*", "Anthropic's API, OpenHands, Kimi, SWE-agent"},
	{"insert", "SWE-agent"},
	{"insert_*", "Roo Code (insert_content), VS Code (insert_edit_into_file)"},
	{"create", "Droid, Copilot CLI, SWE-agent"},
	{"create_*file", "VS Code, Amp, Continue (create_new_file)"},
	{"create_directory", "MCP's server of files, Zed"},
	{"copy_*", "Zed (copy_path)"},
	{"move_*", "MCP's server of files (move_file), Zed (move_path)"},
	{"delete_*", "Cursor, Continue (delete_file), Zed (delete_path)"},
	{"undo_edit", "Amp"},
	{"text_editor", "Goose"},
}

func namesOf(list []tool) (g transcript.Globs) {
	for _, t := range list {
		g = append(g, t.name)
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
