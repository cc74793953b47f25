package main

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// clients are the installed clients and the tr-pair that repairs for them.
type clients struct {
	dir, pair string
}

// makers are the scripts with which clients write a healthy session: the family of
// the clients that read it, the session's name, and the script with its words, OUT
// for the file.
var makers = [][]string{
	{"claude", "claude", "make-claude.sh", "small", "OUT"},
	{"claude", "claude-compacted", "make-claude-compact.sh", "OUT"},
	{"codex", "codex", "make-codex.sh", "OUT"},
	{"pi", "pi-anthropic", "make-pi.sh", "OUT", "mockant"},
	{"pi", "pi-chat", "make-pi.sh", "OUT", "mockoai"},
	{"pi", "pi-responses", "make-pi.sh", "OUT", "mockrsp"},
	{"gemini", "gemini", "make-gemini.sh", "OUT"},
}

// inputs returns the damaged sessions of the clients, and the files as they are.
func (c clients) inputs(lines int, files []string) (list []input, err error) {
	for _, m := range makers {
		data, err := c.session(m[1], m[2], m[3:])
		if err != nil {
			return nil, err
		}
		list = append(list, damaged(m[0], m[1], data, lines)...)
	}
	for _, name := range files {
		data, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		base := strings.TrimSuffix(filepath.Base(name), ".jsonl")
		list = append(list, input{family(base), base, data})
	}
	return list, nil
}

// family returns which clients read a file, by the beginning of its name.
func family(name string) string {
	for _, f := range []string{"claude", "preserved", "codex", "pi-", "gemini"} {
		if strings.HasPrefix(name, f) {
			return strings.TrimSuffix(strings.Replace(f, "preserved", "claude", 1), "-")
		}
	}
	return ""
}

// session returns a healthy session, written by its client the first time.
func (c clients) session(name, script string, words []string) ([]byte, error) {
	file := filepath.Join(c.dir, "sessions", name+".jsonl")
	if data, err := os.ReadFile(file); err == nil && len(data) > 0 {
		return data, nil
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return nil, err
	}
	args := slices.Clone(words)
	args[slices.Index(args, "OUT")] = file
	cmd := exec.Command(filepath.Join(c.dir, "mock", script), args...)
	cmd.Env = append(os.Environ(), "CLIENTS_ROOT="+c.dir)
	if said, err := cmd.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("%s: %w: %s", script, err, said)
	}
	return os.ReadFile(file)
}

// verdict is what a client made of a file.
type verdict struct {
	Version   string
	Loaded    bool
	Valid     bool `json:"api_valid"`
	Calls     int  `json:"calls_in_file"`
	CallsSent int  `json:"calls_sent"`
	Texts     int  `json:"texts_in_file"`
	TextsSent int  `json:"texts_sent"`
}

// row is what one client made of one input before and after its repair.
type row struct {
	client, input string
	before, after verdict
	changed       bool // by the repair
	status        int  // of tr-pair
}

// ask gives every input, and its repair, to every client that reads it.
func (c clients) ask(inputs []input, only string) (rows []row, err error) {
	programs, err := c.programs()
	if err != nil {
		return nil, err
	}
	programs = slices.DeleteFunc(programs, func(p program) bool { return !strings.Contains(p.name, only) })
	for _, in := range inputs {
		repaired, status, err := c.repair(in.data)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", in.name, err)
		}
		for _, p := range programs {
			if p.family != in.family {
				continue
			}
			r := row{client: p.name, input: in.name, changed: !bytes.Equal(in.data, repaired), status: status}
			if r.before, r.after, err = c.both(p, in.data, repaired); err != nil {
				return nil, err
			}
			rows = append(rows, r)
		}
	}
	return rows, nil
}

// both asks a client about a file before and after its repair.
func (c clients) both(p program, data, repaired []byte) (before, after verdict, err error) {
	if before, err = c.verdict(p, data); err == nil {
		after, err = c.verdict(p, repaired)
	}
	return before, after, err
}

// repair returns what tr-pair makes of a file, and its exit status.
func (c clients) repair(data []byte) ([]byte, int, error) {
	cmd := exec.Command(c.pair)
	cmd.Stdin = bytes.NewReader(data)
	out, err := cmd.Output()
	var exit *exec.ExitError
	if errors.As(err, &exit) && exit.ExitCode() == 1 {
		return out, 1, nil
	}
	return out, 0, err
}

// program is one installed version of a client.
type program struct {
	family, name string
	env          string // that chooses it, "" for the one its script takes by itself
}

// programs returns the clients that are installed, oldest last.
func (c clients) programs() (list []program, err error) {
	dirs, err := filepath.Glob(filepath.Join(c.dir, "pkgs", "*"))
	for _, dir := range dirs {
		name := filepath.Base(dir)
		family, version, old := strings.Cut(name, "-")
		if _, err := os.Stat(filepath.Join(c.dir, "oracle", family, "run.sh")); err != nil {
			continue
		}
		p := program{family: family, name: name}
		if old {
			p.env = strings.ToUpper(family) + "_BIN=" + c.binary(name, version)
		}
		list = append(list, p)
	}
	slices.SortFunc(list, func(a, b program) int { return cmp.Compare(a.name, b.name) })
	return list, err
}

// binary returns where an older version of a client starts.
func (c clients) binary(name, version string) string {
	if file := filepath.Join(c.dir, "pkgs", "bin", name); version != "old" {
		return file
	}
	return filepath.Join(c.dir, "pkgs", name, "node_modules", ".bin", strings.TrimSuffix(name, "-old"))
}

// verdict asks a client about a file, once for each content.
func (c clients) verdict(p program, data []byte) (v verdict, err error) {
	dir := filepath.Join(c.dir, "verdicts", p.name)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return v, err
	}
	base := filepath.Join(dir, fmt.Sprintf("%x", sha256.Sum256(data)))
	said, err := os.ReadFile(base + ".json")
	if err != nil {
		if said, err = c.resume(p, base+".jsonl", data); err != nil {
			return v, err
		}
		err = os.WriteFile(base+".json", said, 0o644)
	}
	return v, errors.Join(err, json.Unmarshal(said, &v))
}

// resume lets a client go on with a file and returns what the script said of it.
// The script's exit status repeats that.
func (c clients) resume(p program, file string, data []byte) ([]byte, error) {
	if err := os.WriteFile(file, data, 0o644); err != nil {
		return nil, err
	}
	defer os.Remove(file)
	cmd := exec.Command(filepath.Join(c.dir, "oracle", p.family, "run.sh"), file)
	cmd.Env = append(os.Environ(), "CLIENTS_ROOT="+c.dir, p.env)
	said, err := cmd.Output()
	if line, _, _ := bytes.Cut(said, []byte("\n")); json.Valid(line) {
		return line, nil
	}
	return nil, fmt.Errorf("%s says nothing of %s: %w", p.name, file, errors.Join(err, errors.New(string(said))))
}
