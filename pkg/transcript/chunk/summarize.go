package chunk

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"trtools/pkg/transcript"
	"trtools/pkg/transcript/history"
	"trtools/pkg/transcript/outline"
	"trtools/pkg/transcript/rewrite"
)

// Failed is the error of a chunk that could not be summarised. The original
// history has been passed on.
type Failed struct {
	Number
	Err error
}

func (e *Failed) Error() string {
	return fmt.Sprintf("chunk %d of %d: %v; the original history is passed on", e.N, e.Of, e.Err)
}

// ExitCode is the command's exit code for the error, whatever that of the
// command was that failed.
func (e *Failed) ExitCode() int { return 3 }

// Is makes errors.Is(err, context.Canceled) tell an interruption.
func (e *Failed) Is(target error) bool { return errors.Is(e.Err, target) }

// summarize replaces chunks by their summaries: all, or none if one fails.
func (s *Stage) summarize(h *history.History) error {
	if g := s.group(h, 0, false); g != nil {
		s.groups = append(s.groups, g)
	}
	if failed := s.texts(); failed != nil {
		return s.original(failed)
	}
	var stops []rewrite.Stop
	for _, g := range s.groups {
		s.tell(g, g.prepare(s))
		if err := g.plan.Err(); err != nil {
			return &transcript.ReadError{Err: err}
		}
		stops = append(stops, s.stops(g)...)
	}
	if err := s.report.Flush(); err != nil {
		return err
	}
	return s.write(stops)
}

// original passes the input on as it is and returns the error.
func (s *Stage) original(failed *Failed) error {
	if err := s.report.Flush(); err != nil {
		return err
	}
	if err := s.write(nil); err != nil {
		return err
	}
	return failed
}

func (s *Stage) write(stops []rewrite.Stop) error {
	if err := s.reader.Rewrite(stops, s.job.Next); err != nil {
		return err
	}
	if s.err != nil {
		return &transcript.ReadError{Err: s.err}
	}
	return s.job.Next.Close()
}

// texts has every chunk summarised. In a dry run nothing is.
func (s *Stage) texts() *Failed {
	n := Number{}
	for _, g := range s.groups {
		n.Of += len(g.chunks)
	}
	if n.Of == 0 || s.job.DryRun {
		return nil
	}
	ctx, stop := context.Background(), func() {}
	if s.opt.Interrupt != nil {
		ctx, stop = s.opt.Interrupt()
	}
	defer stop()
	for _, g := range s.groups {
		for i := range g.chunks {
			n.N++
			text, err := s.text(ctx, g, g.chunks[i], n)
			if err != nil {
				return &Failed{n, err}
			}
			g.chunks[i].text = text
		}
	}
	return nil
}

// errEmpty is the error of a command that succeeds and says nothing: a summary
// that is lost must not take the place of a history.
var errEmpty = errors.New("the summary is empty")

// text has one chunk summarised.
func (s *Stage) text(ctx context.Context, g *group, p part, n Number) (string, error) {
	in, err := g.content(p, s.reader.Source, s.job.Dialect)
	if err != nil {
		return "", err
	}
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

// stops returns a group's plan as changes of the input.
func (s *Stage) stops(g *group) []rewrite.Stop {
	if !g.inside {
		return g.plan.Stops(s.reader.Source, s.fail)
	}
	return []rewrite.Stop{{Start: g.at, Lines: func() [][]byte {
		raw, err := history.Conversation(s.reader.Source, g.at, s.job.Dialect, g.plan.Inside)
		if err != nil {
			s.fail(err)
		}
		return [][]byte{raw}
	}}}
}

func (s *Stage) fail(err error) {
	if s.err == nil {
		s.err = err
	}
}

// tell reports the records that are replaced or linked anew.
func (s *Stage) tell(g *group, gone []int64) {
	s.made += len(g.chunks)
	for _, p := range g.chunks {
		s.done += int(p.messages)
	}
	const replaced, added = "a summary stands in its place", "the summary of what followed is added to it"
	if g.inside {
		s.tellInside(g, gone, replaced)
		s.tellInside(g, g.plan.Merged(), added)
		return
	}
	s.touch(gone, replaced)
	s.touch(g.plan.Merged(), added)
	for _, at := range g.plan.Relinked() {
		s.report.Touch(history.Touched{At: at, Code: transcript.Touched, Action: transcript.Relink,
			Message: "what it was linked to is summarised: it is linked to what stays"})
	}
}

func (s *Stage) touch(list []int64, why string) {
	for _, at := range list {
		s.report.Touch(history.Touched{At: at, Code: transcript.SummarizedRecord, Message: why, Reject: true})
	}
}

// tellInside is touch for messages inside a line.
func (s *Stage) tellInside(g *group, list []int64, why string) {
	_, err := history.Conversation(s.reader.Source, g.at, s.job.Dialect, func(messages outline.Value) []outline.Edit {
		i := int64(0)
		for el := range messages.All() {
			if slices.Contains(list, i) {
				start, end := el.Span()
				s.report.Touch(history.Touched{
					At: g.at + int64(start), Length: int64(end - start),
					Code: transcript.SummarizedRecord, Message: why, Reject: true,
				})
			}
			i++
		}
		return nil
	})
	if err != nil {
		s.fail(err)
	}
}

// Summary implements transcript.Summarizer.
func (s *Stage) Summary() string {
	if s.made == 0 {
		return ""
	}
	return fmt.Sprintf("%s in %s summarized", history.Count(int64(s.done), "message"), history.Count(int64(s.made), "chunk"))
}
