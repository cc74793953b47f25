package plan

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"

	"trtools/internal/dialect"
	"trtools/internal/mend"
	"trtools/internal/packed"
	"trtools/pkg/transcript"
	"trtools/pkg/transcript/outline"
)

// The lines of the input that the plans below are for.
const (
	user   = `{"role":"user","content":"hi"}`
	call   = `{"role":"assistant","content":[{"type":"text","text":"so"},{"type":"tool_use","id":"a","name":"f","input":{}},{"type":"tool_use","id":"b","name":"g","input":{}}]}`
	result = `{"role":"user","content":[{"type":"tool_result","tool_use_id":"a","content":"1"},{"type":"tool_result","tool_use_id":"b","content":"2"}]}`
	last   = `{"role":"assistant","content":"done"}`
)

// trial is a plan for an input.
type trial struct {
	*Plan
	file *File
	data string
	out  Output
}

func newTrial(data string) *trial {
	src := strings.NewReader(data)
	file := &File{Source: src, Pieces: map[int64]mend.Piece{}}
	return &trial{New(file), file, data, Output{Source: src, Size: int64(len(data))}}
}

// at returns the offset of a text in the input.
func (c *trial) at(text string) int64 { return int64(strings.Index(c.data, text)) }

// found adds a finding about a text of the input, in the record that begins with
// rec.
func (c *trial) found(action transcript.Action, rec, text string) {
	at := c.at(text)
	c.Report.Add(Finding{Code: transcript.Touched, Action: action, Ref: c.at(rec), Start: at, End: at + int64(len(text))})
}

// region makes pieces of the input's texts; those that begin with "-" go, those
// that begin with "+" are mended.
func (c *trial) region(whole string, texts ...string) {
	g := mend.Region{Start: c.at(whole), End: c.at(whole) + int64(len(whole))}
	for _, text := range texts {
		t := strings.TrimLeft(text, "-+")
		p := mend.Piece{At: c.at(t), End: c.at(t) + int64(len(t)), Gone: text[0] == '-', Fix: text[0] == '+'}
		g.Pieces = append(g.Pieces, p)
		c.file.Pieces[p.At] = p
	}
	c.out.Regions = append(c.out.Regions, g)
}

const (
	blockA = `{"type":"tool_use","id":"a","name":"f","input":{}}`
	blockB = `{"type":"tool_use","id":"b","name":"g","input":{}}`
	answer = `{"type":"tool_result","tool_use_id":"a","content":"1"}`
)

// cut is an edit that takes a member's value out.
func cut(name string) EditFunc {
	return func(_ *dialect.View, rec outline.Value) []outline.Edit {
		start, end := rec.Get(name).Span()
		return []outline.Edit{{Start: start, End: end, Text: []byte(`""`)}}
	}
}

// What a plan does is held against what its findings name: each case has a plan
// that says what it does, and the same plan with that left out, which is caught.
func TestAccount(t *testing.T) {
	file := strings.Join([]string{user, call, result, last, ""}, "\n")
	for name, c := range map[string]struct {
		data  string
		plan  func(*trial)
		say   func(*trial)
		wrong string
	}{
		"record goes": {file,
			func(c *trial) { c.Remove(c.at(last)) },
			func(c *trial) { c.found(transcript.Remove, last, last) }, "goes or moves"},
		"record moves": {file,
			func(c *trial) { c.Move(c.at(last), c.at(user)) },
			func(c *trial) { c.found(transcript.Move, last, last) }, "goes or moves"},
		"record comes first": {file,
			func(c *trial) { c.Front(c.at(last)) },
			func(c *trial) { c.found(transcript.Move, last, last) }, "goes or moves"},
		"call leaves": {file,
			func(c *trial) { c.Drop(Part{Ref: c.at(call), N: 1}) },
			func(c *trial) { c.found(transcript.Remove, call, blockB) }, "is replaced"},
		"result leaves, with a comma": {file,
			func(c *trial) { c.Drop(Part{Ref: c.at(result), N: 0, Result: true}) },
			func(c *trial) { c.found(transcript.Remove, result, answer) }, "is replaced"},
		"result becomes text": {file,
			func(c *trial) { c.MakeText(Part{Ref: c.at(result), N: 0, Result: true}) },
			func(c *trial) { c.found(transcript.Replace, result, answer) }, "is replaced"},
		"member is edited": {file,
			func(c *trial) { c.Edit(c.at(user), cut("content")) },
			func(c *trial) { c.found(transcript.Truncate, user, `"hi"`) }, "is replaced"},
		"call leaves in a later layer": {file,
			func(c *trial) {
				c.Rename(Part{Ref: c.at(call), N: 0}, "longer")
				c.Layer()
				c.Drop(Part{Ref: c.at(call), N: 1})
			},
			func(c *trial) { c.found(transcript.Remove, call, blockB) }, "is replaced"},
		"piece goes": {last + "\n" + `{"a` + user + "\n",
			func(c *trial) { c.region(`{"a`+user, `-{"a`, user) },
			func(c *trial) { c.found(transcript.Remove, `{"a`, `{"a`) }, "piece of a region goes"},
		"gap": {call + "\n" + user + "\x00\x00" + last + "\n",
			func(c *trial) { c.region(user+"\x00\x00"+last, user, last) },
			func(c *trial) { c.found(transcript.Remove, "\x00\x00", "\x00\x00") }, "gap"},
		"gap of a byte": {call + "\n" + user + "\x00" + last + "\n",
			func(c *trial) { c.region(user+"\x00"+last, user, last) },
			func(c *trial) { c.found(transcript.Remove, "\x00", "\x00") }, "gap"},
		"mended": {`{"role":"user","content":"a` + "\xff" + `b"}` + "\n",
			func(c *trial) { c.region(c.data[:len(c.data)-1], "+"+c.data[:len(c.data)-1]) },
			func(c *trial) { c.found(transcript.Replace, "{", "\xff") }, "mended"},
		"mended and goes": {`{"role":"user","content":"a\[b"}` + "\n",
			func(c *trial) {
				c.region(c.data[:len(c.data)-1], "+"+c.data[:len(c.data)-1])
				c.found(transcript.Replace, "{", `\`)
				c.Remove(0)
			},
			func(c *trial) { c.found(transcript.Remove, "{", c.data[:len(c.data)-1]) }, "goes or moves"},
		"inside a conversation": {`{"messages":[` + user + "," + call + "," + last + "]}\n",
			func(c *trial) {
				var d outline.Doc
				_ = d.Parse([]byte(strings.TrimSpace(c.data)))
				list := d.Root().Get("messages")
				inner := New(NewElements(list))
				inner.Remove(2)
				inner.Drop(Part{Ref: 1, N: 0})
				c.found(transcript.Remove, "{", blockA)
				c.Inside(0, list, inner)
			},
			func(c *trial) { c.found(transcript.Remove, "{", last) }, "is replaced"},
	} {
		t.Run(name, func(t *testing.T) {
			silent, told := newTrial(c.data), newTrial(c.data)
			c.plan(silent)
			if err := silent.Account(silent.out, &silent.Report); !errors.Is(err, ErrLost) || !strings.Contains(err.Error(), c.wrong) {
				t.Errorf("in silence: %v, want one about %q", err, c.wrong)
			}
			c.plan(told)
			c.say(told)
			if err := told.Account(told.out, &told.Report); err != nil {
				t.Errorf("with its finding: %v", err)
			}
			for i, f := range told.Report.All() {
				f.Action = transcript.Keep
				told.Report.Set(i, f)
			}
			if err := told.Account(told.out, &told.Report); !errors.Is(err, ErrLost) {
				t.Errorf("with findings that keep: %v", err)
			}
		})
	}
}

// What a plan puts into its output twice, or loses on the way, is caught whatever
// the findings say.
func TestAccountOfPlaces(t *testing.T) {
	made := text(user)
	for name, c := range map[string]struct {
		plan func(*trial)
		ok   bool
	}{
		"put in":                        {func(c *trial) { c.put(c.at(user), nil, made) }, true},
		"put in behind one that goes":   {func(c *trial) { c.Remove(c.at(user)); c.put(c.at(user), nil, made) }, true},
		"put in behind one that moves":  {func(c *trial) { c.Move(c.at(last), c.at(user)); c.put(c.at(last), nil, made) }, true},
		"moves behind one that moves":   {func(c *trial) { c.Move(c.at(last), c.at(user)); c.Move(c.at(result), c.at(last)) }, true},
		"put in and changed later":      {func(c *trial) { n := c.put(c.at(user), nil, made); c.Layer(); c.Edit(n, cut("content")) }, true},
		"put in and taken out":          {func(c *trial) { c.Remove(c.put(c.at(user), nil, made)) }, true},
		"moves behind one that is lost": {func(c *trial) { n := c.put(c.at(user), nil, made); c.Move(c.at(last), n); c.Remove(n) }, true},
		"moves behind itself":           {func(c *trial) { c.Move(c.at(last), c.at(result)); c.Move(c.at(result), c.at(last)) }, false},
		"goes but comes first":          {func(c *trial) { c.Front(c.at(last)); c.Remove(c.at(last)) }, false},
		"goes with others but comes first": {func(c *trial) {
			c.RemoveAll(packed.Sorted([]int64{c.at(last)}))
			c.front = append(c.front, c.at(last))
		}, false},
		"comes first twice":               {func(c *trial) { c.Front(c.at(last)); c.Front(c.at(last)) }, false},
		"put in twice":                    {func(c *trial) { n := c.put(c.at(user), nil, made); c.follow(c.at(last), n) }, false},
		"new, and put nowhere":            {func(c *trial) { c.added.Add(added{text: made}) }, false},
		"changes in the middle of a line": {func(c *trial) { c.region(user, user); c.Remove(c.at(user) + 3) }, false},
		"two regions overlap":             {func(c *trial) { c.region(user, user); c.region(user[5:], user[5:]) }, false},
		"pieces overlap":                  {func(c *trial) { c.region(user, user, user[5:]) }, false},
		"piece reaches out of its region": {func(c *trial) { c.region(user, user+"\n") }, false},
		"region behind the end":           {func(c *trial) { c.out.Size = 10; c.region(user, user) }, false},
		"edits overlap": {func(c *trial) {
			c.Edit(c.at(user), cut("content"))
			c.EditAt(c.at(user), []outline.Edit{{Start: strings.Index(user, "content"), End: strings.Index(user, `hi"`)}})
		}, false},
		"one edit inside another": {func(c *trial) {
			c.Edit(c.at(user), cut("content"))
			c.Edit(c.at(user), cut("content"))
			c.EditAt(c.at(user), []outline.Edit{{Start: strings.Index(user, "hi"), End: strings.Index(user, `i"`)}})
		}, true},
	} {
		t.Run(name, func(t *testing.T) {
			p := newTrial(strings.Join([]string{user, call, result, last, ""}, "\n"))
			p.found(transcript.Remove, user, p.data) // anything may go
			c.plan(p)
			if err := p.Account(p.out, &p.Report); (err == nil) != c.ok || err != nil && !errors.Is(err, ErrLost) {
				t.Errorf("%v, want ok: %v", err, c.ok)
			}
		})
	}
}

// Ids that change on both sides, links and times need no finding of their own: the
// finding about the pair or the chain stands for them. Other members do, and so do those
// where the plan gives them no new value.
func TestAccountOfLinks(t *testing.T) {
	const rec = `{"parentUuid":"p","uuid":"u","type":"user","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"a","content":"1"},{"type":"tool_result","tool_use_id":"b","content":"2"}]},"timestamp":"2026-01-01T00:00:00.000Z"}`
	second := Part{Ref: 0, N: 1, Result: true}
	all := func(c *trial) {
		c.Relink(0, "other")
		c.Retime(0, "2026-01-01T00:00:01.000Z")
		c.Rename(second, "c")
	}
	for name, x := range map[string]struct {
		plan func(*trial)
		ok   bool
	}{
		"all three":         {all, true},
		"and the type goes": {func(c *trial) { all(c); c.Edit(0, cut("type")) }, false},
		"parent is blanked": {func(c *trial) { c.Rename(second, "c"); c.Edit(0, cut("parentUuid")) }, false},
		"time is blanked":   {func(c *trial) { c.Relink(0, "other"); c.Edit(0, cut("timestamp")) }, false},
		"another id": {func(c *trial) {
			c.found(transcript.Remove, rec, answer+",")
			c.Drop(Part{Ref: 0, N: 0, Result: true})
			at := strings.Index(rec, `"b"`)
			c.EditAt(0, []outline.Edit{{Start: at, End: at + 3, Text: []byte(`"c"`)}})
		}, false},
		"in a later layer": {func(c *trial) {
			c.found(transcript.Remove, rec, answer)
			c.Drop(Part{Ref: 0, N: 0, Result: true})
			c.Layer()
			c.Rename(Part{Ref: 0, N: 0, Result: true}, "c")
			c.Relink(0, "other")
		}, true},
	} {
		c := newTrial(rec + "\n")
		x.plan(c)
		if err := c.Account(c.out, &c.Report); (err == nil) != x.ok || err != nil && !errors.Is(err, ErrLost) {
			t.Errorf("%s: %v, want ok: %v", name, err, x.ok)
		}
	}
}

// counting counts the bytes that are read.
type counting struct {
	io.ReaderAt
	n int
}

func (c *counting) ReadAt(b []byte, at int64) (int, error) {
	n, err := c.ReaderAt.ReadAt(b, at)
	c.n += n
	return n, err
}

// The check reads what changes and nothing else, however much there is.
func TestAccountCost(t *testing.T) {
	data := strings.Repeat(user+"\n", 100_000)
	c := newTrial(data)
	src := &counting{ReaderAt: bytes.NewReader([]byte(data))}
	c.file.Source, c.out.Source = src, src
	for i := range int64(10) {
		ref := i * 100 * int64(len(user)+1)
		c.Remove(ref)
		c.Report.Add(Finding{Code: transcript.OrphanResult, Ref: ref, Start: ref, End: ref + int64(len(user))})
	}
	if err := c.Account(c.out, &c.Report); err != nil || src.n > 10*8<<10 {
		t.Errorf("%v, %d bytes are read for ten lines", err, src.n)
	}
}

// An error of reading is told as one.
func TestAccountCannotRead(t *testing.T) {
	c := newTrial(user + "\n" + last + "\n")
	c.file.Source = io.NewSectionReader(strings.NewReader(""), 0, 0)
	c.Remove(c.at(last))
	c.found(transcript.Remove, last, last)
	c.Edit(c.at(user), cut("content"))
	if err := c.Account(c.out, &c.Report); err == nil || errors.Is(err, ErrLost) {
		t.Error(err)
	}
}
