package trtools

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"trtools/internal/cli"
)

// The flags of TestDamagedSessions: a longer search is
//
//	go test -run TestDamagedSessions -v . -damage.cases 2000 -damage.seed 7
var (
	damageCases = flag.Int("damage.cases", 0, "damaged sessions that are tried; 0 for a few")
	damageSeed  = flag.Uint64("damage.seed", 1, "where the search begins")
	damageBytes = flag.Int("damage.bytes", 300_000, "the largest session that is damaged")
	damageKeep  = flag.String("damage.keep", "", "directory for the inputs that fail")
)

// editors are the commands that remove and rewrite records, with options that
// make them do so.
var editors = []struct {
	command cli.Command
	args    []string
}{
	{cli.Pair, []string{"tr-pair"}},
	{cli.Prune, []string{"tr-prune", "--max-messages", "12"}},
	{cli.Prune, []string{"tr-prune", "--dead"}},
	{cli.Recover, []string{"tr-recover", "--no-spill", "--level", "2"}},
}

// harms are what happens to the lines of a session on disk. Lines keep their ends.
var harms = []struct {
	name string
	do   func(lines [][]byte, i int, pick func(int) int) [][]byte
}{
	{"deleted", func(l [][]byte, i int, _ func(int) int) [][]byte { return slices.Delete(l, i, i+1) }},
	{"doubled", func(l [][]byte, i int, _ func(int) int) [][]byte { return slices.Insert(l, i, l[i]) }},
	{"swapped", func(l [][]byte, i int, pick func(int) int) [][]byte {
		k := pick(len(l))
		l[i], l[k] = l[k], l[i]
		return l
	}},
	{"torn", func(l [][]byte, i int, pick func(int) int) [][]byte {
		l[i] = slices.Concat(l[i][:pick(len(l[i]))], []byte("\n"))
		return l
	}},
	{"torn and glued", func(l [][]byte, i int, pick func(int) int) [][]byte {
		l[i] = l[i][:pick(len(l[i]))]
		return l
	}},
	{"glued", func(l [][]byte, i int, _ func(int) int) [][]byte {
		l[i] = bytes.TrimRight(l[i], "\r\n")
		return l
	}},
	{"flipped", func(l [][]byte, i int, pick func(int) int) [][]byte {
		l[i] = bytes.Clone(l[i])
		l[i][pick(len(l[i]))] ^= 1 << pick(8)
		return l
	}},
	{"head cut", func(l [][]byte, i int, pick func(int) int) [][]byte {
		l[i] = l[i][pick(len(l[i])):]
		return l[i:]
	}},
	{"tail cut", func(l [][]byte, i int, pick func(int) int) [][]byte {
		l[i] = l[i][:pick(len(l[i]))]
		return l[:i+1]
	}},
}

// harmed does one or two harms to a session, and says which.
func harmed(data []byte, pick func(int) int) ([]byte, string) {
	var how []string
	for range 1 + pick(2) {
		lines := bytes.SplitAfter(data, []byte("\n"))
		if n := len(lines); n > 0 && len(lines[n-1]) == 0 {
			lines = lines[:n-1]
		}
		if len(lines) == 0 {
			break
		}
		h, i := harms[pick(len(harms))], pick(len(lines))
		how = append(how, fmt.Sprintf("line %d %s", i+1, h.name))
		data = bytes.Join(h.do(slices.Clone(lines), i, pick), nil)
	}
	return data, strings.Join(how, ", ")
}

// sessions returns the names of the sessions that are damaged: those of the tree,
// and real ones where they are.
func sessions(t *testing.T) (names []string) {
	for _, pattern := range []string{"testdata/samples/*.jsonl", "internal/dialect/testdata/*/*.jsonl", "../shared/corpora/*/*.jsonl"} {
		list, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range list {
			if info, err := os.Stat(name); err == nil && info.Size() <= int64(*damageBytes) && info.Size() > 0 {
				names = append(names, name)
			}
		}
	}
	return names
}

// A session that was damaged in one or two places at random goes through every
// command that edits: none fails, every line is in the output, in the rejects or
// in a finding, and a second run changes nothing.
func TestDamagedSessions(t *testing.T) {
	cases := *damageCases
	if cases == 0 {
		cases = 60
	}
	if testing.Short() {
		cases = min(cases, 20)
	}
	names, d := sessions(t), damaged{dir: t.TempDir(), count: map[string]int{}}
	for n := range uint64(cases) {
		pick := rand.New(rand.NewPCG(*damageSeed+n, 9)).IntN
		name := names[pick(len(names))]
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		input, how := harmed(data, pick)
		for i := range editors {
			d.keep(t, "last.jsonl", input) // for a run that does not end
			if problem := d.try(i, input); problem != "" {
				d.count["failed"]++
				t.Errorf("seed %d: %s, %s: %s: %s", *damageSeed+n, name, how, editors[i].args[0], problem)
				d.keep(t, fmt.Sprintf("%d.%s.jsonl", *damageSeed+n, editors[i].args[0]), input)
			}
		}
	}
	t.Logf("%d damaged sessions of %d: %v", cases, len(names), d.count)
}

// damaged tries commands on inputs and counts what came of it.
type damaged struct {
	dir   string
	count map[string]int
}

func (d *damaged) keep(t *testing.T, name string, input []byte) {
	if *damageKeep != "" {
		if err := os.WriteFile(filepath.Join(*damageKeep, name), input, 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// outcome is what a command did to an input.
type outcome struct {
	out, said string
	status    int
	places    []place // of findings and rejects
}

type place struct{ Offset, Length int64 }

// run runs a command with all of its reports.
func (d *damaged) run(i int, input []byte) (o outcome) {
	report, rejects := filepath.Join(d.dir, "report"), filepath.Join(d.dir, "rejects")
	os.Remove(report)
	os.Remove(rejects)
	var out, said bytes.Buffer
	args := append(slices.Clone(editors[i].args), "-f", "json", "--report", report, "--rejects", rejects)
	o.status = cli.Run(editors[i].command, args, cli.Streams{In: bytes.NewReader(input), Out: &out, Err: &said})
	o.out, o.said = out.String(), said.String()
	for _, name := range []string{report, rejects} {
		data, _ := os.ReadFile(name)
		for line := range bytes.Lines(data) {
			var p struct {
				Offset, Length int64
				Raw            string
			}
			if json.Unmarshal(line, &p) == nil {
				o.places = append(o.places, place{p.Offset, max(p.Length, int64(len(p.Raw)))})
			}
		}
	}
	return o
}

// try returns what a command does to an input that it must not do, "" for nothing.
func (d *damaged) try(i int, input []byte) string {
	first := d.run(i, input)
	d.count[fmt.Sprintf("%s: status %d", editors[i].args[0], first.status)]++
	switch {
	case strings.Contains(first.said, "panic"):
		return first.said
	case first.status > 1:
		return fmt.Sprintf("status %d: %.500s", first.status, first.said)
	}
	if line := first.lost(input); line >= 0 {
		return fmt.Sprintf("line %d is neither in the output nor in the rejects nor in a finding", line)
	}
	second := d.run(i, []byte(first.out))
	switch {
	case second.status > first.status:
		return fmt.Sprintf("the second run ends with status %d: %.500s", second.status, second.said)
	case second.out != first.out:
		return "the second run changes something: " + second.said
	}
	return ""
}

// lost returns the number of a line of an input that is nowhere any more, -1 if
// there is none. A line that a finding or a reject is about was seen, and so was
// each of its copies: which of them goes does not matter.
func (o *outcome) lost(input []byte) int {
	missing, seen := map[string]int{}, map[string]bool{}
	lines := map[string]int{}
	at, n := int64(0), 0
	for line := range bytes.Lines(input) {
		n++
		end := at + int64(len(line))
		text := string(bytes.TrimRight(line, "\r\n"))
		missing[text]++
		lines[text] = n
		seen[text] = seen[text] || slices.ContainsFunc(o.places, func(p place) bool { return p.Offset < end && p.Offset+max(p.Length, 1) > at })
		at = end
	}
	for line := range strings.Lines(o.out) {
		missing[strings.TrimRight(line, "\r\n")]--
	}
	for text, n := range missing {
		if n > 0 && text != "" && !seen[text] {
			return lines[text]
		}
	}
	return -1
}
