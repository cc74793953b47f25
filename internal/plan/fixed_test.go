package plan

import (
	"errors"
	"strings"
	"testing"

	"trtools/internal/dialect"
	"trtools/pkg/transcript"
	"trtools/pkg/transcript/outline"
)

// Edits at known places are made like those of a function, alone, beside one and in front of
// one.
func TestEditAt(t *testing.T) {
	for name, x := range map[string]struct {
		plan func(*trial)
		want string
	}{
		"alone":           {func(c *trial) {}, `{"a":1}`},
		"beside an edit":  {func(c *trial) { c.Edit(0, appendTo("!")) }, `{"a":1}!`},
		"in front of one": {func(c *trial) { c.Layer(); c.Edit(0, appendTo("?")) }, `{"a":1}?`},
		"in two layers":   {func(c *trial) { c.Layer(); c.EditAt(0, []outline.Edit{{Start: 5, End: 6, Text: []byte("22")}}) }, `{"a":22}`},
	} {
		c := newTrial(`{"a":"long"}` + "\n")
		c.EditAt(0, []outline.Edit{{Start: 6, End: 11}, {Start: 5, End: 6, Text: []byte("1")}})
		x.plan(c)
		c.found(transcript.Truncate, c.data, strings.TrimSpace(c.data))
		var out sink
		c.out.Next = &out
		if err := errors.Join(c.Account(c.out, &c.Report), c.Run(c.out)); err != nil || out.String() != x.want+"\n" {
			t.Errorf("%s: %v, %s", name, err, out.String())
		}
	}
}

// appendTo puts a text behind a record.
func appendTo(text string) EditFunc {
	return func(_ *dialect.View, rec outline.Value) []outline.Edit {
		_, end := rec.Span()
		return []outline.Edit{{Start: end, End: end, Text: []byte(text)}}
	}
}

// What such edits replace has to be named, in a mended record too, and may not overlap; a
// record that is shorter by now is an error.
func TestEditAtAccount(t *testing.T) {
	const broken = `{"b":"x` + "\x01" + `y"}`
	for name, x := range map[string]struct {
		list  []outline.Edit
		said  string
		wrong error
	}{
		"all is named":       {[]outline.Edit{{Start: 5, End: 11}}, `"long"`, nil},
		"nothing is":         {[]outline.Edit{{Start: 5, End: 11}}, "", ErrLost},
		"a part is":          {[]outline.Edit{{Start: 5, End: 11}}, `"lon`, ErrLost},
		"a comma need not":   {[]outline.Edit{{Start: 11, End: 12}}, "", nil},
		"a comma beside one": {[]outline.Edit{{Start: 5, End: 12}}, `"long"`, nil},
		"two overlap":        {[]outline.Edit{{Start: 5, End: 9}, {Start: 8, End: 11}}, `"long"`, ErrLost},
		"nothing is removed": {[]outline.Edit{{Start: 5, End: 5, Text: []byte("x")}}, "", nil},
	} {
		c := newTrial(`{"a":"long","c":1}` + "\n" + broken + "\n")
		c.EditAt(0, x.list)
		if x.said != "" {
			c.found(transcript.Truncate, c.data, x.said)
		}
		if err := c.Account(c.out, &c.Report); !errors.Is(err, x.wrong) || x.wrong == nil && err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	c := newTrial(broken + "\n")
	c.region(broken, "+"+broken)
	c.EditAt(0, []outline.Edit{{Start: 6, End: 7}})
	if err := c.Account(c.out, &c.Report); !errors.Is(err, ErrLost) {
		t.Errorf("in a mended record: %v", err)
	}
	c.EditAt(0, []outline.Edit{{Start: 5, End: 8}})
	c.found(transcript.Replace, broken, broken)
	if err := c.Account(c.out, &c.Report); !errors.Is(err, ErrLost) {
		t.Errorf("two overlap in a mended record that is named: %v", err)
	}
	c = newTrial("{}\n")
	c.EditAt(0, []outline.Edit{{Start: 1, End: 9}})
	c.out.Next = &sink{}
	if err := c.Run(c.out); !errors.Is(err, errChanged) {
		t.Errorf("in a shorter record: %v", err)
	}
}
