package batch

import (
	"errors"
	"io"
	"strings"
	"testing"
	"testing/synctest"

	"trtools/internal/plan"
	"trtools/pkg/transcript"
	"trtools/pkg/transcript/outline"
)

// Of a line of which only the edits are known its text is nowhere kept: what is spooled of
// many long lines are the others.
func TestCutsAreKeptAsCuts(t *testing.T) {
	var r record
	if _, cuts := any(&r).(plan.Cutter); cuts {
		t.Error("a stage that does not plan has its lines cut at once")
	}
	data := "c cut" + strings.Repeat("x", 1000) + "\nc up\n"
	d := &Divider{plans: true, Job: transcript.Job{MaxLine: 1 << 20, Report: func(transcript.Finding) {}}}
	d.New = func(j transcript.Job) (transcript.Stage, error) { return &echo{job: j, plans: true}, nil }
	var p part
	p.run(d, []byte(data))
	if p.stage == nil || len(p.ops) != 2 || !p.ops[0].cut || len(p.edits) != 3 || string(p.text) != "C UP\n" {
		t.Errorf("%d lines, %d edits, text %q", len(p.ops), len(p.edits), p.text)
	}
	if m := p.record.empty(); cap(m.edits) == 0 || m.edits[:1][0].Text != nil {
		t.Error("the edits are not let go")
	}
}

// shrinking is a source that has only blank lines when it is read again, or is at its end.
type shrinking struct{ size int64 }

func (s shrinking) ReadAt(b []byte, at int64) (int, error) {
	n := int(max(0, min(int64(len(b)), s.size-at)))
	for i := range b[:n] {
		b[i] = '\n'
	}
	if n < len(b) {
		return n, io.ErrUnexpectedEOF
	}
	return n, nil
}

// Lines that cannot be read again, or are too short for their edits, are an error of reading.
// Those before them are passed on.
func TestReadAgainFails(t *testing.T) {
	data := strings.Repeat("c\n", 100) + strings.Repeat("c cut\n", 100)
	got, _ := try(data, strings.NewReader(data), Divider{Workers: 2, Size: 30, Job: transcript.Job{Source: shrinking{400}}}, true, nil)
	if got.err != io.ErrUnexpectedEOF.Error() || got.closed != 0 || !strings.Contains(got.out, "<") {
		t.Errorf("%+v", got)
	}
	m := &merger{Divider: &Divider{}, source: shrinking{1000}}
	m.cuts.Add(10, []outline.Edit{{Start: 3, End: 7}})
	p := &part{record: record{ops: []op{{change: transcript.Changed, cut: true, from: 10, to: 15}}}}
	cuts := m.cuts.Read()
	var read *transcript.ReadError
	if err := m.readAgain(new(again), p, Place{}, &cuts); !errors.As(err, &read) {
		t.Errorf("%v", err)
	}
}

// Where the output fails nothing is read ahead any more.
func TestReadingAheadEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		data := strings.Repeat("c cut\n", 200)
		sink := &log{data: []byte(data), fails: true}
		d := Divider{Workers: 2, Size: 30, In: strings.NewReader(data), Next: sink}
		d.Job = transcript.Job{Next: sink, MaxLine: 1000, Source: strings.NewReader(data), Report: func(transcript.Finding) {}}
		d.New = func(j transcript.Job) (transcript.Stage, error) { return &echo{job: j, plans: true}, nil }
		first, _ := d.New(d.Job)
		if _, err := d.Run(first.(Stage)); !errors.Is(err, errFull) {
			t.Error(err)
		}
	})
}
