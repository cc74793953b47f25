package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"

	"trtools/pkg/transcript"
	"trtools/pkg/transcript/budget"
	"trtools/pkg/transcript/chunk"
	"trtools/pkg/transcript/classify"
	"trtools/pkg/transcript/microcompact"
	"trtools/pkg/transcript/pair"
	"trtools/pkg/transcript/prune"
)

// What a count may rise by over the recorded one: instructions by a share, allocations
// for a record by a number, as a collection of garbage in between empties what is kept.
// Where a record is one message, there is no more than mostAllocations, whatever is
// recorded: that is a larger piece of memory for many.
const (
	moreInstructions = 1.15
	moreAllocations  = 0.2
	mostAllocations  = 0.25
)

// counts has figures by name.
type counts map[string]float64

// check compares what is counted now with what was recorded.
func check(o *options) error {
	now, err := allocations()
	if err != nil {
		return err
	}
	if err := growth(now); err != nil {
		return err
	}
	if err := instructions(o, now); err != nil {
		fmt.Println("instructions are not counted:", err)
	}
	if o.update {
		return os.WriteFile(o.recorded, []byte(now.String()), 0o644)
	}
	recorded, err := readCounts(o.recorded)
	if err != nil {
		return err
	}
	return now.compare(recorded)
}

// compare returns an error that names what has risen.
func (c counts) compare(recorded counts) error {
	var risen []error
	for _, name := range c.names() {
		was, known := recorded[name]
		limit := was + moreAllocations
		switch {
		case strings.HasPrefix(name, "instructions "):
			limit = was * moreInstructions
		case strings.HasPrefix(name, "steps "):
			was, known, limit = 2, true, mostGrowth
		case isMessages(name):
			limit = min(limit, mostAllocations)
		}
		switch {
		case !known:
			fmt.Printf("%-50s %8.2f, not recorded\n", name, c[name])
		case c[name] > limit:
			risen = append(risen, fmt.Errorf("%s: %.2f, recorded are %.2f", name, c[name], was))
		default:
			fmt.Printf("%-50s %8.2f\n", name, c[name])
		}
	}
	return errors.Join(risen...)
}

// isMessages reports whether a count is of a shape whose records are messages.
func isMessages(name string) bool {
	return strings.HasSuffix(name, " chat") || strings.HasSuffix(name, " claude-code")
}

// factory makes the stage for one input.
type factory func(transcript.Job) transcript.Stage

// factories make the stages whose records are counted. All of them look at every
// record and change none.
func factories() map[string]factory {
	return map[string]factory{
		"tr-pair": func(j transcript.Job) transcript.Stage { return pair.New(pair.Options{}, j) },
		"tr-budget": func(j transcript.Job) transcript.Stage {
			return budget.New(budget.Options{Result: 1 << 30, Turn: 1 << 30}, j)
		},
		"tr-microcompact": func(j transcript.Job) transcript.Stage {
			return microcompact.New(microcompact.Options{Min: 1 << 30}, j)
		},
		"tr-classify": func(j transcript.Job) transcript.Stage { return classify.New(classify.Options{}, j) },
		"tr-prune":    func(j transcript.Job) transcript.Stage { return prune.New(prune.Options{MaxMessages: 1 << 30}, j) },
		"tr-chunk":    func(j transcript.Job) transcript.Stage { return chunk.New(chunk.Options{}, j) },
	}
}

// allocations counts what every stage allocates for a record that stays as it is.
func allocations() (counts, error) {
	found := counts{}
	for name, stage := range factories() {
		for _, s := range shapes()[:3] {
			n, err := perRecord(s, stage)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", name, err)
			}
			found["allocations a record "+name+" "+s.name] = n
		}
	}
	return found, nil
}

// perRecord runs a stage on an input and on a longer one, and returns how many more
// allocations each record more takes.
func perRecord(s shape, stage factory) (float64, error) {
	var short, long bytes.Buffer
	for n := range 12 {
		s.write(&long, n+1)
		if n == 3 {
			short.Write(long.Bytes())
		}
	}
	few, err := allocated(short.Bytes(), stage)
	if err != nil {
		return 0, err
	}
	many, err := allocated(long.Bytes(), stage)
	records := bytes.Count(long.Bytes(), []byte("\n")) - bytes.Count(short.Bytes(), []byte("\n"))
	return max(0, float64(many)-float64(few)) / float64(records), err
}

func allocated(data []byte, stage factory) (n uint64, err error) {
	r := bytes.NewReader(data)
	for range 2 { // what is made once is made in the first run
		s := stage(transcript.Job{Next: transcript.NewWriter(io.Discard), Source: r})
		r.Reset(data)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		if err := transcript.Run(r, 0, s); err != nil {
			return 0, err
		}
		runtime.ReadMemStats(&after)
		n = after.Mallocs - before.Mallocs
	}
	return n, nil
}

// instructions adds the instructions for a byte of every command and shape, where perf
// can count them.
func instructions(o *options, to counts) error {
	dir, err := os.MkdirTemp("", "tr-bench-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	for _, s := range shapes() {
		path := filepath.Join(dir, s.name+".jsonl")
		if err := writeFile(path, 8<<20, s.write); err != nil {
			return err
		}
		for _, c := range commands(o.bin) {
			if name := filepath.Base(c[0]); strings.HasPrefix(name, "tr-") {
				n, err := countInstructions(append(c, path))
				if err != nil {
					return err
				}
				to["instructions a byte "+strings.Join(append([]string{name}, c[2:]...), " ")+" "+s.name] = n / (8 << 20)
			}
		}
	}
	return nil
}

// countInstructions returns how many instructions a command takes.
func countInstructions(c []string) (float64, error) {
	args := append([]string{"stat", "-x", ",", "-e", "instructions:u", "--"}, c...)
	cmd := exec.Command("perf", args...)
	var told bytes.Buffer
	cmd.Stderr = &told
	_ = cmd.Run() // findings have an exit status of their own
	for line := range strings.Lines(told.String()) {
		if value, rest, ok := strings.Cut(line, ","); ok && strings.Contains(rest, "instructions") {
			if n, err := strconv.ParseFloat(value, 64); err == nil {
				return n, nil
			}
		}
	}
	return 0, errors.New("perf cannot count them here")
}
