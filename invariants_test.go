package trtools

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
	"unicode/utf8"

	"trtools/internal/cli"
	"trtools/internal/transcripttest"
)

// What holds for every command that edits, on damaged transcripts of every format: P5
// for each line, P6, P7 and P10, and links that stay whole (package transcripttest numbers them). The other
// invariants are properties of the stages, in their packages, and of
// TestDamagedSessionsTwice.
func TestInvariantsOfEveryStage(t *testing.T) {
	seeds := uint64(2)
	if testing.Short() {
		seeds = 1
	}
	runs, changed := 0, 0
	for k, d := range transcripttest.All() {
		if slow && k%6 != 0 {
			continue // nothing here is about what runs at once
		}
		for seed := range seeds {
			input := transcripttest.Damaged(d, *searchSeed*100+seed).Data
			for i, c := range editing {
				once, _, status := edited(i, input)
				if runs++; !bytes.Equal(once, input) {
					changed++
				}
				for _, problem := range []string{
					badLine(input, once), badLinks(d, input, once), sameInPieces(i, input, once), sameAgain(i, input, once), sameInModes(t, i, input, once, status),
				} {
					if problem != "" {
						t.Errorf("%s, seed %d: %s: %s\n%s", d.Name, seed, c.args, problem, input)
					}
				}
			}
		}
	}
	if 6*changed < runs {
		t.Errorf("only %d of %d runs change something", changed, runs)
	}
}

// What tr-pair makes of faults that APIs refuse is what they take, also after all other
// stages, unless it says that it cannot: P12.
func TestFaultsBehindEveryStage(t *testing.T) {
	healthy := 0
	for _, d := range transcripttest.All() {
		for seed := range uint64(4) {
			pick := rand.New(rand.NewPCG(*searchSeed*100+seed, 42)).IntN
			lines := d.Render(transcripttest.Tell(d, 12, pick))
			for range 3 {
				lines = transcripttest.FaultDamages[pick(len(transcripttest.FaultDamages))].Apply(lines, pick)
			}
			data := string(transcripttest.Join(lines))
			for _, args := range []string{"tr-pair", "tr-budget --no-spill --max-result-chars 10", "tr-microcompact --no-spill --min-chars 0 --truncate-turns 1", "tr-recover --no-spill --level 1", "tr-pair -c"} {
				var out, said bytes.Buffer
				name := strings.Fields(args)[0]
				status := cli.Run(named[name], strings.Fields(args), cli.Streams{In: strings.NewReader(data), Out: &out, Err: &said})
				if status == 1 && args == "tr-pair" {
					break // it says what cannot be repaired
				}
				if status != 0 {
					t.Errorf("%s, seed %d: %s: status %d: %s%s\n%s", d.Name, seed, args, status, &said, &out, data)
					break
				}
				data = out.String()
				healthy++
			}
		}
	}
	if healthy < 100 {
		t.Errorf("only %d runs", healthy)
	}
}

var named = map[string]cli.Command{"tr-pair": cli.Pair, "tr-budget": cli.Budget, "tr-microcompact": cli.Microcompact, "tr-recover": cli.Recover}

// badLine returns a line of the output that is no JSON, if there are more of them than in
// the input: what cannot be read stays, and only tr-pair mends.
func badLine(input, output []byte) string {
	was, now := notJSON(input), notJSON(output)
	if len(now) > len(was) {
		return fmt.Sprintf("%d lines were no JSON, and %d are: %.600q", len(was), len(now), now)
	}
	return ""
}

// badLinks wants links that are whole in the input to be whole in the output.
func badLinks(d transcripttest.Dialect, input, output []byte) string {
	if transcripttest.Links(d, input) != nil {
		return ""
	}
	if err := transcripttest.Links(d, output); err != nil {
		return err.Error() + "\n" + string(output)
	}
	return ""
}

func notJSON(data []byte) (list []string) {
	for line := range bytes.Lines(data) {
		if text := bytes.TrimSpace(line); len(text) > 0 && !(json.Valid(text) && utf8.Valid(text)) {
			list = append(list, string(text))
		}
	}
	return list
}

// sameInPieces wants the same output when the input comes byte by byte.
func sameInPieces(i int, input, want []byte) string {
	var o bytes.Buffer
	cli.Run(editing[i].command, argumentsOf(i), cli.Streams{In: iotest.OneByteReader(bytes.NewReader(input)), Out: &o, Err: new(bytes.Buffer)})
	if !bytes.Equal(o.Bytes(), want) {
		return "read byte by byte it gives " + o.String()
	}
	return ""
}

// sameAgain wants the same output and the same words from another run.
func sameAgain(i int, input, want []byte) string {
	_, first, _ := edited(i, input)
	if again, said, _ := edited(i, input); !bytes.Equal(again, want) || said != first {
		return "another run gives " + string(again) + said
	}
	return ""
}

// sameInModes wants -c and -w to find what a run finds, and -w to write what it writes.
func sameInModes(t *testing.T, i int, input, want []byte, status int) string {
	if strings.HasPrefix(editing[i].args, "tr-classify") {
		return "" // it has no -w
	}
	file := filepath.Join(t.TempDir(), "session.jsonl")
	found := map[string]string{}
	for _, mode := range []string{"", "-c", "-w"} {
		report := file + ".report"
		if err := os.WriteFile(file, input, 0o600); err != nil {
			t.Fatal(err)
		}
		args := append(argumentsOf(i), "-f", "json", "--report", report, file)
		if mode != "" {
			args = slices.Insert(args, 1, mode)
		}
		var o, e bytes.Buffer
		got := cli.Run(editing[i].command, args, cli.Streams{In: strings.NewReader(""), Out: &o, Err: &e})
		if got > 1 || mode != "-c" && got != status {
			return fmt.Sprintf("%q ends with %d, not %d: %s", mode, got, status, &e)
		}
		text, _ := os.ReadFile(report)
		os.Remove(report)
		found[mode] = string(text)
		after, err := os.ReadFile(file)
		switch {
		case err != nil:
			t.Fatal(err)
		case mode == "" && !bytes.Equal(o.Bytes(), want):
			return "from a file it gives " + o.String()
		case mode == "-w" && !bytes.Equal(after, want), mode != "-w" && !bytes.Equal(after, input):
			return fmt.Sprintf("%q leaves the file as %s", mode, after)
		}
	}
	if found[""] != found["-w"] || places(found[""]) != places(found["-c"]) {
		return fmt.Sprintf("a run finds\n%s-c finds\n%s-w finds\n%s", found[""], found["-c"], found["-w"])
	}
	return ""
}

// places returns the codes and lines of findings: what a check would do is told in other
// words than what was done.
func places(report string) (list string) {
	for line := range strings.Lines(report) {
		var f struct {
			Code string
			Line int64
		}
		if json.Unmarshal([]byte(line), &f) == nil {
			list += fmt.Sprintln(f.Code, f.Line)
		}
	}
	return list
}
