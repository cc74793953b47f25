package prune_test

import (
	"bytes"
	"errors"
	"testing"

	"trtools/internal/resulttest"
	"trtools/pkg/transcript"
	"trtools/pkg/transcript/prune"
)

func TestStrict(t *testing.T) {
	for _, o := range []prune.Options{{MaxMessages: 2}, {MaxChars: 30}} {
		resulttest.CheckStrict(t, func(job transcript.Job) transcript.Stage { return prune.New(o, job) })
	}
}

// With nothing to do a strict run stops as well, and tells the line; an input without
// such a line comes out as it is, with its blank lines.
func TestStrictWithNothingToDo(t *testing.T) {
	const good = "{\"role\":\"user\",\"content\":\"a\"}\n\n{\"role\":\"assistant\",\"content\":\"b\"}\n"
	for _, c := range []struct {
		name, data string
		bad        int64 // the line that stops the run, 0 for none
	}{
		{"readable", good, 0},
		{"no JSON", good + "no json\n" + good, 4},
		{"a long line", good + "{\"role\":\"user\",\"content\":\"long, long\"}\n" + good + "no json\n", 4},
	} {
		for _, source := range []*bytes.Reader{bytes.NewReader([]byte(c.data)), nil} {
			var out bytes.Buffer
			var lines []int64
			job := transcript.Job{Strict: true, Next: transcript.NewWriter(&out), Report: func(f transcript.Finding) { lines = append(lines, f.Line) }}
			if source != nil {
				job.Source = source
			}
			err := transcript.Run(bytes.NewReader([]byte(c.data)), 36, prune.New(prune.Options{}, job))
			var stopped *transcript.Unreadable
			switch {
			case c.bad == 0 && (err != nil || out.String() != c.data || len(lines) > 0):
				t.Errorf("%s: %v, %v\n%s", c.name, err, lines, out.Bytes())
			case c.bad > 0 && (!errors.As(err, &stopped) || stopped.Line != c.bad || out.Len() > 0 || len(lines) != 1 || lines[0] != c.bad):
				t.Errorf("%s: %v, lines %v, %d bytes", c.name, err, lines, out.Len())
			}
		}
	}
}
