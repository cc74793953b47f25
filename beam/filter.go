package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"

	"trtools/internal/cli"
	"trtools/internal/report"
	"trtools/internal/spool"
	"trtools/pkg/transcript"
)

// filter runs the command over parts. It emits findings, failures and numbers to add
// up, and writes the data itself.
type filter struct {
	Command Command
	Output  string

	found  func(string)
	failed func(string)
	count  func(string, int64)
}

// Failure is a line of failed.jsonl: a part that nothing was written of.
type Failure struct {
	File   string `json:"file"`
	Offset int64  `json:"offset"`
	Error  string `json:"error"`
}

// ProcessElement fails where the data cannot be written, which a runner tries again. A
// part that cannot be read or filtered is a Failure: no other part waits for it.
func (f *filter) ProcessElement(ctx context.Context, p Part, found, failed func(string), count func(string, int64)) error {
	f.found, f.failed, f.count = found, failed, count
	out := &spool.Spool{}
	defer out.Close()
	f.add(ctx, "parts", 1)
	findings, err := f.run(ctx, p, out)
	if err != nil {
		f.add(ctx, "failed", 1)
		failed(report.Line(Failure{p.Path, p.From, err.Error()}))
		return nil
	}
	for _, x := range findings {
		f.add(ctx, string(x.Code), 1)
		found(report.Line(x))
	}
	f.add(ctx, "bytes", out.Size())
	return write(ctx, f.Output+p.Name, out)
}

// add adds to a total, and to the counter of the job that shows it while it runs.
func (f *filter) add(ctx context.Context, name string, n int64) {
	beam.NewCounter("trtools", name).Inc(ctx, n)
	f.count(name, n)
}

// run filters one part into out and returns the findings.
func (f *filter) run(ctx context.Context, p Part, out io.Writer) ([]transcript.Finding, error) {
	fs, err := filesystem.New(ctx, p.Path)
	if err != nil {
		return nil, err
	}
	defer fs.Close()
	in, at, err := p.open(ctx, fs)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	text, said, err := f.filter(p.Path, in, out)
	if err != nil {
		return nil, err
	}
	findings, err := place(text, at)
	if f.Command.strict() && slices.ContainsFunc(findings, stops) {
		return nil, errors.New(said)
	}
	return findings, err
}

// stops reports whether --strict ends a run at a finding: what is written then is not the
// whole part.
func stops(x transcript.Finding) bool {
	return x.Code == transcript.UnreadableLine || x.Code == transcript.LineTooLong
}

// filter runs the command and returns its report and what it said: with -q that is why
// its status is not 0.
func (f *filter) filter(name string, in io.Reader, out io.Writer) (text []byte, said string, err error) {
	file, err := os.CreateTemp("", "tr-beam-")
	if err != nil {
		return nil, "", err
	}
	defer os.Remove(file.Name())
	defer file.Close()
	var words strings.Builder
	code := f.Command.run(cli.Streams{In: in, Out: out, Err: &words, Name: name}, "-q", "-f", "json", "--report", file.Name())
	said = strings.ReplaceAll(strings.TrimSpace(words.String()), "\n", "; ")
	if code > 1 {
		return nil, "", errors.New(said)
	}
	text, err = io.ReadAll(file)
	return text, said, err
}

// place returns the findings of a report with their places in the file. What line the
// text begins with is known at the beginning of the file only; elsewhere line is 0.
func place(text []byte, at int64) (all []transcript.Finding, err error) {
	for d := json.NewDecoder(bytes.NewReader(text)); ; {
		var x transcript.Finding
		if err := d.Decode(&x); err == io.EOF {
			return all, nil
		} else if err != nil {
			return nil, fmt.Errorf("report: %w", err)
		}
		x.Offset += at
		if at > 0 {
			x.Line = 0
		}
		all = append(all, x)
	}
}

// write writes what is complete to a file. A second attempt writes the same bytes.
func write(ctx context.Context, name string, data *spool.Spool) error {
	fs, err := filesystem.New(ctx, name)
	if err != nil {
		return err
	}
	defer fs.Close()
	w, err := fs.OpenWrite(ctx, name)
	if err != nil {
		return err
	}
	_, err = io.Copy(w, io.NewSectionReader(data, 0, data.Size()))
	return errors.Join(err, w.Close())
}
