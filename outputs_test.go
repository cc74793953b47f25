package trtools

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"trtools/internal/cli"
	"trtools/internal/transcripttest"
)

// outputsFile has what every command of commandLines makes of the damaged
// transcripts of each format: the beginning of a hash for each of them, of the exit
// status, the output, the rejects and the findings without their words.
const outputsFile = "testdata/outputs.txt"

// damagedSeeds are the transcripts of each format.
const damagedSeeds = 12

var commandLines = []struct {
	command cli.Command
	args    string
}{
	{cli.Pair, "tr-pair"}, {cli.Pair, "tr-pair --strict"}, {cli.Pair, "tr-pair -c"},
	{cli.Prune, "tr-prune --max-messages 3"}, {cli.Prune, "tr-prune --max-tokens 40 --notice"}, {cli.Prune, "tr-prune --max-messages 1 --keep-first 0 --keep-last 0"},
	{cli.Prune, "tr-prune --tool run_x --tool run_c1 --id y --keep-last 0"}, {cli.Prune, "tr-prune --max-messages 2 --strict"},
	{cli.Chunk, "tr-chunk --parts 3"}, {cli.Chunk, "tr-chunk --max-tokens 60 --strict"},
	{cli.Stat, "tr-stat"}, {cli.Stat, "tr-stat --total --strict"},
	{cli.Budget, "tr-budget --no-spill --max-result-chars 8 --max-turn-chars 30"},
	{cli.Microcompact, "tr-microcompact --no-spill --truncate-turns 1 --summarize-turns 2 --min-chars 0"},
	{cli.Microcompact, "tr-microcompact --no-spill --aggressive --min-chars 0 --truncate-turns 1 --summarize-turns 2 --max-argument-chars 4 --image-turns 1"},
	{cli.Recover, "tr-recover --no-spill --level 1"}, {cli.Recover, "tr-recover --no-spill --level 3 --keep 2"}, {cli.Recover, "tr-recover --no-spill --max-tokens 60"},
}

// What the commands make of damaged transcripts is what it was. A change that is
// meant is written with -update; the lines that differ say where to look.
func TestOutputs(t *testing.T) {
	var got strings.Builder
	for _, d := range transcripttest.All() {
		for _, c := range commandLines {
			fmt.Fprintf(&got, "%s: %s:", d.Name, c.args)
			for seed := range uint64(seedsHere()) {
				data := transcripttest.Damaged(d, seed).Data
				fmt.Fprintf(&got, " %.4x", outputOf(t, c.command, strings.Fields(c.args), data))
			}
			got.WriteString("\n")
		}
	}
	if *update {
		if err := os.WriteFile(outputsFile, []byte(got.String()), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(outputsFile)
	if err != nil {
		t.Fatal(err)
	}
	compareOutputs(t, strings.Split(got.String(), "\n"), strings.Split(string(want), "\n"))
}

// seedsHere returns how many of the seeds are tried: the race detector looks at how
// a command works, and a few show it that.
func seedsHere() int {
	if slow && !*update {
		return 2
	}
	return damagedSeeds
}

// compareOutputs wants the fields of every line that are there; of what is wanted
// there may be more, for more seeds.
func compareOutputs(t *testing.T, got, want []string) {
	t.Helper()
	if len(got) != len(want) {
		t.Errorf("%d lines, want %d", len(got), len(want))
	}
	for i := range min(len(got), len(want)) {
		a, b := strings.Fields(got[i]), strings.Fields(want[i])
		if short := damagedSeeds - seedsHere(); len(b) > short {
			b = b[:len(b)-short]
		}
		if len(a) != len(b) {
			t.Errorf("line %d: %s, want %s", i+1, got[i], want[i])
			continue
		}
		for k := range a {
			if a[k] != b[k] {
				t.Errorf("%s differs for seed %d", got[i][:strings.LastIndex(got[i], ":")], k-(len(a)-seedsHere()))
			}
		}
	}
}

// outputOf returns a hash of all that a command says of an input and makes of it.
func outputOf(t *testing.T, command cli.Command, args []string, data []byte) []byte {
	t.Helper()
	dir := t.TempDir()
	report, rejects := filepath.Join(dir, "report"), filepath.Join(dir, "rejects")
	more := []string{"-f", "json", "--report", report}
	if args[0] == "tr-prune" || args[0] == "tr-recover" || args[0] == "tr-pair" && len(args) == 1 {
		more = append(more, "--rejects", rejects)
	}
	var out bytes.Buffer
	status := cli.Run(command, append(args, more...), cli.Streams{In: bytes.NewReader(data), Out: &out, Err: new(bytes.Buffer)})
	if status == 2 {
		t.Fatalf("%v is refused", args)
	}
	sum := sha256.New()
	fmt.Fprintln(sum, status, wordless(t, out.Bytes()))
	for _, name := range []string{report, rejects} {
		text, err := os.ReadFile(name)
		if err != nil && !os.IsNotExist(err) {
			t.Fatal(err)
		}
		fmt.Fprintln(sum, wordless(t, text))
	}
	return sum.Sum(nil)
}

// wordless takes the messages out of findings.
func wordless(t *testing.T, text []byte) string {
	t.Helper()
	var list []string
	for lines := bufio.NewScanner(bytes.NewReader(text)); lines.Scan(); {
		var f map[string]json.RawMessage
		if err := json.Unmarshal(lines.Bytes(), &f); err != nil || f["severity"] == nil {
			list = append(list, lines.Text())
			continue
		}
		delete(f, "message")
		line, err := json.Marshal(f)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, string(line))
	}
	return strings.Join(list, "\n")
}
