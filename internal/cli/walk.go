package cli

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/go-git/go-git/v5/plumbing/format/gitignore"
	urfave "github.com/urfave/cli/v2"

	"trtools/internal/report"
)

// wanted says which files of a directory are read.
type wanted struct {
	globs    []string            // one of them fits the name
	excluded []gitignore.Pattern // none of them fits the name, or that of a directory above
	hidden   bool                // also what begins with a dot
	ignored  bool                // also what git ignores, and node_modules
}

func wantedOf(v *urfave.Context) (w wanted, err error) {
	w = wanted{globs: listOf(v, "glob"), hidden: v.Bool("hidden"), ignored: v.Bool("no-ignore")}
	for _, g := range w.globs {
		if _, err := filepath.Match(g, ""); err != nil || g == "" {
			return w, usageHint("--glob: bad pattern "+Quoted(g), "patterns look like *.jsonl or session-[0-9]*.json")
		}
	}
	if len(w.globs) == 0 {
		w.globs = []string{"*.jsonl", "*.ndjson"}
	}
	for _, text := range listOf(v, "exclude") {
		if text == "" {
			return w, usageHint("--exclude: the pattern is empty", "patterns look like *.bak or archive/, as in a .gitignore")
		}
		w.excluded = append(w.excluded, gitignore.ParsePattern(text, nil))
	}
	return w, nil
}

// filesOf returns what a name of the command line stands for: the files of a directory,
// or the name itself if it is none. Files that this run writes, or knows findings from,
// are not among them. What cannot be read is returned as if it were a file, so that
// opening it reports what is wrong.
func (p *program) filesOf(name string, want wanted) (files []string) {
	info, err := os.Stat(name)
	if os.IsNotExist(err) {
		if file, ok := p.sessionNamed(name); ok {
			return []string{file}
		}
	}
	if name == "-" || err != nil || !info.IsDir() {
		return []string{name}
	}
	own := p.outputs()
	if p.opt.baseline != "" {
		own = append(own, placeOf("--baseline ", p.opt.baseline))
	}
	for _, path := range want.walk(name) {
		if len(own) == 0 || !slices.ContainsFunc(own, placeOf("", path).same) {
			files = append(files, path)
			p.walked[path] = true
		}
	}
	if len(files) == 0 {
		p.con.printf("warning: no file in %s is called %s%s", report.Name(name), orList(want.globs), want.hint())
	}
	return files
}

// hint names the options that would have found more.
func (w wanted) hint() string {
	if w.hidden && w.ignored {
		return ""
	}
	return "; hidden and ignored files are left out (--hidden, --no-ignore)"
}

// walk returns the regular files below a directory that are wanted, sorted. The directory
// itself was named, so it is read whatever it is called.
func (w wanted) walk(dir string) (files []string) {
	// The walk begins inside the directory, so that a link to one is followed.
	root := dir + string(filepath.Separator)
	rules := w.rulesOf(root)
	_ = filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		switch parts := parts(root, path); {
		case len(parts) > 0 && (w.excludes(parts, d.IsDir()) || rules.ignores(parts, d.IsDir())):
			if d.IsDir() {
				return fs.SkipDir
			}
		case err != nil || d.Type().IsRegular() && w.fits(d.Name()):
			files = append(files, path)
		case d.IsDir():
			rules.enter(path, parts)
		}
		return nil
	})
	return files
}

// parts returns the names from root to path.
func parts(root, path string) []string {
	rest, err := filepath.Rel(root, path)
	if err != nil || rest == "." {
		return nil
	}
	return strings.Split(rest, string(filepath.Separator))
}

func (w wanted) fits(name string) bool {
	return slices.ContainsFunc(w.globs, func(glob string) bool { ok, _ := filepath.Match(glob, name); return ok })
}

func (w wanted) excludes(parts []string, isDir bool) bool {
	name := parts[len(parts)-1]
	return !w.hidden && strings.HasPrefix(name, ".") || !w.ignored && isDir && name == "node_modules" ||
		gitignore.NewMatcher(w.excluded).Match(parts, isDir)
}

// ignoring are the rules of the .gitignore files that a walk has met, the later ones
// stronger. Outside a repository of git there are none, as for ripgrep: nil.
type ignoring struct {
	above []string // names from the top of the repository to where the walk begins
	rules []gitignore.Pattern
}

// rulesOf returns the rules that hold where a walk begins. If they leave out that
// directory itself, whoever named it meant it, and they do not hold.
func (w wanted) rulesOf(root string) *ignoring {
	full, err := filepath.Abs(root)
	top := topOf(full)
	if w.ignored || err != nil || top == "" {
		return nil
	}
	i := &ignoring{above: parts(top, full)}
	i.read(filepath.Join(top, ".git", "info", "exclude"), nil)
	for n := range i.above {
		i.read(filepath.Join(top, filepath.Join(i.above[:n]...), ".gitignore"), i.above[:n])
	}
	if gitignore.NewMatcher(i.rules).Match(i.above, true) {
		i.rules = nil
	}
	return i
}

// topOf returns the directory of the repository that a directory is in, "" if in none.
func topOf(dir string) string {
	for {
		if _, err := os.Stat(filepath.Join(dir, ".git")); err == nil {
			return dir
		}
		up := filepath.Dir(dir)
		if up == dir {
			return ""
		}
		dir = up
	}
}

// enter reads the rules of a directory of the walk.
func (i *ignoring) enter(dir string, parts []string) {
	if i != nil {
		i.read(filepath.Join(dir, ".gitignore"), slices.Concat(i.above, parts))
	}
}

// read adds the rules of a file, which hold below domain. One that cannot be read has none.
func (i *ignoring) read(file string, domain []string) {
	text, _ := os.ReadFile(file)
	for line := range strings.Lines(string(text)) {
		if line = strings.TrimRight(line, "\r\n"); line != "" && line[0] != '#' {
			i.rules = append(i.rules, gitignore.ParsePattern(line, domain))
		}
	}
}

func (i *ignoring) ignores(parts []string, isDir bool) bool {
	return i != nil && gitignore.NewMatcher(i.rules).Match(slices.Concat(i.above, parts), isDir)
}
