package chunk

import (
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

// summarize replaces the chunks of a history by their summaries. The planned result is then looked at
// as if it were the input, until nothing is left to summarize: where links are damaged, another path
// may have become live.
func (s *stage) summarize(g *group, h *history.History) *Failed {
	if !s.cut(g, h) {
		return nil
	}
	s.before += h.Size().Tokens
	ctx, stop := context.Background(), func() {}
	if s.opt.Interrupt != nil && !s.job.DryRun {
		ctx, stop = s.opt.Interrupt()
	}
	failed := s.rounds(ctx, g)
	stop()
	if cause := context.Cause(ctx); failed == nil && cause != nil && !errors.Is(cause, context.Canceled) { // it came when the last command had ended
		failed = &Failed{Number{N: s.asked, Of: s.asked}, fmt.Errorf("interrupted: %w", context.Canceled)}
	}
	return failed
}

// rounds does so, until the context ends.
func (s *stage) rounds(ctx context.Context, g *group) *Failed {
	for more := true; more && g.plan.Err() == nil; more = s.cut(g, g.x.Main(nil)) {
		if failed := s.texts(ctx, g); failed != nil {
			return failed
		}
		for _, p := range g.chunks {
			s.summaries++
			s.done += p.size.Messages
			if p.oversized {
				s.reportOversized(g, p)
			}
		}
		g.replace(&s.found)
	}
	s.after += g.h.Size().Tokens
	return nil
}

// texts asks for the summaries of the chunks of a round. In a dry run it asks for none.
func (s *stage) texts(ctx context.Context, g *group) *Failed {
	n := Number{N: s.asked, Of: s.asked + len(g.chunks)}
	s.asked = n.Of
	for i := range g.chunks {
		if s.job.DryRun {
			break
		}
		n.N++
		n.Tokens = s.opt.tokens(s.opt.measure(g.chunks[i].size))
		text, err := s.text(ctx, g, g.chunks[i], n)
		if err != nil {
			return &Failed{n, err}
		}
		g.chunks[i].text = text
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
