package cli

import (
	"cmp"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/goccy/go-json"
	urfave "github.com/urfave/cli/v2"

	"trtools/internal/dialect"
	"trtools/internal/report"
	"trtools/internal/strip"
	"trtools/pkg/transcript"
	"trtools/pkg/transcript/stat"
)

// findSessions returns the sessions of all clients on this machine, the newest first.
func findSessions(env func(string) string, home string) (list []stat.Session) {
	for _, store := range dialect.Stores(env, home) {
		root := os.DirFS(store.Dir)
		for _, pattern := range store.Patterns {
			names, _ := fs.Glob(root, pattern) // the patterns are ours, and are sound
			for _, name := range names {
				if s, ok := sessionAt(store, filepath.Join(store.Dir, filepath.FromSlash(name))); ok {
					list = append(list, s)
				}
			}
		}
	}
	slices.SortStableFunc(list, func(a, b stat.Session) int {
		return cmp.Or(b.Modified.Compare(a.Modified), strings.Compare(a.File, b.File))
	})
	return slices.CompactFunc(list, func(a, b stat.Session) bool { return a.File == b.File })
}

// sessionAt returns what is known of a session before it is read. Empty files and those of
// sub-agents of Claude Code, which stand beside their session, are none.
func sessionAt(store dialect.Store, path string) (s stat.Session, ok bool) {
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() || info.Size() == 0 || strings.HasPrefix(filepath.Base(path), "agent-") {
		return s, false
	}
	s = stat.Session{File: path, Client: store.Client, Modified: info.ModTime().UTC().Truncate(time.Second)}
	if store.Root != "" {
		if text, err := os.ReadFile(filepath.Join(filepath.Dir(filepath.Dir(path)), store.Root)); err == nil {
			s.Directory = strings.TrimSpace(string(text))
		}
	}
	return s, true
}

// sessionsHere is findSessions for the user of this process.
func sessionsHere() []stat.Session {
	home, _ := os.UserHomeDir() // without one the variables of the clients say where
	return findSessions(os.Getenv, home)
}

// clients returns the names that --client takes.
func clients() (names []string) {
	for _, s := range dialect.Stores(os.Getenv, string(filepath.Separator)) {
		names = append(names, wordOf(s.Client))
	}
	return names
}

// wordOf returns a client's name as --client has it.
func wordOf(client string) string { return strings.ReplaceAll(strings.ToLower(client), " ", "-") }

// shownOnTerminal is how many sessions a terminal shows unless --newest says.
const shownOnTerminal = 20

// askSessions has the sessions read that --client and --newest leave, the newest first, or
// their paths printed. For a person the newest stand last, above the prompt of the shell.
func askSessions(v *urfave.Context, t terminal, draws bool, w *way) {
	list, most := sessionsHere(), int(v.Int64("newest"))
	if client := v.String("client"); client != "all" {
		list = slices.DeleteFunc(list, func(s stat.Session) bool { return wordOf(s.Client) != client })
	}
	person := draws && t.is && !w.prints
	if person && !v.IsSet("newest") && !v.Bool("damaged") {
		most = shownOnTerminal
	}
	if most > 0 {
		list = list[:min(most, len(list))]
	}
	w.files, w.stages = []string{}, aboutSessions(statOptions(v), list)
	var page strings.Builder
	for _, s := range list {
		w.files = append(w.files, s.File)
		switch {
		case !w.prints:
		case v.Bool("null"):
			page.WriteString(s.File + "\x00")
		default:
			page.WriteString(report.Name(s.File) + "\n")
		}
	}
	w.page = page.String()
	if person {
		slices.Reverse(w.files)
	}
	if draws {
		table := &sessionTable{t}
		w.drawer = &drawer{draw: table.draw, head: table.head()}
	}
	w.notes = databases(v)
}

// leastID is how many characters of a session's id say which it is.
const leastID = 8

// sessionNamed returns the session in whose path an id stands, if it is the only one.
func (p *program) sessionNamed(id string) (file string, ok bool) {
	if len(id) < leastID || strings.ContainsAny(id, `./\`) {
		return "", false
	}
	list := slices.DeleteFunc(sessionsHere(), func(s stat.Session) bool {
		return !strings.Contains(filepath.Base(s.File), id) && !strings.Contains(filepath.Base(filepath.Dir(s.File)), id)
	})
	switch len(list) {
	case 0:
		return "", false
	case 1:
		p.con.printf("%s is a session of %s: %s", Quoted(id), list[0].Client, report.Name(list[0].File))
		return list[0].File, true
	}
	p.con.printf("%d sessions have %s in their names: name the file (tr-stat --sessions --paths lists them)", len(list), Quoted(id))
	return "", false
}

// databases says which clients keep sessions in databases here, and what reads them.
func databases(v *urfave.Context) (notes []string) {
	home, err := os.UserHomeDir()
	if err != nil || v.IsSet("client") {
		return nil
	}
	for _, d := range dialect.Databases(os.Getenv, home) {
		files, _ := filepath.Glob(d.File) // the patterns are ours, and are sound
		for _, file := range files {
			notes = append(notes, report.Name(file)+": "+d.Client+" keeps its sessions in this database; docs/sqlite.md has the lines that read and repair them")
		}
	}
	return notes
}

// aboutSessions makes the stage that tells of one of some sessions.
func aboutSessions(o stat.Options, list []stat.Session) Factory {
	known := map[string]stat.Session{}
	for _, s := range list {
		known[s.File] = s
	}
	return func(j transcript.Job) transcript.Stage {
		s, about := known[j.Name], o
		about.Session = &s
		return stat.New(about, j)
	}
}

// sessionTable draws sessions as rows of a table. Below each stand the beginning of its
// first prompt and, whole, to be copied, its path.
type sessionTable struct{ terminal }

// Widths of the columns before the directory.
const (
	timeWidth, clientWidth, countWidth, stateWidth = 16, 13, 8, 18
)

func (t *sessionTable) head() string {
	return t.Cut(tableRow("changed", "client", "messages", "state")+"directory") + "\n"
}

// tableRow returns a row of the table up to the directory.
func tableRow(when, client, count, state string) string {
	return fmt.Sprintf("%-*s  %-*s %*s  %-*s ", timeWidth, when, clientWidth, client, countWidth, count, stateWidth, state)
}

// draw draws one session.
func (t *sessionTable) draw(lines [][]byte) string {
	text := ""
	for _, raw := range lines {
		var s stat.Session
		if json.Unmarshal(raw, &s) != nil {
			continue // it is ours
		}
		state, color := stateOf(&s), "31"
		if s.Healthy {
			color = "32"
		}
		row := tableRow(s.Modified.Local().Format("2006-01-02 15:04"), s.Client, fmt.Sprint(s.Messages), state)
		row += strip.Ending(report.Safe(s.Directory), max(1, t.Width-len(row))) // the name says more than where it is
		row = t.Cut(strings.TrimRight(row, " "))
		text += strings.Replace(row, state, report.Paint(t.Color, color, state), 1) + "\n"
		if s.Prompt != "" {
			text += t.Cut("  "+report.Safe(s.Prompt)) + "\n"
		}
		text += "  " + report.Name(s.File) + "\n"
	}
	return text
}

// stateOf says in a few words whether a session is healthy, or what is wrong.
func stateOf(s *stat.Session) string {
	if s.Healthy {
		return "healthy"
	}
	codes := []string{}
	for c := range s.Findings {
		codes = append(codes, string(c))
	}
	slices.Sort(codes)
	state := codes[0]
	if more := fmt.Sprintf(" +%d", len(codes)-1); len(codes) > 1 {
		state = state[:min(len(state), stateWidth-len(more))] + more
	}
	return state[:min(len(state), stateWidth)]
}
