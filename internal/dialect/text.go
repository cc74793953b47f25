package dialect

import (
	"bytes"

	"trtools/pkg/transcript/outline"
)

// ResultText is a string of a tool's result that the model reads as text.
type ResultText struct {
	Value outline.Value
	// Member, where it is not empty, says that the string is itself JSON text of
	// which only the string member of that name is the tool's text.
	Member string
	// Part, where it exists, is the element of a list that holds nothing but
	// this text. APIs refuse an empty one: it is taken out of List instead.
	Part, List outline.Value
}

// Texts returns the texts of a result of this view, in order, until it is called
// again. Images, other encoded data, signatures and encrypted content are none.
func (v *View) Texts(r *Result) []ResultText {
	v.texts = v.texts[:0]
	switch rules := v.Format.Rules(); {
	case r.Kind == Search, r.Kind == Screen: // definitions, a picture
	case r.Kind == Commands, rules.AnyJSON && !r.Item.Path("output", "type").Is("content"): // parts of the AI SDK
		v.texts.strings(r.Content)
	case rules.ByID && wrapped(r.Content).Exists():
		v.texts = append(v.texts, ResultText{Value: r.Content, Member: "output"})
	default:
		v.texts.content(r.Content)
	}
	return v.texts
}

type texts []ResultText

func (t *texts) add(v outline.Value) {
	if v.Kind() == outline.String {
		*t = append(*t, ResultText{Value: v})
	}
}

// content adds a string, the text parts of an array, or all strings of what is structured,
// unless that is a part of another kind.
func (t *texts) content(c outline.Value) {
	switch c.Kind() {
	case outline.String:
		t.add(c)
	case outline.Array:
		for p, ok := c.First(); ok; p, ok = p.Next() {
			t.element(c, p)
		}
	default:
		if !ofOtherType(c) {
			t.strings(c)
		}
	}
}

// element adds what an element of a list says.
func (t *texts) element(list, p outline.Value) {
	switch typ := p.Get("type"); {
	case typ.Is("search_result"):
		t.content(p.Get("content"))
	case typ.Is("resource"): // an embedded resource of MCP
		t.add(p.Path("resource", "text"))
	case ofOtherType(p):
	case textOf(p).Kind() == outline.String:
		*t = append(*t, ResultText{Value: textOf(p), Part: p, List: list})
	case p.Get("kind").Exists(): // Kiro
		t.strings(p.Get("data"))
	case p.Get("json").Exists(): // Converse
		t.strings(p.Get("json"))
	case p.Get("searchResult").Exists():
		t.content(p.Path("searchResult", "content"))
	case p.Kind() != outline.Object || p.Len() > 1 && !isMedia(p): // one member may be the name of a kind
		t.strings(p)
	}
}

// wrapped returns the {"output":...,"metadata":...} that Codex wrote up to version 0.4x, which
// is in a string; it does not exist in any other one.
func wrapped(out outline.Value) (in outline.Value) {
	raw := out.Raw()
	if out.Kind() != outline.String || len(raw) < 3 || raw[1] != '{' || !bytes.Contains(raw, []byte("metadata")) {
		return in
	}
	var d outline.Doc
	if d.Parse(out.Bytes()) == nil && d.Root().Get("output").Kind() == outline.String && d.Root().Get("metadata").Kind() == outline.Object {
		in = d.Root()
	}
	return in
}

// strings adds all strings of a structured result.
func (t *texts) strings(v outline.Value) {
	switch v.Kind() {
	case outline.String:
		if !isMediaURI(v.Raw()) {
			t.add(v)
		}
	case outline.Array, outline.Object:
		for c, ok := v.First(); ok; c, ok = c.Next() {
			if v.Kind() == outline.Array || !holdsData(v, string(c.Key())) {
				t.strings(c)
			}
		}
	}
}

// holdsData reports whether a member holds what must not be cut: encoded data
// beside its type, signatures, encrypted content.
func holdsData(parent outline.Value, key string) bool {
	switch key {
	case "signature", "thoughtSignature", "thought_signature", "thinkingSignature", "encrypted_content",
		"base64", "bytes", "blob":
		return true
	case "data":
		return parent.GetAny("mimeType", "mime_type", "media_type", "mediaType").Exists()
	}
	return false
}

// isMediaURI reports whether a string of a structured result is nothing but an
// image, a sound or a file in a data URI. A text in which one stands is a text.
func isMediaURI(quoted []byte) bool {
	head := quoted[:min(len(quoted), 100)]
	return bytes.HasPrefix(head, []byte(`"data:`)) && bytes.Contains(head, []byte(";base64,")) &&
		!bytes.ContainsAny(quoted, " \n\t<>") && !bytes.Contains(quoted, []byte(`\n`))
}

// Copies returns the strings of DisplayCopies of a record with results. No model reads them.
func (v *View) Copies(rec outline.Value) []ResultText {
	if len(v.Results) == 0 {
		return nil
	}
	var t texts
	for _, c := range v.DisplayCopies(rec) {
		t.strings(c)
	}
	return t
}
