//go:build linux

package cli

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

// openTerminal opens a pseudo-terminal of so many columns: what is written to the first
// file is read from the second one.
func openTerminal(t *testing.T, columns int) (terminal, screen *os.File) {
	t.Helper()
	screen, err := os.OpenFile("/dev/ptmx", os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Skipf("no pseudo-terminals here: %v", err)
	}
	t.Cleanup(func() { screen.Close() })
	fd := int(screen.Fd())
	n, err := unix.IoctlGetInt(fd, unix.TIOCGPTN)
	if err == nil {
		err = unix.IoctlSetPointerInt(fd, unix.TIOCSPTLCK, 0)
	}
	if err == nil {
		err = unix.IoctlSetWinsize(fd, unix.TIOCSWINSZ, &unix.Winsize{Row: 50, Col: uint16(columns)})
	}
	if err != nil {
		t.Fatal(err)
	}
	terminal, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", n), os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Skipf("no pseudo-terminals here: %v", err)
	}
	return terminal, screen
}

// onTerminal runs tr-stat on a pseudo-terminal and returns what is on the screen.
func onTerminal(t *testing.T, columns int, args ...string) string {
	t.Helper()
	terminal, screen := openTerminal(t, columns)
	text := make(chan string)
	go func() {
		all, _ := io.ReadAll(screen) // it ends with an error, when the terminal is closed
		text <- string(all)
	}()
	s := Std()
	s.Out, s.Process = terminal, false
	code := Run(Stat, append([]string{"tr-stat"}, args...), s)
	terminal.Close()
	if code != exitDone {
		t.Errorf("exit status %d", code)
	}
	return strings.ReplaceAll(<-text, "\r\n", "\n")
}

// Golden screens: what a person sees of a session in terminals of three widths, with
// colour and without.
func TestScreens(t *testing.T) {
	for _, name := range []string{"COLUMNS", "FORCE_COLOR", "NO_COLOR"} {
		t.Setenv(name, "")
	}
	t.Setenv("TERM", "xterm")
	session, err := filepath.Abs("testdata/screens/session.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(filepath.Dir(session))
	for _, columns := range []int{40, 80, 200} {
		for _, color := range []string{"auto", "never"} {
			golden := fmt.Sprintf("%d-%s.txt", columns, color)
			got := onTerminal(t, columns, "--color="+color, "session.jsonl")
			if *update {
				if err := os.WriteFile(golden, []byte(got), 0o666); err != nil {
					t.Fatal(err)
				}
			}
			if want := content(t, golden); got != want {
				t.Errorf("%s: got\n%s\nwant\n%s", golden, got, want)
			}
		}
	}
	if t.Setenv("NO_COLOR", "1"); onTerminal(t, 80, "session.jsonl") != content(t, "80-never.txt") {
		t.Error("NO_COLOR does not give the plain screen")
	}
}

// The same is drawn when it is asked for, and else a pipe gets JSON.
func TestViews(t *testing.T) {
	t.Chdir("testdata/screens")
	t.Setenv("COLUMNS", "80")
	if got := runStat(t, false, "--view", "text", "session.jsonl"); got != content(t, "80-never.txt") {
		t.Errorf("%s", got)
	}
	if got := runStat(t, true, "--view", "json", "session.jsonl"); got != runStat(t, false, "session.jsonl") || !strings.HasPrefix(got, `{"v":1,"file":"session.jsonl","line":1,`) {
		t.Errorf("%s", got)
	}
	if got := runStat(t, true, "--total", "session.jsonl"); !strings.HasPrefix(got, `{"v":1,"file":"session.jsonl","formats":`) {
		t.Errorf("%s", got)
	}
	page := runStat(t, false, "--view", "html", "session.jsonl", "session.jsonl", "-j2")
	if strings.Count(page, `class="strip">{"turns":[`) != 2 || strings.Count(page, "<!doctype html>") != 1 || !strings.HasSuffix(page, "</html>\n") {
		t.Errorf("%.300s", page)
	}
	if got := runStat(t, false, "--view", "text", "session.jsonl", "session.jsonl", "-j2"); got != strings.Repeat(content(t, "80-never.txt")+"\n", 2) {
		t.Errorf("%s", got)
	}
}
