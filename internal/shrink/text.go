package shrink

import (
	"bytes"
	"unicode/utf8"

	"trtools/internal/dialect"
	"trtools/internal/preview"
	"trtools/pkg/transcript"
	"trtools/pkg/transcript/tokens"
)

// NoReasoning stands for reasoning that was taken out.
const NoReasoning = "[Reasoning cleared]"

// NoImages stands for so many images that were taken out.
func NoImages(n int) string { return "[" + transcript.FormatCount(n, "image") + " omitted]" }

// standsForImages reports whether a JSON string is what NoImages returns.
func standsForImages(quoted []byte) bool {
	const most = 40
	return len(quoted) < most && bytes.HasPrefix(quoted, []byte(`"[`)) && bytes.HasSuffix(quoted, []byte(` omitted]"`)) &&
		bytes.Contains(quoted, []byte(" image"))
}

// Text is one text of a result: where it stands on its line, and what was decided of it.
type Text struct {
	line       *Line
	start, end int // of the JSON string in the line
	member     string
	list, part int                      // where the list and the element begin that hold it; -1 if none does
	block      func(text string) []byte // of an image or of reasoning: writes the part that takes its place

	size    int            // chars as it was read; -1 as long as nobody counted them
	body    *preview.Body  // of what an earlier decision left, once somebody asks
	change  preview.Change // what is decided now,
	changed bool           // if anything is

	left []byte // what an earlier decision left; nil: the text as it was read
}

// TextAt returns the text that is the JSON string from start to end in a line.
func TextAt(l *Line, start, end int) *Text {
	return &Text{line: l, start: start, end: end, list: -1, part: -1, size: -1}
}

// newText returns a text of a result that a format sees.
func newText(l *Line, t dialect.ResultText) *Text {
	start, end := t.Value.Span()
	x := TextAt(l, start, end)
	x.member = t.Member
	if t.Part.Exists() {
		x.list, _ = t.List.Span()
		x.part, _ = t.Part.Span()
	}
	if t.Member != "" {
		x.size = x.Body().Size
	}
	return x
}

// NewBlock returns a block that is no text, such as an image. Write writes the part that takes its
// place; where no text does, the block leaves its list.
func NewBlock(l *Line, b dialect.Block, write func(text string) []byte) *Text {
	x := &Text{line: l, size: b.Chars(), block: write}
	x.start, x.end = b.Item.Span()
	x.list, _ = b.List.Span()
	x.part = x.start
	return x
}

// IsBlock reports whether the text is one of NewBlock.
func (t *Text) IsBlock() bool { return t.block != nil }

// Span returns where the text stands in its line.
func (t *Text) Span() (start, end int) { return t.start, t.end }

// Bound returns a number of chars that the text does not exceed, which costs nothing to know.
func (t *Text) Bound() int {
	if t.changed || t.size >= 0 {
		return t.Size()
	}
	return len(t.was()) - len(`""`)
}

// was returns the JSON string as the last decision left it, raw as it is decided now.
func (t *Text) was() []byte {
	if t.left != nil {
		return t.left
	}
	return t.line.Raw[t.start:t.end]
}

func (t *Text) raw() []byte {
	if t.changed {
		return t.change.Raw
	}
	return t.was()
}

// unquoted returns the text as the last decision left it, with its escapes.
func (t *Text) unquoted() []byte { was := t.was(); return was[1 : len(was)-1] }

// Was returns the chars that the text had when it was read, or that the last decision left.
func (t *Text) Was() int {
	if t.size < 0 {
		t.size = t.Body().Size
	}
	return t.size
}

// Size returns the chars that the text has, as far as it is decided.
func (t *Text) Size() int {
	if t.changed {
		return t.change.Size
	}
	return t.Was()
}

// Original returns the chars that the text had before anybody here cut it.
func (t *Text) Original() int {
	if t.mayBeCut() {
		return t.Body().Original()
	}
	return t.Was()
}

func (t *Text) mayBeCut() bool { return t.member != "" || preview.MayBeCut(t.was()) }

// Body returns the text itself. It is decoded when somebody asks for it.
func (t *Text) Body() *preview.Body {
	if t.body == nil {
		t.body = preview.BodyOf(t.was(), t.member)
	}
	return t.body
}

// Forget drops what was decoded: the bytes of the line are about to move.
func (t *Text) Forget() { t.body = nil }

// Path returns the file that keeps the text once it is cut, "" if none will.
func (t *Text) Path() string {
	if s := t.line.Store; s != nil && t.Body().Whole() {
		return s.Path(t.Body().Bytes())
	}
	return ""
}

// Cut shortens the text to a limit, in place of what was decided of it before. It reports
// whether that made it shorter.
func (t *Text) Cut(l preview.Limit) bool { return t.decide(t.Body().Cut(l, t.Path())) }

// Summarize replaces the text with a line that says what it was.
func (t *Text) Summarize() bool { return t.decide(t.Body().Summarize(t.Path())) }

// Replace puts a text in the place of this one, or of a block. It reports whether that
// makes it shorter.
func (t *Text) Replace(with string) bool {
	if t.block == nil {
		return t.decide(t.Body().ReplaceWith(with))
	}
	raw := t.block(with)
	return t.decide(preview.Change{Raw: raw, Size: utf8.RuneCountInString(with)}, len(raw) < t.end-t.start)
}

func (t *Text) decide(c preview.Change, ok bool) bool {
	t.change, t.changed = c, ok
	return ok
}

// Keep leaves the text as it is.
func (t *Text) Keep() { t.decide(preview.Change{}, false) }

// settle makes final what is decided: the next decision is about what that leaves.
func (t *Text) settle() {
	if !t.changed {
		return
	}
	t.left, t.size = t.change.Raw, t.change.Size
	t.Keep()
	t.Forget()
}

// changes reports whether the text differs from what was read.
func (t *Text) changes() bool { return t.left != nil || t.changed }

// Whole reports whether nobody has cut the text before.
func (t *Text) Whole() bool { return t.block == nil && t.Body().Whole() }

// Tokens estimates the tokens of the text as far as it is decided.
func (t *Text) Tokens(m tokens.Model) int {
	raw := t.raw()
	return m.JSON(raw[1 : len(raw)-1])
}

// MayBeNoisy reports whether the text may hold what only terminals read.
func (t *Text) MayBeNoisy() bool {
	return t.block == nil && (t.member != "" || preview.MayBeNoisy(t.was()))
}

// save writes the file that keeps the text.
func (t *Text) save() error {
	if !t.changed || t.line.Store == nil || !t.Whole() {
		return nil
	}
	return t.line.Store.Put(t.Body().Bytes())
}
