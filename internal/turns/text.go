package turns

import (
	"unicode/utf8"

	"trtools/internal/dialect"
	"trtools/internal/preview"
	"trtools/pkg/transcript/tokens"
)

// EditableText is one text of a result: its span on the line, and the change that
// the stage decided to make to it.
type EditableText struct {
	start, end int // of the JSON string in the line
	member     string
	list, part int // where the list and the element begin that hold it; -1 if none does
	line       *line
	size       int // chars; -1 as long as nobody counted them
	body       *preview.Body
	change     *preview.Change // made, or nil
	made       preview.Change
	image      func(text string) []byte // of an image: writes the part that takes its place
}

// read makes x the text that a format sees.
func (x *EditableText) read(l *line, t dialect.ResultText) {
	*x = EditableText{line: l, member: t.Member, list: -1, part: -1, size: -1}
	x.start, x.end = t.Value.Span()
	if t.Part.Exists() {
		x.list, _ = t.List.Span()
		x.part, _ = t.Part.Span()
	}
	if t.Member != "" {
		x.size = x.Body().Size
	}
}

// Bound returns a number of chars that the text does not exceed, which costs
// nothing to know.
func (t *EditableText) Bound() int {
	if t.change != nil || t.size >= 0 {
		return t.Size()
	}
	return t.end - t.start - len(`""`)
}

// was returns the chars that the text had when it was read.
func (t *EditableText) was() int {
	if t.size < 0 {
		t.size = t.Body().Size
	}
	return t.size
}

// raw returns the JSON string.
func (t *EditableText) raw() []byte { return t.line.rec.Raw[t.start:t.end] }

// Size returns the chars that the text has, as far as it is decided.
func (t *EditableText) Size() int {
	if t.change != nil {
		return t.change.Size
	}
	return t.was()
}

// Original returns the chars that the text had before anybody here cut it.
func (t *EditableText) Original() int {
	if t.mayBeCut() {
		return t.Body().Original()
	}
	return t.was()
}

func (t *EditableText) mayBeCut() bool { return t.member != "" || preview.MayBeCut(t.raw()) }

// Body returns the text itself. It is decoded when somebody asks for it.
func (t *EditableText) Body() *preview.Body {
	if t.body != nil {
		return t.body
	}
	t.body = t.line.memory.bodies.take()
	t.body.Reset(t.raw(), t.member)
	return t.body
}

// path returns the file that keeps the text once it is cut, "" if none will.
func (t *EditableText) path() string {
	if s := t.line.store; s != nil && t.Body().Whole() {
		return s.Path(t.Body().Bytes())
	}
	return ""
}

// Cut shortens the text as it was read to a limit, and forgets what was decided
// before. It reports whether that made it shorter.
func (t *EditableText) Cut(l preview.Limit) bool {
	return t.setChange(t.Body().Cut(l, t.path()))
}

// Summarize replaces the text with a line that says what it was.
func (t *EditableText) Summarize() bool {
	return t.setChange(t.Body().Summarize(t.path()))
}

func (t *EditableText) setChange(c preview.Change, ok bool) bool {
	t.change = nil
	if ok {
		t.made = c
		t.change = &t.made
	}
	return ok
}

// Replace puts a text in the place of this one, an image included. It reports
// whether that makes it shorter.
func (t *EditableText) Replace(with string) bool {
	if t.image == nil {
		return t.setChange(t.Body().ReplaceWith(with))
	}
	raw := t.image(with)
	return t.setChange(preview.Change{Raw: raw, Size: utf8.RuneCountInString(with)}, len(raw) < t.end-t.start)
}

// Whole reports whether nobody has cut the text before.
func (t *EditableText) Whole() bool { return t.image == nil && t.Body().Whole() }

// Tokens estimates the tokens of the text as far as it is decided.
func (t *EditableText) Tokens(m tokens.Model) int {
	raw := t.raw()
	if t.change != nil {
		raw = t.change.Raw
	}
	return m.JSON(raw[1 : len(raw)-1])
}

// MayBeNoisy reports whether the text may hold what only terminals read.
func (t *EditableText) MayBeNoisy() bool {
	return t.image == nil && (t.member != "" || preview.MayBeNoisy(t.raw()))
}

// Path returns the file that will keep the text if it is replaced, "" if none
// will.
func (t *EditableText) Path() string { return t.path() }

// Keep leaves the text as it is.
func (t *EditableText) Keep() { t.change = nil }

// leavesEmptyPart reports whether nothing is left of a text that stands in a list.
func (t *EditableText) leavesEmptyPart() bool {
	return t.change != nil && t.change.Size == 0 && t.list >= 0
}

// save writes the file that keeps the text.
func (t *EditableText) save() error {
	if t.change == nil || t.line.store == nil || !t.Whole() {
		return nil
	}
	return t.line.store.Put(t.Body().Bytes())
}

// forget drops what was decoded. A change stays, in the memory where it is.
func (t *EditableText) forget() {
	if t.change == nil {
		t.line.memory.giveBody(t.body)
	}
	t.body = nil
}
