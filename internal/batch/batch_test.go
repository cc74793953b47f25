package batch

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/iotest"
	"testing/synctest"
	"weak"

	"trtools/internal/plan"
	"trtools/pkg/transcript"
	"trtools/pkg/transcript/outline"
)

// echo is a stage that is divided as long as lines begin with "c": it makes them upper
// case, takes out those with a minus, puts a line behind those with a plus, and reports
// each. It counts lines.
type echo struct {
	job    transcript.Job
	plans  bool
	lines  int
	tied   bool
	held   []transcript.Record
	refuse bool // to add a part
	pushed *atomic.Int64
	room   *int // how many bytes there are in memory beside the longest line
}

func (e *echo) Plans() bool { return e.plans }
func (e *echo) Apart() bool { return !e.tied && e.lines > 0 }
func (e *echo) Add(part transcript.Stage, at Place) bool {
	e.lines += part.(*echo).lines
	return !e.refuse
}

func (e *echo) Push(r *transcript.Record) error {
	text := string(r.JSON())
	if e.pushed != nil {
		e.pushed.Add(1)
	}
	if e.room != nil && len(r.Raw) > longLineFrom {
		*e.room = cap(r.Raw) - len(r.Raw)
	}
	if strings.Contains(text, "panic") {
		panic(text)
	}
	if strings.TrimSpace(text) != "" {
		e.lines++
		e.tied = e.tied || !strings.HasPrefix(text, "c")
		e.job.Report(transcript.Finding{Line: r.Line, Offset: r.Offset, Message: text[:min(len(text), 20)]})
	}
	if strings.Contains(text, "fail") {
		return errors.New(text)
	}
	if e.plans {
		e.held = append(e.held, *r.Clone())
		return nil
	}
	return e.pass(r)
}

func (e *echo) pass(r *transcript.Record) error {
	switch {
	case bytes.Contains(r.Raw, []byte("-")):
		e.job.Reject(transcript.Reject{Line: r.Line, Offset: r.Offset, Raw: bytes.Clone(r.JSON())})
		r.Was, r.Raw, r.Change = r.Raw, nil, transcript.Removed
	case bytes.Contains(r.Raw, []byte("up")):
		r.Replace(bytes.ToUpper(r.Raw))
	}
	push := e.job.Next.Push
	if bytes.Contains(r.Raw, []byte("cut")) {
		push = e.cut
	}
	if err := push(r); err != nil {
		return err
	}
	if !bytes.Contains(r.Raw, []byte("+")) {
		return nil
	}
	return e.job.Next.Push(&transcript.Record{Raw: []byte("new\n"), Line: r.Line, Offset: r.Offset, Change: transcript.Inserted})
}

// cut puts marks around what it finds of a line.
func (e *echo) cut(r *transcript.Record) error {
	at := bytes.Index(r.Raw, []byte("cut"))
	edits := []outline.Edit{{Start: 0, End: 1, Text: []byte("<")}, {Start: at, End: at + len("cut")}, {Start: at + len("cut"), End: at + len("cut"), Text: []byte(">")}}
	if c, ok := e.job.Next.(plan.Cutter); ok {
		return c.PushCut(r.Line, r.Offset, r.Offset+int64(len(r.Raw)), edits)
	}
	r.Replace(outline.Splice(r.Raw, edits))
	return e.job.Next.Push(r)
}

// passHeld lets some lines that stay be copied.
func (e *echo) passHeld(r *transcript.Record) error {
	if bytes.HasPrefix(r.Raw, []byte("copy")) && e.job.Source != nil {
		return e.job.Next.(transcript.Copier).CopyRange(e.job.Source, r.Offset, r.Offset+int64(len(r.Raw)))
	}
	return e.pass(r)
}

func (e *echo) Flush() error { return nil }

func (e *echo) Close() error {
	for i := range e.held {
		if err := e.passHeld(&e.held[i]); err != nil {
			return err
		}
	}
	return e.job.Next.Close()
}

// log is a sink that notes what comes.
type log struct {
	strings.Builder
	data   []byte
	fails  bool
	closed int
}

var errFull = errors.New("full")

func (l *log) Push(r *transcript.Record) error {
	if l.fails {
		return errFull
	}
	if r.Was != nil && r.Change == transcript.Inserted {
		return fmt.Errorf("%q was %q", r.Raw, r.Was)
	}
	if r.Change == transcript.Unchanged {
		l.WriteString(string(r.Raw))
		if !bytes.HasPrefix(l.data[r.Offset:], r.Raw) {
			return fmt.Errorf("%q does not stand at %d", r.Raw, r.Offset)
		}
		return nil
	}
	fmt.Fprintf(l, "<%d %d %d %q %q>", r.Change, r.Line, r.Offset, r.Was, r.Raw)
	return nil
}
func (l *log) CopyRange(r io.ReaderAt, from, to int64) error {
	_, err := io.Copy(&l.Builder, io.NewSectionReader(r, from, to-from))
	return err
}
func (l *log) Flush() error { return nil }
func (l *log) Close() error { l.closed++; return nil }

// told is all that comes of an input.
type told struct {
	out, findings, rejects string
	lines, closed          int
	err                    string
}

// try pushes an input through an echo: with no workers in order.
func try(data string, r io.Reader, d Divider, plans bool, each func(*echo)) (x told, made int64) {
	sink := &log{data: []byte(data)}
	var stages atomic.Int64
	d.Job = transcript.Job{Next: sink, Source: d.Job.Source, MaxLine: transcript.DefaultMaxLine,
		Report: func(f transcript.Finding) { x.findings += fmt.Sprintln(f.Line, f.Offset, f.Message) },
		Reject: func(j transcript.Reject) { x.rejects += fmt.Sprintf("%d %d %s\n", j.Line, j.Offset, j.Raw) }}
	d.In, d.Next = r, sink
	d.New = func(j transcript.Job) (transcript.Stage, error) {
		stages.Add(1)
		e := &echo{job: j, plans: plans}
		if each != nil {
			each(e)
		}
		return e, nil
	}
	first, _ := d.New(d.Job)
	var whole transcript.Stage = first
	var err error
	if d.Workers == 0 {
		err = transcript.Run(r, 0, first)
	} else {
		whole, err = d.Run(first.(Stage))
	}
	x.out, x.lines, x.closed = sink.String(), whole.(*echo).lines, sink.closed
	if err != nil {
		x.err = err.Error()
	}
	return x, stages.Load()
}

var inputs = []string{
	"", "\n\n", "c\n", "c", "c1\nc2 up\nc3-\nc4+\n\nc5\nc6 up", "c1\nc2\nx\nc3\nc4 up\n", "x\nc1\n", "c1\n\n\n\n", "\n\n\nc1-\n", "c1\nc2\nx",
	strings.Repeat("c some words\nc up and down\nc-\n", 40), strings.Repeat("c\n", 50) + "x\n" + strings.Repeat("c up\n", 50),
	"c " + strings.Repeat("long", 300) + "\nc\n", strings.Repeat("copy this\nc up\ncopy that\n", 30), strings.Repeat("copy\n", 30) + "x\ncopy\n",
	strings.Repeat("c cut\nc\nc up\nc cut +\nc-\nc and cut more\n", 30), strings.Repeat("c\nc\nc cut\n", 20) + "c cut", strings.Repeat("c cut\n", 30) + "x cut\n",
	strings.Repeat("c\n", 40) + "c fail\nc\n", strings.Repeat("c+\n", 40) + "c fail", "c\nx\nc fail\n",
}

// What comes of the parts is what comes of the whole, from a file and from a pipe that
// gives what it likes.
func TestRun(t *testing.T) {
	for _, data := range inputs {
		for _, plans := range []bool{false, true} {
			want, _ := try(data, strings.NewReader(data), Divider{}, plans, nil)
			for n := 1; n < 12; n++ {
				d := Divider{Workers: 1 + n%3, Size: 1 + n*n*n}
				readers := []io.Reader{strings.NewReader(data), iotest.OneByteReader(strings.NewReader(data)), iotest.DataErrReader(strings.NewReader(data))}
				for i, r := range readers {
					if d.Job.Source = nil; i == 0 {
						d.Job.Source = strings.NewReader(data)
					}
					if got, _ := try(data, r, d, plans, nil); got != want {
						t.Fatalf("%q, %d bytes, reader %d, plans %v:\n%+v\nwant\n%+v", data, d.Size, i, plans, got, want)
					}
				}
			}
		}
	}
}

// Lines of one kind are divided, and each batch has a stage of its own, which is pushed
// its lines once.
func TestDivided(t *testing.T) {
	data := strings.Repeat("c some words\n", 100)
	for _, plans := range []bool{false, true} {
		var pushed atomic.Int64
		got, made := try(data, strings.NewReader(data), Divider{Workers: 2, Size: 130}, plans, func(e *echo) { e.pushed = &pushed })
		if made < 10 || got.lines != 100 || got.closed != 1 || pushed.Load() != 100 {
			t.Errorf("%d stages, %d lines were pushed: %+v", made, pushed.Load(), got)
		}
	}
}

// A stage that plans needs no blank lines, wherever they stand, and is pushed the others
// once; one that does not plan is pushed all of them.
func TestBlankLines(t *testing.T) {
	for _, c := range []struct {
		data       string
		size       int
		plans      bool
		from, upTo int64
	}{
		{strings.Repeat("c line\n", 50) + strings.Repeat("\n", 300) + strings.Repeat("c line\n", 50), 20, true, 100, 200},
		{"\n" + strings.Repeat("c line\n", 100), 1, true, 100, 101},
		{strings.Repeat("\n", 200), 20, false, 200, 300},
	} {
		var pushed atomic.Int64
		got, _ := try(c.data, iotest.OneByteReader(strings.NewReader(c.data)), Divider{Workers: 2, Size: c.size}, c.plans, func(e *echo) { e.pushed = &pushed })
		if n := pushed.Load(); n < c.from || n > c.upTo || got.out != c.data {
			t.Errorf("%.20q: %d lines were pushed, want %d to %d: %+v", c.data, n, c.from, c.upTo, got)
		}
	}
}

// Of nothing, no part is made.
func TestNothing(t *testing.T) {
	if got, made := try("", strings.NewReader(""), Divider{Workers: 2, Size: 130}, false, nil); made != 1 || got.closed != 1 {
		t.Errorf("%d stages: %+v", made, got)
	}
}

// What comes slowly is passed on line by line, however it is cut: nobody waits for a
// batch to fill, and nobody works on when all is done (in a bubble of synctest, either is
// a deadlock).
func TestPrompt(t *testing.T) {
	for _, pieces := range [][]string{{"c1\n", "c2\n"}, {"c1", "\n", "c2", "\n"}, {"c1\nc", "2", "\n"}, {"x1\n", "c2\n", "c3\n"}, {"x1", "\n", "c2\nc3\nc", "4\n", "c5\n", "c6\n"}} {
		synctest.Test(t, func(t *testing.T) {
			r, w := io.Pipe()
			seen := make(chan string)
			sink := prompt{&log{data: []byte(strings.Join(pieces, ""))}, seen}
			d := Divider{Workers: 2, Size: 1000, In: r, Next: sink, Job: transcript.Job{Next: sink, Report: func(transcript.Finding) {}}}
			d.New = func(j transcript.Job) (transcript.Stage, error) { return &echo{job: j}, nil }
			first, _ := d.New(d.Job)
			go func() {
				got := ""
				for n, p := range pieces {
					w.Write([]byte(p))
					for want := strings.Count(strings.Join(pieces[:n+1], ""), "\n"); strings.Count(got, "\n") < want; {
						got += <-seen
					}
				}
				w.Close()
			}()
			if _, err := d.Run(first.(Stage)); err != nil {
				t.Error(err)
			}
		})
	}
}

// prompt is a log that tells of each line.
type prompt struct {
	*log
	seen chan string
}

func (p prompt) Push(r *transcript.Record) error {
	p.seen <- string(r.Raw)
	return p.log.Push(r)
}

// The stages of parts are gone once their lines are kept: they may hold much.
func TestStagesAreLetGo(t *testing.T) {
	data := strings.Repeat("c some words\nc- some more words that are taken out\n", 200)
	var mu sync.Mutex
	var made []weak.Pointer[echo]
	var rejected []weak.Pointer[byte]
	alive, bytes := 0, 0
	sink := &first{log: &log{data: []byte(data)}, look: func() {
		runtime.GC()
		for _, p := range made {
			if p.Value() != nil {
				alive++
			}
		}
		for _, p := range rejected {
			if p.Value() != nil {
				bytes++
			}
		}
	}}
	d := Divider{Workers: 2, Size: 130, In: strings.NewReader(data), Next: sink}
	d.Job = transcript.Job{Next: sink, MaxLine: 1000, Source: strings.NewReader(data), Report: func(transcript.Finding) {}, Reject: func(transcript.Reject) {}}
	d.New = func(j transcript.Job) (transcript.Stage, error) {
		mu.Lock()
		defer mu.Unlock()
		if inner := j.Reject; len(made) > 0 {
			j.Reject = func(x transcript.Reject) {
				mu.Lock()
				rejected = append(rejected, weak.Make(&x.Raw[0]))
				mu.Unlock()
				inner(x)
			}
		}
		e := &echo{job: j, plans: true}
		made = append(made, weak.Make(e))
		return e, nil
	}
	whole, _ := d.New(d.Job)
	if _, err := d.Run(whole.(Stage)); err != nil || len(made) < 10 || alive < 1 || alive > 1+d.Workers || len(rejected) != 200 || bytes > 20 {
		t.Errorf("%v: %d of %d stages are still held, %d of %d rejected lines", err, alive, len(made), bytes, len(rejected))
	}
}

// first is a log that looks around when the first line comes.
type first struct {
	*log
	look func()
}

func (f *first) Push(r *transcript.Record) error {
	f.look()
	f.look = func() {}
	return f.log.Push(r)
}

func (f *first) CopyRange(r io.ReaderAt, from, to int64) error {
	f.look()
	f.look = func() {}
	return f.log.CopyRange(r, from, to)
}

// A stage that cannot add a part takes all lines itself.
func TestRefused(t *testing.T) {
	data := strings.Repeat("c some words\n", 100)
	want, _ := try(data, strings.NewReader(data), Divider{}, true, nil)
	got, _ := try(data, strings.NewReader(data), Divider{Workers: 2, Size: 130}, true, func(e *echo) { e.refuse = true })
	if got != want {
		t.Errorf("%+v\nwant\n%+v", got, want)
	}
}

// A line that no batch holds is read as it is read in order: in a buffer of its size, or,
// where nobody tells how long it goes on, in one that grows. It is looked for its end
// behind what is read, and no further than a line may go on.
func TestLongLine(t *testing.T) {
	data := "c\n" + "c" + strings.Repeat("x", longest+5000) + "\nc\n"
	for _, plans := range []bool{false, true} {
		want, _ := try(data, strings.NewReader(data), Divider{}, plans, nil)
		var asked []int64
		room := 0
		d := Divider{Workers: 2, Size: 100, Ahead: func(at, most int64) (int64, error) {
			asked = append(asked, at, most)
			return min(most, int64(strings.IndexByte(data[at:], '\n'))+1), nil
		}}
		d.Job.Source = strings.NewReader(data)
		got, _ := try(data, strings.NewReader(data), d, plans, func(e *echo) { e.room = &room })
		if got != want || !plans && (room != 1 || !slices.Equal(asked, []int64{2 + longest, transcript.DefaultMaxLine - longest + 1})) {
			t.Errorf("plans %v: the same is %v, asked at %d, %d bytes beside the line, %q %q", plans, got == want, asked, room, got.err, got.findings)
		}
		d.Ahead = nil
		if got, _ := try(data, strings.NewReader(data), d, plans, nil); got != want {
			t.Errorf("plans %v, of unknown length: %q %q", plans, got.err, got.findings)
		}
	}
}

// How long a line goes on whose end is in memory already, nobody looks up.
func TestLongLineInMemory(t *testing.T) {
	for _, size := range []int{1 << 20, 3 << 20} { // the first one fills a buffer, but for its LF
		data, room := "x\nc"+strings.Repeat("x", size-1)+"\nc\n", 0
		want, _ := try(data, strings.NewReader(data), Divider{}, false, nil)
		d := Divider{Workers: 2, Size: 4 << 20, Ahead: func(at, most int64) (int64, error) {
			t.Errorf("%d bytes: asked about the line at %d", size, at)
			return 0, errors.ErrUnsupported
		}}
		got, _ := try(data, strings.NewReader(data), d, false, func(e *echo) { e.room = &room })
		if got != want || size > 1<<20 && room != 1 {
			t.Errorf("%d bytes: %q %q, %d bytes beside the line", size, got.err, got.findings, room)
		}
	}
}

// A long line before the one that ties the lines is read again by one stage, which is not
// told of another line's length.
func TestLongLineBefore(t *testing.T) {
	data, room := "c"+strings.Repeat("x", 3<<19)+"\nx\nc\n", 0
	want, _ := try(data, strings.NewReader(data), Divider{}, true, nil)
	d := Divider{Workers: 2, Size: 1000, Ahead: func(int64, int64) (int64, error) { return 0, errFull }}
	d.Job.Source = strings.NewReader(data)
	in := io.MultiReader(strings.NewReader(data[:len(data)-4]), strings.NewReader(data[len(data)-4:]))
	if got, _ := try(data, in, d, true, func(e *echo) { e.room = &room }); got != want || room != 1<<21-(3<<19)-2 {
		t.Errorf("%q %q, %d bytes beside the line", got.err, got.findings, room)
	}
}

// longLineFrom is from what size on the length of a line matters.
const longLineFrom = 1 << 20
