package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// growing is an input of n equal things that a command is to take in time that grows
// with n and no faster.
type growing struct {
	name    string
	command string // with its flags
	n       int
	write   func(w *bufio.Writer, n int)
}

const (
	userSays = `{"role":"user","content":"go"}` + "\n"
	aCall    = `{"role":"assistant","content":null,"tool_calls":[{"id":"%s","type":"function","function":{"name":"read","arguments":"{}"}}]}` + "\n"
	saidLong = `{"role":"assistant","content":"%s"}` + "\n"
	aResult  = `{"role":"tool","tool_call_id":"%s","content":%s}` + "\n"
)

// growths are the inputs that have made some command slow once.
func growths() []growing {
	parts := func(w *bufio.Writer, n int) {
		part := `{"type":"text","text":"` + strings.Repeat("some words ", 20) + `"}`
		w.WriteString(userSays)
		fmt.Fprintf(w, aCall+aResult, "c", "c", "["+part+strings.Repeat(","+part, n-1)+"]")
	}
	repeat := func(line string) func(w *bufio.Writer, n int) {
		return func(w *bufio.Writer, n int) { w.WriteString(strings.Repeat(line, n)) }
	}
	return []growing{
		{"glued records on one line", "tr-pair", 1000, repeat(strings.TrimSpace(userSays))},
		{"text parts of one result", "tr-budget --no-spill", 1000, parts},
		{"text parts of one result", "tr-recover --no-spill --level 1", 1000, parts},
		{"messages of one conversation", "tr-prune --max-messages 10", 1000, func(w *bufio.Writer, n int) {
			w.WriteString(`{"messages":[{"role":"system","content":"be"}`)
			w.WriteString(strings.Repeat(`,{"role":"user","content":"go"},{"role":"assistant","content":"ok"}`, n) + "]}\n")
		}},
		{"error records", "tr-classify", 500, repeat(`{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}` + "\n")},
		{"calls of one name without ids", "tr-pair", 1000, func(w *bufio.Writer, n int) {
			call, result := `{"functionCall":{"name":"read","args":{}}}`, `{"functionResponse":{"name":"read","response":{"output":"x"}}}`
			fmt.Fprintf(w, `{"role":"model","parts":[%s]}`+"\n", call+strings.Repeat(","+call, n-1))
			fmt.Fprintf(w, `{"role":"user","parts":[%s]}`+"\n", result+strings.Repeat(","+result, n-1))
		}},
		{"equal ids", "tr-pair", 1000, repeat(fmt.Sprintf(aCall+aResult, "c", "c", `"x"`))},
		{"messages without a text behind a long one", "tr-prune --max-chars 100 --notice", 300, func(w *bufio.Writer, n int) {
			fmt.Fprintf(w, userSays+saidLong, strings.Repeat("x", 1000))
			w.WriteString(strings.Repeat(`{"role":"user","content":""}`+"\n"+`{"role":"assistant","content":""}`+"\n", n) + userSays)
		}},
		{"messages of the system in front", "tr-recover --no-spill --max-chars 100", 500, func(w *bufio.Writer, n int) {
			w.WriteString(strings.Repeat(`{"role":"system","content":"be"}`+"\n", n))
			w.WriteString(strings.Repeat(userSays+`{"role":"assistant","content":"done it all"}`+"\n", n))
		}},
		{"results behind one message of the user", "tr-recover --no-spill --level 3", 1000, func(w *bufio.Writer, n int) {
			w.WriteString(userSays)
			for i := range n {
				id := fmt.Sprint("c", i)
				fmt.Fprintf(w, aCall+aResult, id, id, `"some words here"`)
			}
			fmt.Fprintf(w, saidLong, strings.Repeat("x y ", 100))
		}},
		{"calls without a result", "tr-pair", 1000, func(w *bufio.Writer, n int) {
			w.WriteString(userSays)
			for i := range n {
				fmt.Fprintf(w, aCall, fmt.Sprint("c", i))
			}
		}},
		{"empty files", "tr-pair -c --files0-from", 2000, repeat(os.DevNull + "\x00")},
	}
}

// mostGrowth is by how much the steps may grow for an input that is twice as large:
// sorting and searching take a little more than twice the steps.
const mostGrowth = 2.3

// growth counts the steps of every command for an input and for one twice as large, and
// prints the factor between them. One that is too large is an error. Steps are how often each
// statement is executed, which a build that counts them tells.
func growth(*options) error {
	dir, err := os.MkdirTemp("", "tr-growth-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	args := []string{"build", "-cover", "-covermode=count", "-coverpkg=./...", "-o", dir + string(filepath.Separator)}
	for _, name := range []string{"pair", "budget", "recover", "prune", "classify"} {
		args = append(args, "trtools/cmd/tr-"+name)
	}
	if out, err := exec.Command("go", args...).CombinedOutput(); err != nil {
		return fmt.Errorf("go build -cover: %w: %s", err, out)
	}
	var grown []error
	for _, g := range growths() {
		once, err := g.steps(dir, g.n)
		if err != nil {
			return err
		}
		twice, err := g.steps(dir, 2*g.n)
		if err != nil {
			return err
		}
		fmt.Printf("%-80s %.2f\n", g.command+", "+g.name, twice/once)
		if twice/once > mostGrowth {
			grown = append(grown, fmt.Errorf("%s takes %.2f times the steps for twice as many %s, want %.1f at most", g.command, twice/once, g.name, mostGrowth))
		}
	}
	return errors.Join(grown...)
}

// steps returns how many statements the command executes for n of the things.
func (g *growing) steps(dir string, n int) (float64, error) {
	input := filepath.Join(dir, "input.jsonl")
	f, err := os.Create(input)
	if err != nil {
		return 0, err
	}
	w := bufio.NewWriter(f)
	g.write(w, n)
	if err := errors.Join(w.Flush(), f.Close()); err != nil {
		return 0, err
	}
	counts, err := os.MkdirTemp(dir, "counts-")
	if err != nil {
		return 0, err
	}
	words := strings.Fields(g.command)
	cmd := exec.Command(filepath.Join(dir, words[0]), append(slices.Concat([]string{"-q"}, words[1:]), input)...)
	cmd.Env = append(os.Environ(), "GOCOVERDIR="+counts, "TMPDIR="+dir)
	if err := cmd.Run(); err != nil && cmd.ProcessState == nil {
		return 0, err
	}
	text := filepath.Join(counts, "all.txt")
	if out, err := exec.Command("go", "tool", "covdata", "textfmt", "-i="+counts, "-o="+text).CombinedOutput(); err != nil {
		return 0, fmt.Errorf("covdata: %w: %s", err, out)
	}
	raw, err := os.ReadFile(text)
	if err != nil {
		return 0, err
	}
	return sumSteps(raw)
}

// sumSteps adds up a profile in the form of go test -coverprofile: every line ends in
// the number of statements and how often they were executed.
func sumSteps(profile []byte) (total float64, err error) {
	for line := range bytes.Lines(profile) {
		words := strings.Fields(string(line))
		if len(words) != 3 {
			continue // the mode
		}
		statements, err := strconv.ParseFloat(words[1], 64)
		if err != nil {
			return 0, err
		}
		times, err := strconv.ParseFloat(words[2], 64)
		if err != nil {
			return 0, err
		}
		total += statements * times
	}
	if total == 0 {
		return 0, errors.New("no statement was executed")
	}
	return total, nil
}
