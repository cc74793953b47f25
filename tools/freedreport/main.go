// Command freedreport measures what each option of tr-microcompact frees on sessions:
// alone, where no result shrinks for its age, and beside what does.
//
//	freedreport SESSION...
package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"trtools/internal/history"
	"trtools/internal/pair"
	"trtools/pkg/transcript"
	"trtools/pkg/transcript/microcompact"
)

func main() {
	if err := run(os.Stdout, os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "freedreport:", err)
		os.Exit(2)
	}
}

func run(out io.Writer, files []string) error {
	if len(files) == 0 {
		return errors.New("no session is given: freedreport FILE [FILE]")
	}
	r := newReport()
	for _, name := range files {
		data, err := os.ReadFile(name)
		if err == nil {
			err = r.add(data)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	_, err := io.WriteString(out, r.String())
	return err
}

// option is an option of tr-microcompact, or several.
type option struct {
	name string
	more microcompact.More
}

func options() []option {
	all := microcompact.Aggressive()
	return []option{
		{"--clear-repeated", microcompact.More{Same: all.Same}},
		{"--clear-stale", microcompact.More{Stale: all.Stale}},
		{"--strip-noise", microcompact.More{Noise: all.Noise}},
		{"--image-turns", microcompact.More{Images: all.Images}},
		{"--clear-reasoning", microcompact.More{Reasoning: all.Reasoning}},
		{"--max-argument-chars", microcompact.More{Arguments: all.Arguments}},
		{"--truncate-tools", microcompact.More{Shorten: all.Shorten}},
		{"--aggressive", all},
	}
}

// report adds up the sizes of sessions as the options leave them.
type report struct {
	sessions int
	whole    history.Size // before
	kept     column       // where the results of all tools stay, whatever their age
	aged     column       // where they shrink with age
}

// column holds what is left without an option, and with each one.
type column struct {
	none history.Size
	with []history.Size
}

func newReport() *report {
	n := len(options())
	return &report{kept: column{with: make([]history.Size, n)}, aged: column{with: make([]history.Size, n)}}
}

// add measures a session.
func (r *report) add(data []byte) error {
	r.sessions++
	if err := addSize(&r.whole, data); err != nil {
		return err
	}
	if err := r.aged.add(data, microcompact.Options{}); err != nil {
		return err
	}
	return r.kept.add(data, microcompact.Options{Keep: transcript.Globs{"*"}})
}

func (c *column) add(data []byte, o microcompact.Options) error {
	if err := addShrunk(&c.none, data, o); err != nil {
		return err
	}
	for i, x := range options() {
		o.More = x.more
		if err := addShrunk(&c.with[i], data, o); err != nil {
			return err
		}
	}
	return nil
}

// addShrunk adds the size of what tr-microcompact leaves of a session.
func addShrunk(sum *history.Size, data []byte, o microcompact.Options) error {
	var out bytes.Buffer
	if _, err := microcompact.Compact(bytes.NewReader(data), &out, o); err != nil {
		return err
	}
	return addSize(sum, out.Bytes())
}

// addSize adds what a request would hold of a session.
func addSize(sum *history.Size, data []byte) error {
	p := pair.NewPlanner(pair.Options{}, transcript.Job{Source: bytes.NewReader(data)})
	var s history.Size
	p.Listed = func(_ int64, c *pair.Conversation) {
		l := c.Index().Main(nil).Size()
		s.Payload, s.Tokens = s.Payload+l.Payload, s.Tokens+l.Tokens
	}
	if err := transcript.Run(bytes.NewReader(data), 0, reading{p}); err != nil {
		return err
	}
	if h := p.Before.Main(nil); h.Len() > 0 {
		s = h.Size()
	}
	sum.Payload, sum.Tokens = sum.Payload+s.Payload, sum.Tokens+s.Tokens
	return nil
}

// reading makes a stage of a planner whose plan nobody carries out.
type reading struct{ *pair.Planner }

func (reading) Flush() error   { return nil }
func (r reading) Close() error { return r.Finish() }

// String writes the table: what is freed, in bytes of messages and in estimated tokens.
func (r *report) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d sessions: %s\n\n| Option | alone | beside the default |\n|---|---|---|\n", r.sessions, sizeText(r.whole))
	fmt.Fprintf(&b, "| none | | %s |\n", freed(r.whole, r.aged.none))
	for i, x := range options() {
		fmt.Fprintf(&b, "| `%s` %s\n", x.name, r.cells(i))
	}
	return b.String()
}

// cells writes the end of an option's row.
func (r *report) cells(i int) string {
	return fmt.Sprintf("| %s | %s |", freed(r.kept.none, r.kept.with[i]), freed(r.aged.none, r.aged.with[i]))
}

// freed writes the difference between two sizes.
func freed(was, is history.Size) string {
	return sizeText(history.Size{Payload: was.Payload - is.Payload, Tokens: was.Tokens - is.Tokens})
}

func sizeText(s history.Size) string {
	return fmt.Sprintf("%s, %.1fk tokens", transcript.FormatBytes(s.Payload), float64(s.Tokens)/1000)
}
