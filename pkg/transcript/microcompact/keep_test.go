package microcompact

import "testing"

// Tools of clients that write or execute are kept however their names are spelled, and those
// that read are not.
func TestDefaultKeep(t *testing.T) {
	keep := DefaultKeep()
	for name, client := range map[string]string{
		"Bash": "Claude Code", "KillShell": "Claude Code", "MultiEdit": "Claude Code", "NotebookEdit": "Claude Code",
		"shell": "Codex", "exec_command": "Codex", "apply_patch": "Codex", "write_stdin": "Codex",
		"run_shell_command": "Gemini CLI", "write_file": "Gemini CLI", "replace": "Gemini CLI",
		"run_terminal_cmd": "Cursor", "move_file": "MCP", "move_path": "Zed", "search_replace": "Cursor", "edit_file": "Cursor",
		"execute_command": "Cline", "write_to_file": "Cline", "replace_in_file": "Cline", "insert_content": "Roo Code",
		"fs_write": "Kiro", "execute_bash": "Kiro", "ApplyPatch": "Droid", "Execute": "Droid", "Create": "Droid",
		"run_in_terminal": "VS Code", "insert_edit_into_file": "VS Code", "create_file": "VS Code",
		"WriteFile": "Kimi", "StrReplaceFile": "Kimi", "developer__text_editor": "Goose", "developer__shell": "Goose",
		"str_replace_based_edit_tool": "Anthropic's API", "python": "OpenAI's agents", "code_interpreter": "OpenAI",
		"create_new_file": "Continue", "@coder": "ChatCLI",
	} {
		if !keep.Match(name) {
			t.Errorf("%s of %s goes", name, client)
		}
	}
	for _, name := range []string{
		"runCommand", "run-command", "RUN_COMMAND", "RunCommand", "mcp__files__createFile", "apply-patch", "writeFile", "writefile",
		"executeCommand", "strReplaceEditor", "functions.applyPatch",
	} {
		if !keep.Match(name) {
			t.Errorf("%s goes", name)
		}
	}
	for _, name := range []string{
		"Read", "read_file", "readFile", "view", "Grep", "glob", "ls", "list_directory", "WebFetch", "web_search", "search_files",
		"codebase_search", "fs_read", "fetch", "TodoRead", "get_process", "editor_state", "recreate", "",
	} {
		if keep.Match(name) {
			t.Errorf("%s stays", name)
		}
	}
}
