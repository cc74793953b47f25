package dialect

import (
	"trtools/pkg/transcript/outline"
)

// Chars counts the code points of what a request would hold of a record: its
// text, the arguments of its calls, its results. Images, base64, signatures and
// encrypted content do not count.
func (v *View) Chars() (n int) {
	for t := range v.Words() {
		n += t.Chars()
	}
	for i := range v.Calls {
		if a := v.Calls[i].Args; a.Kind() == outline.String {
			n += a.Chars()
		} else {
			n += outline.RuneCount(a.Raw())
		}
	}
	for i := range v.Results {
		n += leafChars(v.Results[i].Content)
	}
	return n
}

// Words yields the strings that are the text of the message itself: not those
// of calls, results, thinking or media.
func (v *View) Words() func(yield func(outline.Value) bool) {
	return func(yield func(outline.Value) bool) {
		switch {
		case v.Role == Tool:
		case v.Body.Kind() == outline.String:
			yield(v.Body)
		default:
			for b := range v.Body.All() {
				if t := WordsOf(b); t.Exists() && !yield(t) {
					return
				}
			}
		}
	}
}

// WordsOf returns the text of one block.
func WordsOf(b outline.Value) outline.Value {
	if b.Kind() == outline.String {
		return b
	}
	if ofOtherType(b) || b.Get("thought").True() {
		return outline.Value{}
	}
	if t := textOf(b); t.Kind() == outline.String {
		return t
	}
	return outline.Value{}
}

// ofOtherType reports whether a block says of itself that it is no text.
func ofOtherType(b outline.Value) bool {
	t := b.Get("type")
	return t.Exists() && !t.IsAny("text", "input_text", "output_text")
}

// textOf returns the text of a block: Kiro has it as data, Zed as Text.
func textOf(b outline.Value) outline.Value {
	if t := b.GetAny("text", "Text"); t.Exists() || !b.Get("kind").Is("text") {
		return t
	}
	return b.Get("data")
}

// leafChars counts the code points of all strings in a result but media.
func leafChars(v outline.Value) (n int) {
	switch v.Kind() {
	case outline.String:
		return v.Chars()
	case outline.Array:
		for el := range v.All() {
			n += leafChars(el)
		}
	case outline.Object:
		if isMedia(v) {
			return 0
		}
		for m := range v.All() {
			if k := string(m.Key()); k != "type" && k != "signature" && (k != "kind" || !v.Get("data").Exists()) {
				n += leafChars(m)
			}
		}
	}
	return n
}

// isMedia reports whether a block is an image, a file or other base64 data.
func isMedia(b outline.Value) bool {
	return b.Get("type").IsAny("image", "input_image", "image_url", "input_file", "base64", "document", "audio") ||
		b.GetAny("inlineData", "inline_data", "source", "image", "document", "bytes", "media_type", "mimeType").Exists()
}

// Payload counts the bytes of what a request would hold of the record: the
// value of its message, or the whole record where a line is a message.
func (v *View) Payload() int { return len(v.Msg.Raw()) }
