// Command manual writes the man pages of all commands, which are their long help, and the
// completions, scripts that ask the commands:
//
//	go run -C tools ./manual DIR
//
// DIR, a path from the root on, gets man1, bash, zsh, fish and powershell. Nothing in a page depends on the day.
package main

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"trtools/internal/cli"
)

func main() { os.Exit(run(os.Args[1:], os.Stderr)) }

// run writes everything below the directory that is named, and returns the exit status.
func run(args []string, stderr io.Writer) int {
	if len(args) != 1 {
		fmt.Fprintln(stderr, "usage: manual DIR")
		return 2
	}
	if err := writeAll(args[0]); err != nil {
		fmt.Fprintf(stderr, "manual: %v\n", err)
		return 1
	}
	return 0
}

// writeAll writes the page and the completions of every command below dir.
func writeAll(dir string) error {
	bash, zsh, powershell, err := scripts()
	if err != nil {
		return err
	}
	for _, c := range cli.Commands() {
		for path, text := range map[string]string{
			"man1/" + c.Name + ".1":         page(c),
			"bash/" + c.Name:                bash,
			"zsh/_" + c.Name:                strings.ReplaceAll(zsh, "$PROG", c.Name),
			"fish/" + c.Name + ".fish":      strings.ReplaceAll(fish, "$PROG", c.Name),
			"powershell/" + c.Name + ".ps1": powershell,
		} {
			path = filepath.Join(dir, filepath.FromSlash(path))
			if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
				return err
			}
			if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
				return err
			}
		}
	}
	return nil
}

// zshEnd has zsh complete when it loads the script at the first Tab, too, and not only
// from the second one on.
const zshEnd = `
[[ $funcstack[1] == _$PROG ]] && _cli_zsh_autocomplete "$@"
`

// fish is the script for fish, which the library has none for that asks the command.
const fish = `function __$PROG_complete
    set -l words (commandline -opc)
    if string match -q -- '-*' (commandline -ct)
        $words (commandline -ct) --generate-bash-completion
    else
        $words --generate-bash-completion | string match -v -- '-*'
    end
end
complete -c $PROG -n 'count (__$PROG_complete) >/dev/null' -f -a '(__$PROG_complete)'
`

// scripts returns the library's scripts, which ask the command that is completed. That of
// zsh has $PROG in place of the command; the others are called like it.
func scripts() (bash, zsh, powershell string, err error) {
	out, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/urfave/cli/v2").Output()
	if err != nil {
		return "", "", "", fmt.Errorf("where is the library: %w", err)
	}
	dir := filepath.Join(strings.TrimSpace(string(out)), "autocomplete")
	for name, text := range map[string]*string{"bash_autocomplete": &bash, "zsh_autocomplete": &zsh, "powershell_autocomplete.ps1": &powershell} {
		b, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			return "", "", "", err
		}
		*text = string(b)
	}
	return bash, zsh + zshEnd, powershell, nil
}
