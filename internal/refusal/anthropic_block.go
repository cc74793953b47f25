package refusal

import (
	"fmt"

	"trtools/internal/dialect"
	"trtools/pkg/transcript/outline"
)

// NoOutput is the text of an error result that had none, NoErrorImage that in place of an
// image in one.
const (
	NoOutput     = "[This result had no content.]"
	NoErrorImage = "[Image removed: an error result holds text only]"
	NoModelImage = "[Image removed: a message of the model holds none]"
	NoDocument   = "[Document removed: not a PDF]"
)

// What the rows of the Messages API ask of one message and its blocks.

// emptyMessage finds messages with nothing in them.
func emptyMessage(m *Message, c *checker) {
	if m.Role != dialect.User && m.Role != dialect.Assistant || len(m.Calls)+len(m.Results) > 0 {
		return
	}
	switch k := m.Body.Kind(); {
	case k == outline.Array && m.Body.Len() > 0, k != outline.Array && !dialect.Blank(m.Body):
		return
	case m.Last && m.Role == dialect.Assistant && !m.Format.Rules().Alternates && !m.TrailingSpace():
		return // the beginning of an answer
	}
	c.add(Fault{Void: true, Why: "a message without content"})
}

// blankText finds blocks of nothing but blank text, or of none.
func blankText(m *Message, list, b outline.Value) (f Fault, ok bool) {
	t := dialect.WordsOf(b)
	switch {
	case !isBlankText(b, t) || m.Role != dialect.User && m.Role != dialect.Assistant:
		return f, false
	case m.Role == dialect.Assistant && m.Format.Rules().Beside && t.Exists() && !t.Reads(""):
		return f, false // Claude Code writes "\n\n" in front of calls, and does not send it
	}
	return Fault{Void: list.Len() == 1 && len(m.Calls)+len(m.Results) == 0, Why: "a blank text"}, true
}

// isBlankText reports whether the words of a block are blank. A text may also be null, or not
// be there.
func isBlankText(b, words outline.Value) bool {
	if !words.Exists() {
		return b.Get("type").Is("text") && b.GetAny("text").Kind() != outline.String
	}
	return dialect.Blank(words)
}

// blankTextInside finds them in the content of a result. Of an error result a text has to
// be left.
func blankTextInside(m *Message, list, b outline.Value) (f Fault, ok bool) {
	if !isBlankText(b, dialect.WordsOf(b)) {
		return f, false
	}
	f = Fault{Why: "a blank text in a tool result"}
	if list.Len() == 1 && m.Format.Rules().Alternates {
		f.Says = NoOutput
	}
	return f, true
}

// mistyped finds images that are said to be of another type than they are.
func mistyped(m *Message, i *Image) (f Fault, ok bool) {
	says := i.Says
	if says == "image/jpg" {
		says = "image/jpeg"
	}
	if i.Type == "" || i.Why != "" || !i.Named.Exists() || says == "image/"+i.Type {
		return f, false
	}
	text := "image/" + i.Type
	if m.Format.Rules().Name == "converse" {
		text = i.Type
	}
	return Fault{In: i.Item, At: i.Named, Text: outline.Quote(text), Why: fmt.Sprintf("an image that is said to be %q and is image/%s", says, i.Type)}, true
}

// imageInError finds what is no text in the content of a result that is an error.
func imageInError(m *Message, list, b outline.Value) (f Fault, ok bool) {
	if b.Get("type").IsAny("text") || b.Kind() != outline.Object {
		return f, false
	}
	for i := range m.Results {
		if r := &m.Results[i]; r.Content.Same(list) && r.Item.Get("is_error").True() {
			return Fault{Says: NoErrorImage, Why: "an error result that holds something other than text"}, true
		}
	}
	return f, false
}

// imageOfModel finds images that the model is said to have sent.
func imageOfModel(m *Message, _, b outline.Value) (f Fault, ok bool) {
	ok = m.Role == dialect.Assistant && (b.Get("type").Is("image") || m.Format.Rules().Alternates && b.Get("image").Exists())
	return Fault{Says: NoModelImage, Why: "an image in a message of the model"}, ok
}

// unsigned finds thinking whose signature cannot be one: absent, masked, no base64. What
// is signed may be without words.
func unsigned(m *Message, _, b outline.Value) (f Fault, ok bool) {
	switch {
	case m.Role != dialect.Assistant:
		return f, false
	case b.Get("type").Is("redacted_thinking"):
		ok = b.Get("data").Blank()
	case b.Get("type").Is("thinking"):
		s := b.Get("signature")
		ok = s.Blank() || !isBase64(s.Bytes())
	}
	return Fault{Keep: m.Open, Why: "reasoning whose signature is missing or not base64"}, ok
}

// trailingSpace finds white space at the end of what the API takes for the beginning of its
// answer.
func trailingSpace(m *Message, c *checker) {
	if !m.Last && !c.any || !m.TrailingSpace() {
		return
	}
	last, from, to := m.Trailing()
	c.add(Fault{At: last, Cut: [2]int{from, to}, Why: "white space at the end of the last message of the model, which it takes for the beginning of an answer"})
}

func cachedThinking(m *Message, _, b outline.Value) (f Fault, ok bool) {
	c := b.Get("cache_control")
	return Fault{In: b, At: c, Why: "cache_control of reasoning"}, c.Kind() == outline.Object && b.Get("type").IsAny("thinking", "redacted_thinking")
}

// streamed finds members that a block has while it is streamed.
func streamed(m *Message, _, b outline.Value) (f Fault, ok bool) {
	if b.Get("type").Kind() != outline.String {
		return f, false
	}
	x := b.GetAny("index", "partial_json", "parsed")
	if !x.Exists() {
		return f, false
	}
	return Fault{In: b, At: x, Why: fmt.Sprintf("a member that only streams have: %q", x.Key())}, true
}

// typeless finds blocks that do not say what they are.
func typeless(m *Message, _, b outline.Value) (f Fault, ok bool) {
	if b.Kind() != outline.Object || b.Get("type").Exists() {
		return f, false
	}
	f.Why = "a block without a type"
	if f.Keep = b.Get("text").Kind() != outline.String; !f.Keep {
		f.Put = []byte(`"type":"text"`)
	}
	return f, true
}

// noPDF finds documents whose bytes are none.
func noPDF(m *Message, _, b outline.Value) (f Fault, ok bool) {
	s := b.Get("source")
	if !b.Get("type").IsAny("document") || !s.Get("type").IsAny("base64") || isPDF(s.Get("data").Bytes()) {
		return f, false
	}
	return Fault{Says: NoDocument, Why: "a document that is no PDF"}, true
}

// What Anthropic's API takes of images (platform.claude.com, Vision): the pixels of a side, fewer
// from so many images in one request on, and the bytes of an image, in base64.
const (
	MostPixels, MostPixelsOfMany = 8000, 2000
	ManyImagesFrom               = 20
	MostImageBytes               = 5 << 20
	mostImages                   = 600 // in one request
)

func tooLarge(m *Message, i *Image) (f Fault, ok bool) {
	switch {
	case max(i.Width, i.Height) > MostPixels:
		f.Why = fmt.Sprintf("an image of %d x %d pixels: the API takes up to %d", i.Width, i.Height, MostPixels)
	case i.Bytes > MostImageBytes+2:
		f.Why = fmt.Sprintf("an image of %d bytes: the API takes up to %d", i.Bytes, MostImageBytes)
	}
	return f, f.Why != ""
}
