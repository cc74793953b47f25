package stat

import (
	"io"
	"slices"

	"trtools/internal/history"
	"trtools/internal/input"
	"trtools/pkg/transcript"
	"trtools/pkg/transcript/budget"
	"trtools/pkg/transcript/microcompact"
	"trtools/pkg/transcript/prune"
	"trtools/pkg/transcript/recover"
	"trtools/pkg/transcript/tokens"
)

// Cost is what a stage with its default options, or tr-prune --dead, would free: of the live messages chars,
// tokens and payload, and bytes of the file. No full texts are kept, so that no marker
// names a file.
type Cost struct {
	Stage    string `json:"stage"`
	Level    int    `json:"level,omitempty"` // of tr-recover
	Chars    int64  `json:"chars"`
	Tokens   int64  `json:"tokens"`
	Payload  int64  `json:"payload"`
	Bytes    int64  `json:"bytes"`
	Findings int64  `json:"findings"` // what it reports
	Summary  string `json:"summary"`  // what it says it did
}

// PruneDead is the stage that takes out what no request holds: it frees bytes of the file alone.
const PruneDead = "tr-prune --dead"

// costs runs the stages that shrink a history.
func (s *stage) costs() ([]Cost, error) {
	before := newGauge(s)
	if err := s.read(transcript.Each(before.push)); err != nil {
		return nil, err
	}
	was, bytes := before.size(), before.bytes
	list := []Cost{{Stage: "tr-budget"}, {Stage: "tr-microcompact"}}
	for level := 1; level <= 3; level++ {
		list = append(list, Cost{Stage: "tr-recover", Level: level})
	}
	list = append(list, Cost{Stage: PruneDead})
	for i := range list {
		if err := s.cost(&list[i], was, bytes); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// cost runs one stage and says what became less.
func (s *stage) cost(c *Cost, was history.Size, bytes int64) error {
	after := newGauge(s)
	job := transcript.Job{
		Next: transcript.Each(after.push), Source: s.job.Source, Frame: s.job.Frame, Report: func(f transcript.Finding) { c.Findings++; s.total.shrinks(c, s.placed(f)) },
		Dialect: s.job.Dialect, MaxLine: s.job.MaxLine, DryRun: true,
	}
	stage := c.stage(s.opt.Estimate, job)
	if err := s.read(stage); err != nil {
		return err
	}
	less := was.Plus(after.size(), -1)
	c.Chars, c.Tokens, c.Payload, c.Bytes = less.Chars, less.Tokens, less.Payload, bytes-after.bytes
	if said, ok := stage.(transcript.Summarizer); ok {
		c.Summary = said.Summary().Changed
	}
	return nil
}

// placed returns a finding with its line in what the input is.
func (s *stage) placed(f transcript.Finding) transcript.Finding {
	if s.job.Frame != nil {
		_, f.Line = s.job.Frame.Place(f.Offset)
	}
	return f
}

// shrinks notes that a stage shrinks one of the largest results.
func (t *Totals) shrinks(c *Cost, f transcript.Finding) {
	for i := range t.Largest {
		l := &t.Largest[i]
		if l.Line == f.Line && l.ID == f.ID && c.Level == 0 && !slices.Contains(l.ShrunkBy, c.Stage) {
			l.ShrunkBy = append(l.ShrunkBy, c.Stage)
		}
	}
}

func (c *Cost) stage(m tokens.Model, job transcript.Job) transcript.Stage {
	switch c.Stage {
	case PruneDead:
		return prune.New(prune.Options{Dead: true, Estimate: m}, job)
	case "tr-budget":
		return budget.New(budget.Options{Estimate: m}, job)
	case "tr-microcompact":
		return microcompact.New(microcompact.Options{}, job)
	}
	return recover.New(recover.Options{Level: c.Level, Estimate: m}, job)
}

// read reads the input again.
func (s *stage) read(to transcript.Stage) error {
	return transcript.Run(io.NewSectionReader(s.job.Source, 0, s.size), s.job.MaxLine, to)
}

// gauge measures what it is pushed.
type gauge struct {
	in     *input.Reader
	inside history.Size // of all conversations
	bytes  int64
}

func newGauge(s *stage) *gauge {
	g := &gauge{in: input.NewReader(&transcript.Job{Source: s.job.Source, Dialect: s.job.Dialect})}
	g.in.Index.Model, g.in.Index.Same = s.opt.Estimate, nil // what is measured is not in the source
	g.in.Conversation = func(c *input.Conversation) {
		g.inside = g.inside.Plus(c.Index.Main(nil).Size(), 1)
	}
	return g
}

// push takes a record.
func (g *gauge) push(r *transcript.Record) error {
	g.bytes += int64(len(r.Raw))
	return g.in.Push(r)
}

// size returns the size of all histories.
func (g *gauge) size() history.Size {
	return g.inside.Plus(g.in.History().Size(), 1)
}
