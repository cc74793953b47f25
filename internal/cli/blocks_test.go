package cli

import (
	"bytes"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"trtools/internal/transcripttest"
)

// dividedCommands are commands whose work on conversations is divided, and some whose
// work is not.
var dividedCommands = []struct {
	command Command
	args    string
}{
	{Pair, "-v"}, {Pair, "--strict"}, {Pair, "--missing=strip --orphans=text --duplicates=rename"}, {Pair, "--dialect=conversations"},
	{Budget, "--max-result-chars 8 --max-turn-chars 30 --spill-dir spilled"}, {Budget, "--max-result-chars 8 --no-spill --strict"},
	{Microcompact, "--truncate-turns 1 --summarize-turns 2 --min-chars 0 --spill-dir spilled"},
	{Microcompact, "--aggressive --no-spill --min-chars 0 --truncate-turns 1 --summarize-turns 2"},
	{Classify, ""}, {Classify, "--only"}, {Classify, "--error overloaded_error"},
	{Prune, "--max-messages 3"}, {Prune, "--max-tokens 40 --notice"}, {Prune, "--tool run_x --id y --keep-last 0"}, {Prune, "--max-messages 100"},
	{Recover, "--no-spill --level 1"}, {Recover, "--spill-dir spilled --level 3 --keep 2"}, {Recover, "--no-spill --max-tokens 60"}, {Recover, "--max-payload 1KB --no-spill"},
	{Chunk, "--parts 3"}, {Stat, "--total"},
}

// conversations returns a file of damaged conversations, one a line.
func conversations(seed uint64, lines int) []byte {
	pick := rand.New(rand.NewPCG(seed, 5)).IntN
	var inside []transcripttest.Dialect
	for _, d := range transcripttest.All() {
		if d.Inside {
			inside = append(inside, d)
		}
	}
	var b bytes.Buffer
	for range lines {
		d := inside[pick(len(inside))]
		events := transcripttest.Tell(d, 2+pick(8), pick)
		damages := slices.Concat(transcripttest.Damages, transcripttest.MoreDamages)
		for range pick(3) {
			if after := damages[pick(len(damages))].Apply(events, pick); d.Holds(after) {
				events = after
			}
		}
		b.Write(transcripttest.Join(d.Render(events)))
	}
	return b.Bytes()
}

// dividedInputs returns files of conversations, such files with something else in them,
// and files of everything else.
func dividedInputs(t *testing.T) map[string][]byte {
	t.Helper()
	pick := rand.New(rand.NewPCG(1, 1)).IntN
	all := map[string][]byte{"empty": nil, "blank": []byte("\n \n\r\n\n"), "two": []byte("{\"messages\":[]}\n{\"messages\":[]}")}
	n := 12
	if testing.Short() {
		n = 2
	}
	for seed := range uint64(n) {
		clean := conversations(seed, 3+pick(20))
		all[fmt.Sprint("clean ", seed)] = clean
		lines := bytes.SplitAfter(clean, []byte("\n"))
		for name, other := range map[string]string{
			"blank": "\r\n", "unreadable": "{\"messages\": oops\n", "value": "17\n", "surrogate": `{"messages":[{"role":"user","content":"\ud800"}]}` + "\n",
			"message": `{"role":"user","content":"x"}` + "\n", "error": `{"type":"error","error":{"message":"prompt is too long: 250000 tokens > 200000 maximum"}}` + "\n",
			"verdict": `{"type":"classification","classification":{"class":"context_overflow","recoverable":true,"attempt":1}}` + "\n",
		} {
			mixed := slices.Insert(slices.Clone(lines), pick(len(lines)), []byte(other))
			all[fmt.Sprint(name, " ", seed)] = bytes.Join(mixed, nil)
		}
		all[fmt.Sprint("cut ", seed)] = clean[:len(clean)-1-pick(len(clean)/2)]
		all[fmt.Sprint("CRLF ", seed)] = bytes.ReplaceAll(clean, []byte("\n"), []byte("\r\n"))
		for _, d := range transcripttest.All() {
			if seed > 1 {
				break // other lines are taken in order
			}
			all[fmt.Sprint(d.Name, " ", seed)] = slices.Concat(transcripttest.Damaged(d, seed).Data, transcripttest.Damaged(d, seed+100).Data)
		}
	}
	samples, err := filepath.Glob("../dialect/testdata/*/*.jsonl")
	if err != nil || len(samples) < 10 {
		t.Fatal(samples, err)
	}
	for _, name := range samples {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		all[filepath.Base(name)] = data
	}
	return all
}

// spoken is everything that a run leaves behind.
type spoken struct {
	result
	rejects, report, file, spilled string
}

// speak runs a command on a file, or with "" on standard input, in an empty folder.
func speak(t *testing.T, c Command, data []byte, file bool, args []string) (s spoken) {
	t.Helper()
	dir := t.TempDir()
	t.Chdir(dir)
	fileIn(t, dir, "s", string(data))
	args = append([]string{"--rejects", "rejects", "--report", "report", "-f", "json"}, args...)
	if file {
		s.result = runCommand(t, c, setup{}, append(args, "s")...)
	} else {
		s.result = runCommand(t, c, setup{stdin: io.MultiReader(bytes.NewReader(data))}, args...)
	}
	s.rejects, s.report, s.file = contentOf("rejects"), contentOf("report"), contentOf("s")
	_ = filepath.WalkDir("spilled", func(path string, _ fs.DirEntry, _ error) error {
		s.spilled += path + "=" + contentOf(path) + "\n"
		return nil
	})
	s.err, s.out = strings.ReplaceAll(s.err, dir, ""), strings.ReplaceAll(s.out, dir, "")
	s.report, s.file = strings.ReplaceAll(s.report, dir, ""), strings.ReplaceAll(s.file, dir, "")
	return s
}

func contentOf(name string) string {
	b, _ := os.ReadFile(name)
	return string(b)
}

// Whatever the number of workers inside a file is, and however its lines are shared out,
// a command does and says the same.
func TestJobsInside(t *testing.T) {
	size := blockSize
	t.Cleanup(func() { blockSize = size })
	pick := rand.New(rand.NewPCG(2, 2)).IntN
	inputs := dividedInputs(t)
	names := make([]string, 0, len(inputs))
	for name := range inputs {
		names = append(names, name)
	}
	slices.Sort(names)
	for i, name := range names {
		for k, c := range dividedCommands {
			if testing.Short() && (i+k)%4 > 0 {
				continue
			}
			args := strings.Fields(c.args)
			file := pick(4) > 0
			if modes := []string{"", "", "-c", "-d", "-l", "-w"}; file && c.command.Name != Classify.Name {
				args = slices.DeleteFunc(append(args, modes[pick(len(modes))]), func(s string) bool { return s == "" || s == "-w" && c.command.Lists != nil })
			}
			want := speak(t, c.command, inputs[name], file, append(args, "-j1"))
			blockSize = 1 + pick(2)*pick(3000)
			if got := speak(t, c.command, inputs[name], file, append(args, fmt.Sprint("-j", 2+pick(2)))); got != want {
				t.Errorf("%s: %s %q, batches of %d bytes\n%+v\nwant\n%+v\ninput %q", name, c.command.Name, args, blockSize, got, want, inputs[name])
			}
		}
	}
}
