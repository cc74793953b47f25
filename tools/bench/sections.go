package main

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// anError is the text of one error, as an agent gets it.
const anError = `API Error: 400 {"type":"error","error":{"type":"invalid_request_error","message":"prompt is too long: 212000 tokens > 200000 maximum"}}`

// measureStart measures the commands on a file of a few lines: that is their start. What it
// takes to judge one error stands beside that.
func measureStart(o *options, dir string) (string, error) {
	path, text := filepath.Join(dir, "start.jsonl"), filepath.Join(dir, "error.txt")
	err := errors.Join(os.WriteFile(path, []byte(strings.Repeat(userSays, 32)), 0o600), os.WriteFile(text, []byte(anError+"\n"), 0o600))
	if err != nil {
		return "", err
	}
	list := append(commands(o.bin), []string{filepath.Join(o.bin, "tr-classify"), "--text"})
	costs := make([][]cost, len(list))
	for range 8 * o.rounds {
		for i, c := range list {
			input := path
			if c[len(c)-1] == "--text" {
				input = text
			}
			cost, err := runOnce(c, input)
			if err != nil {
				return "", err
			}
			costs[i] = append(costs[i], cost)
		}
	}
	var b strings.Builder
	b.WriteString("## Start: a file of 1 KB, or the text of one error\n\n| command | ms of processor time, median | least |\n|---|---|---|\n")
	for i, c := range list {
		slices.SortFunc(costs[i], func(x, y cost) int { return cmp.Compare(x.cpu, y.cpu) })
		fmt.Fprintf(&b, "| `%s` | %.1f | %.1f |\n", named(c), ms(costs[i][len(costs[i])/2].cpu), ms(costs[i][0].cpu))
	}
	return b.String(), nil
}

func ms(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

// named returns a command without its folder.
func named(c []string) string {
	return strings.Join(append([]string{filepath.Base(c[0])}, c[1:]...), " ")
}

// manyFiles is how many small files measureMany checks.
const manyFiles = 5000

// measureMany measures tr-pair -c on many small files: with one worker, with two, and
// in a loop of the shell.
func measureMany(o *options, dir string) (string, error) {
	many := filepath.Join(dir, "many")
	if err := os.Mkdir(many, 0o700); err != nil {
		return "", err
	}
	for i := range manyFiles {
		id := fmt.Sprint("c", i)
		session := userSays + fmt.Sprintf(aCall+aResult, id, id, `"x"`)
		if err := os.WriteFile(filepath.Join(many, fmt.Sprint(i, ".jsonl")), []byte(session), 0o600); err != nil {
			return "", err
		}
	}
	pair := filepath.Join(o.bin, "tr-pair")
	loop := []string{"sh", "-c", `for f in "$1"/*.jsonl; do "$0" -q -c "$f"; done`, pair}
	var b strings.Builder
	fmt.Fprintf(&b, "## %d small files\n\n| command | times as fast as the loop | by processor time |\n|---|---|---|\n", manyFiles)
	rows := []row{{name: "a loop of the shell"}, {name: "tr-pair -q -c -j 1"}, {name: "tr-pair -q -c -j 2"}}
	for range max(1, o.rounds/2) {
		for i, c := range [][]string{loop, {pair, "-q", "-c", "-j", "1"}, {pair, "-q", "-c", "-j", "2"}} {
			cost, err := runOnce(c, many)
			if err != nil {
				return "", err
			}
			rows[i].costs = append(rows[i].costs, cost)
		}
	}
	for _, r := range rows {
		fmt.Fprintf(&b, "| `%s` | %s | %s |\n", r.name, spread(ratios(rows[0].costs, r.costs, wallOf)), spread(ratios(rows[0].costs, r.costs, cpuOf)))
	}
	return b.String(), nil
}

// The inputs for which memory is measured.
const (
	largeInput = "large.jsonl" // many sessions of Claude Code
	manyInput  = "many.jsonl"  // short messages
	longInput  = "long.jsonl"  // a result of 164 MB
	openInput  = "open.jsonl"  // calls without a result
)

const (
	longLine      = 164_000_000
	openCalls     = 100_000
	shortMessages = 1_000_000
)

// writeForMemory writes the inputs for which memory is measured.
func writeForMemory(o *options, dir string) error {
	if o.large == 0 {
		return nil
	}
	if err := writeFile(filepath.Join(dir, largeInput), o.large, shapes()[1].write); err != nil {
		return err
	}
	long := func(w *bufio.Writer) {
		text := "some words and a line break, as many texts have\\n"
		fmt.Fprintf(w, userSays+aCall+aResult, "c", "c", `"`+strings.Repeat(text, longLine/len(text))+`"`)
	}
	open := func(w *bufio.Writer) {
		w.WriteString(userSays)
		for i := range openCalls {
			fmt.Fprintf(w, aCall, fmt.Sprint("c", i))
		}
	}
	many := func(w *bufio.Writer) {
		for n := range shortMessages / 2 {
			short(w, n)
		}
	}
	return errors.Join(writeWith(filepath.Join(dir, longInput), long), writeWith(filepath.Join(dir, openInput), open), writeWith(filepath.Join(dir, manyInput), many))
}

func writeWith(path string, write func(*bufio.Writer)) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	w := bufio.NewWriter(f)
	write(w)
	return errors.Join(w.Flush(), f.Close())
}

// measureMemory tells the memory that the commands take for each of the inputs.
func measureMemory(o *options, dir string) (string, error) {
	if o.large == 0 {
		return "", nil
	}
	var b strings.Builder
	fmt.Fprintf(&b, "## Memory, in MB\n\n| command | %.0f MB of sessions | %d short messages | a line of %d MB | %d open calls |\n|---|---|---|---|---|\n", float64(o.large)/1e6, shortMessages, longLine/1_000_000, openCalls)
	for _, c := range append([][]string{{"cat"}}, commands(o.bin)...) {
		if name := filepath.Base(c[0]); name != "cat" && !strings.HasPrefix(name, "tr-") {
			continue
		}
		fmt.Fprintf(&b, "| `%s` |", named(c))
		for _, input := range []string{largeInput, manyInput, longInput, openInput} {
			cost, err := runOnce(c, filepath.Join(dir, input))
			if err != nil {
				return "", err
			}
			fmt.Fprintf(&b, " %.0f |", float64(cost.rss)/1e6)
		}
		fmt.Fprintln(&b)
	}
	return b.String(), nil
}
