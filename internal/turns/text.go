package turns

import (
	"unicode/utf8"

	"trtools/internal/dialect"
	"trtools/internal/preview"
	"trtools/pkg/transcript/tokens"
)

// Text is one text of a result: where it stands on its line, and what becomes
// of it.
type Text struct {
	start, end int // of the JSON string in the line
	member     string
	list, part int // where the list and the element begin that hold it; -1 if none does
	line       *line
	size       int // chars; -1 as long as nobody counted them
	body       *preview.Body
	change     *preview.Change
	image      func(text string) []byte // of an image: writes the part that takes its place
}

// newText returns the text that a format sees, nil if there is nothing in it.
func newText(l *line, t dialect.Text) *Text {
	x := &Text{line: l, member: t.Member, list: -1, part: -1, size: -1}
	x.start, x.end = t.Value.Span()
	if t.Part.Exists() {
		x.list, _ = t.List.Span()
		x.part, _ = t.Part.Span()
	}
	if t.Member != "" {
		x.size = x.Body().Size
	}
	if x.Bound() == 0 {
		return nil
	}
	return x
}

// Bound returns a number of chars that the text does not exceed, which costs
// nothing to know.
func (t *Text) Bound() int {
	if t.change != nil || t.size >= 0 {
		return t.Size()
	}
	return t.end - t.start - len(`""`)
}

// was returns the chars that the text had when it was read.
func (t *Text) was() int {
	if t.size < 0 {
		t.size = t.Body().Size
	}
	return t.size
}

// raw returns the JSON string.
func (t *Text) raw() []byte { return t.line.rec.Raw[t.start:t.end] }

// Size returns the chars that the text has, as far as it is decided.
func (t *Text) Size() int {
	if t.change != nil {
		return t.change.Size
	}
	return t.was()
}

// Original returns the chars that the text had before anybody here cut it.
func (t *Text) Original() int {
	if t.mayBeCut() {
		return t.Body().Original()
	}
	return t.was()
}

func (t *Text) mayBeCut() bool { return t.member != "" || preview.MayBeCut(t.raw()) }

// Body returns the text itself. It is decoded when somebody asks for it.
func (t *Text) Body() *preview.Body {
	if t.body != nil {
		return t.body
	}
	t.body = preview.BodyOf(t.raw(), t.member)
	return t.body
}

// path returns the file that keeps the text once it is cut, "" if none will.
func (t *Text) path() string {
	if s := t.line.store; s != nil && t.Body().Whole() {
		return s.Path(t.Body().Bytes())
	}
	return ""
}

// Cut shortens the text as it was read to a limit, and forgets what was decided
// before. It reports whether that made it shorter.
func (t *Text) Cut(l preview.Limit) bool {
	return t.take(t.Body().Cut(l, t.path()))
}

// Summarize replaces the text with a line that says what it was.
func (t *Text) Summarize() bool {
	return t.take(t.Body().Summarize(t.path()))
}

func (t *Text) take(c preview.Change, ok bool) bool {
	t.change = nil
	if ok {
		t.change = &c
	}
	return ok
}

// Replace puts a text in the place of this one, an image included. It reports
// whether that makes it shorter.
func (t *Text) Replace(with string) bool {
	if t.image == nil {
		return t.take(t.Body().Become(with))
	}
	raw := t.image(with)
	return t.take(preview.Change{Raw: raw, Size: utf8.RuneCountInString(with)}, len(raw) < t.end-t.start)
}

// Whole reports whether nobody has cut the text before.
func (t *Text) Whole() bool { return t.image == nil && t.Body().Whole() }

// Tokens estimates the tokens of the text as far as it is decided.
func (t *Text) Tokens(m tokens.Model) int {
	raw := t.raw()
	if t.change != nil {
		raw = t.change.Raw
	}
	return m.JSON(raw[1 : len(raw)-1])
}

// MayBeNoisy reports whether the text may hold what only terminals read.
func (t *Text) MayBeNoisy() bool {
	return t.image == nil && (t.member != "" || preview.MayBeNoisy(t.raw()))
}

// Path returns the file that will keep the text if it is replaced, "" if none
// will.
func (t *Text) Path() string { return t.path() }

// Keep leaves the text as it is.
func (t *Text) Keep() { t.change = nil }

// empty reports whether nothing is left of a text that stands in a list.
func (t *Text) empty() bool { return t.change != nil && t.change.Size == 0 && t.list >= 0 }

// save writes the file that keeps the text.
func (t *Text) save() error {
	if t.change == nil || t.line.store == nil || !t.Whole() {
		return nil
	}
	return t.line.store.Put(t.Body().Bytes())
}

// forget drops what was decoded.
func (t *Text) forget() { t.body = nil }
