package chunk

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"trtools/internal/history"
	"trtools/pkg/transcript"
)

// Failed is the error about a chunk that could not be summarized. The original history
// has been passed on.
type Failed struct {
	Number
	Err error
}

func (e *Failed) Error() string {
	return fmt.Sprintf("chunk %d of %d: %v; the original history is passed on", e.N, e.Of, e.Err)
}

// Is makes errors.Is(err, context.Canceled) recognize an interruption. There is no Unwrap
// that would lead errors.As to the error of a failed command: the exit status in it is
// not that of the run.
func (e *Failed) Is(target error) bool { return errors.Is(e.Err, target) }

// summarize replaces all chunks by their summaries, or none if one of them fails. The
// planned result is then looked at as if it were the input, until nothing is left to
// summarize: where links are damaged, another path may have become live.
func (s *stage) summarize(h *history.History) error {
	main := &group{x: s.in.Index, plan: s.in.NewPlan(), span: s.in.Span}
	groups := s.groups
	if s.cut(main, h) {
		groups = append(groups, main)
	}
	ctx, stop := context.Background(), func() {}
	if s.opt.Interrupt != nil && len(groups) > 0 && !s.job.DryRun {
		ctx, stop = s.opt.Interrupt()
	}
	defer stop()
	for _, g := range groups {
		s.before += g.h.Size().Tokens
	}
	damage := s.in.Findings.Len()
	for round := groups; len(round) > 0; {
		if failed := s.texts(ctx, round); failed != nil {
			s.in.Findings.Truncate(damage)
			return s.original(failed)
		}
		var again []*group
		for _, g := range round {
			if err := s.replace(g); err != nil {
				return err
			}
			if s.cut(g, g.x.Main(nil)) {
				again = append(again, g)
			}
		}
		round = again
	}
	return s.finish(main, groups)
}

// replace plans to replace the chunks of a group by their summaries.
func (s *stage) replace(g *group) error {
	if g.conv != nil {
		if err := s.in.Reread(g.conv); err != nil {
			return err
		}
	}
	for _, p := range g.chunks {
		s.summaries++
		s.done += p.size.Messages
		if p.oversized {
			s.reportOversized(g, p)
		}
	}
	g.replace(&s.in.Findings)
	if err := g.plan.Err(); err != nil {
		return &transcript.ReadError{Err: err}
	}
	return nil
}

// finish reports and writes what is planned.
func (s *stage) finish(main *group, groups []*group) error {
	for _, g := range groups {
		s.after += g.h.Size().Tokens
		if g.conv == nil {
			continue
		}
		if err := s.in.Reread(g.conv); err != nil {
			return err
		}
		main.plan.EditAt(g.conv.At, g.conv.Edits(g.plan))
		main.plan.Fail(g.plan.Err())
	}
	return s.in.Run(main.plan, tool)
}

// original passes the input on as it is and returns the error.
func (s *stage) original(failed *Failed) error {
	s.summaries = 0
	return cmp.Or(s.in.Run(s.in.NewPlan(), tool), error(failed))
}

// texts asks for the summaries of all chunks of a round. In a dry run it asks for none.
func (s *stage) texts(ctx context.Context, groups []*group) *Failed {
	n := Number{N: s.asked, Of: s.asked}
	for _, g := range groups {
		n.Of += len(g.chunks)
	}
	s.asked = n.Of
	if s.job.DryRun {
		return nil
	}
	for _, g := range groups {
		if g.conv != nil {
			if err := s.in.Reread(g.conv); err != nil {
				return &Failed{n, err}
			}
		}
		for i := range g.chunks {
			n.N++
			n.Tokens = s.opt.tokens(s.opt.measure(g.chunks[i].size))
			text, err := s.text(ctx, g, g.chunks[i], n)
			if err != nil {
				return &Failed{n, err}
			}
			g.chunks[i].text = text
		}
	}
	return nil
}

// errEmpty is the error about an empty summary, which must not take the place of a
// history.
var errEmpty = errors.New("the summary is empty")

// text returns the summary of one chunk, or the note in place of it.
func (s *stage) text(ctx context.Context, g *group, p chunk, n Number) (string, error) {
	in := g.content(p)
	if p.oversized {
		var note string
		var err error
		if in, note, err = s.oversized(g, p); err != nil || note != "" {
			return note, err
		}
	}
	return s.ask(ctx, in, n)
}

// ask calls Options.Summarize for a chunk, and checks what it returns.
func (s *stage) ask(ctx context.Context, in io.Reader, n Number) (string, error) {
	text, err := s.opt.Summarize(ctx, in, n)
	switch {
	case ctx.Err() != nil:
		return "", fmt.Errorf("interrupted: %w", ctx.Err())
	case err != nil:
		return "", err
	}
	text = strings.Trim(strings.ToValidUTF8(text, "\ufffd"), "\r\n")
	if strings.TrimSpace(text) == "" {
		return "", errEmpty
	}
	return text, nil
}

// Summary implements transcript.Summarizer.
func (s *stage) Summary() transcript.Summary { return transcript.Summary{Changed: s.did()} }

// did says in one line what changed, "" if nothing did.
func (s *stage) did() string {
	if s.summaries == 0 {
		return ""
	}
	said := fmt.Sprintf("%s in %s summarized", transcript.FormatCount(s.done, "message"), transcript.FormatCount(int64(s.summaries), "chunk"))
	if s.job.DryRun || s.before == 0 {
		return said
	}
	return fmt.Sprintf("%s, %s tokens before, %s after", said, Thousands(s.before), Thousands(s.after))
}

// Thousands writes a number of tokens: 950, 41.2k.
func Thousands(tokens int64) string {
	if tokens < 1000 {
		return fmt.Sprint(tokens)
	}
	return fmt.Sprintf("%.1fk", float64(tokens)/1000)
}
