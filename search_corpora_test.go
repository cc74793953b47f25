package trtools

import (
	"bytes"
	"hash/fnv"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"trtools/internal/cli"
)

// editing are commands that find something to do in most sessions.
var editing = []struct {
	command cli.Command
	args    string
}{
	{cli.Pair, "tr-pair"},
	{cli.Budget, "tr-budget --no-spill --max-result-chars 500 --max-turn-chars 4000"},
	{cli.Microcompact, "tr-microcompact --no-spill --min-chars 200 --truncate-turns 1 --summarize-turns 2"},
	{cli.Microcompact, "tr-microcompact --no-spill --aggressive"},
	{cli.Prune, "tr-prune --max-messages 6 --keep-first 0 --keep-last 0"},
	{cli.Prune, "tr-prune --max-tokens 4000 --notice"},
	{cli.Recover, "tr-recover --no-spill --level 2"},
	{cli.Recover, "tr-recover --no-spill --max-tokens 3000"},
	{cli.Classify, "tr-classify"},
	{cli.Chunk, "tr-chunk --max-tokens 3000 --filter cat>/dev/null;echo.said"},
}

// edited runs a command of editing over an input in memory.
func edited(i int, input []byte) (out []byte, said string, status int) {
	var o, e bytes.Buffer
	status = cli.Run(editing[i].command, argumentsOf(i), cli.Streams{In: bytes.NewReader(input), Out: &o, Err: &e})
	return o.Bytes(), e.String(), status
}

// argumentsOf returns the arguments of a command of editing.
func argumentsOf(i int) []string {
	args := strings.Fields(editing[i].args)
	for k := range args {
		args[k] = strings.ReplaceAll(strings.ReplaceAll(args[k], ">", " >"), "echo.", "echo ")
	}
	return args
}

// eachSession calls a function with the real sessions that are not longer than a
// limit, 0 for all.
func eachSession(t *testing.T, limit int, test func(t *testing.T, name string, data []byte, pick func(int) int)) {
	files, _ := filepath.Glob("../shared/corpora/*/*.json*")
	if len(files) == 0 {
		t.Skip("no real sessions here")
	}
	for _, name := range files {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if len(data) == 0 || limit > 0 && len(data) > limit {
			continue
		}
		h := fnv.New64()
		h.Write([]byte(name))
		test(t, name, data, rand.New(rand.NewPCG(*searchSeed, h.Sum64())).IntN)
	}
}

// Real sessions that end or begin anywhere are inputs like any other, for every
// command: no panic, and no status above 1.
func TestSessionsCutAnywhere(t *testing.T) {
	limit, cuts := 0, *searchCuts
	if cuts == 0 {
		limit, cuts = 8_000, 1
	}
	runs := 0
	eachSession(t, limit, func(t *testing.T, name string, data []byte, pick func(int) int) {
		for range cuts {
			at := pick(len(data))
			for k, part := range [][]byte{data[:at], data[at:]} {
				for i, c := range editing {
					runs++
					if _, said, status := edited(i, part); status > 1 {
						t.Errorf("%s: %s cut at %d, part %d: status %d\n%.600s", c.args, name, at, k, status, said)
					}
				}
				runs += len(listing)
				if problem := listedBadly(part); problem != "" {
					t.Errorf("%s cut at %d, part %d: %s", name, at, k, problem)
				}
			}
		}
	})
	t.Logf("%d runs", runs)
}

// P3 on real sessions that are damaged in one to three places: a second run of any
// command changes nothing.
func TestDamagedSessionsTwice(t *testing.T) {
	limit, copies := 0, *searchRuns
	if copies == 0 {
		limit, copies = 8_000, 1
	}
	runs, changed := 0, 0
	eachSession(t, limit, func(t *testing.T, name string, data []byte, pick func(int) int) {
		for n := range copies {
			input, story := data, []string(nil)
			for range 1 + pick(3) {
				d := lineDamages[pick(len(lineDamages))]
				input, story = d.apply(input, pick), append(story, d.name)
			}
			for i, c := range editing {
				once, said, status := edited(i, input)
				if status > 1 {
					t.Errorf("%s: %s, copy %d (%v): status %d\n%.600s", c.args, name, n, story, status, said)
					continue
				}
				if runs++; !bytes.Equal(once, input) {
					changed++
				}
				if twice, _, _ := edited(i, once); !bytes.Equal(once, twice) {
					t.Errorf("%s: %s, copy %d (%v): a second run changes the output", c.args, name, n, story)
				}
			}
		}
	})
	t.Logf("%d runs, %d change something", runs, changed)
}

// lineDamages happen to a line of a file, whatever it holds.
var lineDamages = []struct {
	name  string
	apply func(data []byte, pick func(int) int) []byte
}{
	{"a line lost", func(data []byte, pick func(int) int) []byte {
		return onLine(data, pick, func([]byte) []byte { return nil })
	}},
	{"a line twice", func(data []byte, pick func(int) int) []byte {
		return onLine(data, pick, func(l []byte) []byte { return bytes.Repeat(l, 2) })
	}},
	{"a line cut", func(data []byte, pick func(int) int) []byte {
		return onLine(data, pick, func(l []byte) []byte { return append(bytes.Clone(l[:pick(len(l))]), '\n') })
	}},
	{"cut and glued", func(data []byte, pick func(int) int) []byte {
		return onLine(data, pick, func(l []byte) []byte { return l[:pick(len(l))] })
	}},
	{"glued", func(data []byte, pick func(int) int) []byte {
		return onLine(data, pick, func(l []byte) []byte { return bytes.TrimSuffix(l, []byte("\n")) })
	}},
	{"NUL bytes", func(data []byte, pick func(int) int) []byte {
		return onLine(data, pick, func(l []byte) []byte { return append(make([]byte, 1+pick(300)), l...) })
	}},
	{"a byte changed", func(data []byte, pick func(int) int) []byte {
		out := bytes.Clone(data)
		if len(out) > 0 {
			out[pick(len(out))] = byte(pick(256))
		}
		return out
	}},
	{"a line moved to the end", func(data []byte, pick func(int) int) []byte {
		var moved []byte
		out := onLine(data, pick, func(l []byte) []byte { moved = l; return nil })
		return append(out, moved...)
	}},
}

// onLine puts something in the place of one line.
func onLine(data []byte, pick func(int) int, with func([]byte) []byte) []byte {
	if len(data) == 0 {
		return nil
	}
	lines := bytes.SplitAfter(bytes.TrimSuffix(data, []byte("\n")), []byte("\n"))
	if i := len(lines) - 1; data[len(data)-1] == '\n' {
		lines[i] = append(bytes.Clone(lines[i]), '\n')
	}
	if i := pick(len(lines)); len(lines[i]) > 0 {
		lines[i] = with(lines[i])
	}
	return bytes.Join(lines, nil)
}
