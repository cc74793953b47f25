package transcripttest

import (
	"bytes"
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"unicode/utf8"
)

// Repair is what the drivers try: it returns the repaired transcript and the
// number of findings that it repaired or reports, info left out. Any error is a
// failure: damage that cannot be repaired stays, and is a finding.
type Repair func(input []byte) (output []byte, findings int, err error)

// trial is one damaged transcript.
type trial struct {
	d      Dialect
	events []Event
	damage string
	note   string // how to make it again
	input  []byte
	want   [][]int // texts of the user that each reader must get, nil if unknown
	// results are of calls whose real result every reader must get.
	results []Ref
	ideal   []byte // what can be read of the input: each text in it has to stay
	// lax is set where the client refuses the file whatever is done about it,
	// and where what it reads depends on what is lost.
	lax     bool
	without string // versions of the client that are not asked
	output  []byte
	err     error
	failed  bool
}

var (
	errChanged = errors.New("a healthy transcript is changed")
	errFound   = errors.New("findings in a healthy transcript")
	errSecond  = errors.New("the second run changes the output")
	errAgain   = errors.New("the second run finds something")
)

// run repairs the transcript and checks what comes of it.
func (c *trial) run(t *Tally, repair Repair, silent map[string]bool) {
	out, _, err := guarded(repair, c.input)
	c.output, c.err = out, err
	if err != nil {
		t.fail(c, "exit 3", err)
		return
	}
	if !c.lax {
		c.judge(t)
	}
	if err := kept(c.ideal, out); err != nil {
		t.fail(c, "P8 lost", err)
	}
	if !silent[string(out)] {
		silent[string(out)] = true
		c.second(t, repair)
	}
}

// healthy checks that nothing is done and nothing said.
func (c *trial) healthy(t *Tally, repair Repair) {
	out, n, err := guarded(repair, c.input)
	c.output = out
	switch {
	case err != nil:
		t.fail(c, "exit 3", err)
	case !bytes.Equal(out, c.input):
		t.fail(c, "P1", errChanged)
	case n > 0:
		t.fail(c, "P1", errFound)
	}
}

// judge asks the oracle.
func (c *trial) judge(t *Tally) {
	if !utf8.Valid(c.output) {
		t.fail(c, "P5 refused", errors.New("bad UTF-8"))
	}
	threads := c.asked(c.d.Threads(c.output))
	if err := c.d.accepts(threads); err != nil {
		t.fail(c, "P5 refused", errors.Unwrap(err))
	}
	if err := Links(c.d, c.output); err != nil && (c.d.Linked || Links(c.d, c.input) == nil) {
		t.fail(c, "P5 link", err)
	}
	if c.results != nil {
		if err := CheckResults(c.d, c.output, c.results); err != nil {
			t.fail(c, "P8 real result", err)
		}
	}
	got := usersOf(threads)
	for i := range min(len(got), len(c.want)) {
		want := c.want[len(c.want)-len(got)+i] // without the oldest
		if !inOrder(want, got[i]) {
			t.fail(c, "P8 sent", fmt.Errorf("version %q gets %v, must get %v", threads[i].Reader, got[i], want))
		}
	}
}

// asked returns the threads as the readers see them that are asked.
func (c *trial) asked(threads []Thread) []Thread {
	return slices.DeleteFunc(threads, func(t Thread) bool { return c.without != "" && t.Reader == c.without })
}

// second checks that another run has nothing to do.
func (c *trial) second(t *Tally, repair Repair) {
	again, n, err := guarded(repair, c.output)
	switch {
	case err != nil:
		t.fail(c, "P3 exit 3", err)
	case !bytes.Equal(again, c.output):
		t.fail(c, "P3", errSecond)
	case n > 0 && !c.lax:
		t.fail(c, "P3", errAgain)
	}
}

// guarded makes an error of a panic.
func guarded(repair Repair, input []byte) (out []byte, n int, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v\n%s", p, debug.Stack())
		}
	}()
	return repair(input)
}

// inOrder reports whether got has all of want, in its order.
func inOrder(want, got []int) bool {
	for _, n := range got {
		if len(want) > 0 && want[0] == n {
			want = want[1:]
		}
	}
	return len(want) == 0
}

// kept reports texts of the user that are not in the output.
func kept(ideal, out []byte) error {
	prefix := []byte("user text ")
	for {
		at := bytes.Index(ideal, prefix)
		if at < 0 {
			return nil
		}
		text := ideal[at:]
		end := len(prefix)
		for end < len(text) && '0' <= text[end] && text[end] <= '9' {
			end++
		}
		if text = text[:end]; !has(out, text) {
			return fmt.Errorf("%q is in the output no more", text)
		}
		ideal = ideal[at+end:]
	}
}

// has reports whether a text is there that ends in a number, and that number
// ends with it.
func has(data, text []byte) bool {
	for {
		_, rest, ok := bytes.Cut(data, text)
		if !ok || len(rest) == 0 || rest[0] < '0' || rest[0] > '9' {
			return ok
		}
		data = rest
	}
}

// users returns what each reader gets of a file.
func users(d Dialect, data []byte) [][]int { return usersOf(d.Threads(data)) }

func usersOf(threads []Thread) [][]int {
	var lists [][]int
	for _, t := range threads {
		if t.Name == "" {
			lists = append(lists, Users(t.Items))
		}
	}
	return lists
}
