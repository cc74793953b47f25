package batch

import (
	"errors"
	"io"
	"os"
	"strings"
	"sync/atomic"
	"testing"
	"testing/iotest"
	"testing/synctest"
	"time"

	"trtools/internal/transcripttest"
	"trtools/pkg/transcript"
)

// An error of reading comes behind the complete lines before it.
func TestReadError(t *testing.T) {
	data := strings.Repeat("c up\n", 20) + "c incomplete"
	for _, plans := range []bool{false, true} {
		fails := func() io.Reader {
			return io.MultiReader(strings.NewReader(data), iotest.ErrReader(os.ErrDeadlineExceeded))
		}
		want, _ := try(data, fails(), Divider{}, plans, nil)
		got, _ := try(data, fails(), Divider{Workers: 2, Size: 30}, plans, nil)
		if plans {
			want.lines, got.lines = 0, 0         // nobody is told
			want.findings, got.findings = "", "" // nothing is told before the end
		}
		if got != want || got.err == "" || got.closed != 0 {
			t.Errorf("plans %v: %+v\nwant\n%+v", plans, got, want)
		}
	}
}

// A reader that never gives anything is an error.
func TestNoProgress(t *testing.T) {
	got, _ := try("", iotest.ErrReader(nil), Divider{Workers: 2, Size: 30}, false, nil)
	if got.err != io.ErrNoProgress.Error() {
		t.Errorf("%+v", got)
	}
}

// A reader may give nothing many times in a row, but not a hundred times.
func TestSlowProgress(t *testing.T) {
	for n, want := range map[int]string{60: "", 99: "", 100: io.ErrNoProgress.Error()} {
		if got, _ := try("c up\n", &transcripttest.Pausing{Reader: strings.NewReader("c up\n"), Pause: n}, Divider{Workers: 2, Size: 30}, false, nil); got.err != want || (got.lines == 1) != (want == "") {
			t.Errorf("nothing %d times: %+v", n, got)
		}
	}
}

// When nobody takes the output any more, reading an endless input ends.
func TestOutputFails(t *testing.T) {
	sink := &log{fails: true}
	d := Divider{Workers: 2, Size: 100, In: endless{}, Next: sink}
	d.Job = transcript.Job{Next: sink, Report: func(transcript.Finding) {}}
	d.New = func(j transcript.Job) (transcript.Stage, error) { return &echo{job: j}, nil }
	first, _ := d.New(d.Job)
	synctest.Test(t, func(t *testing.T) { // which fails if somebody is still at work
		if _, err := d.Run(first.(Stage)); !errors.Is(err, errFull) {
			t.Error(err)
		}
	})
}

type endless struct{}

func (endless) Read(b []byte) (int, error) { return copy(b, "c up\n"), nil }

// A stage that panics does so where the program can see it.
func TestPanic(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("no panic")
		}
	}()
	data := strings.Repeat("c\n", 100) + "c panic\n"
	try(data, strings.NewReader(data), Divider{Workers: 2, Size: 10}, false, nil)
}

// Nobody reads the input any more when all has ended: its owner may close it.
func TestReadingEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		in, sink := &slow{}, &log{fails: true}
		d := Divider{Workers: 2, Size: 10, In: in, Next: sink, Job: transcript.Job{Next: sink, Report: func(transcript.Finding) {}}}
		d.New = func(j transcript.Job) (transcript.Stage, error) { return &echo{job: j}, nil }
		first, _ := d.New(d.Job)
		if _, err := d.Run(first.(Stage)); !errors.Is(err, errFull) || in.reading.Load() || in.n < 2 {
			t.Errorf("%v, still reading: %v, %d reads", err, in.reading.Load(), in.n)
		}
	})
}

// slow gives a line at once, and another one much later.
type slow struct {
	n       int
	reading atomic.Bool
}

func (s *slow) Read(b []byte) (int, error) {
	if s.n++; s.n > 1 {
		s.reading.Store(true)
		time.Sleep(time.Hour) // of the bubble's clock
		s.reading.Store(false)
	}
	return copy(b, "c long line\n"), nil
}
