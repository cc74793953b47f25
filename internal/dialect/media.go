package dialect

import (
	"bytes"

	"trtools/pkg/transcript/outline"
)

// Image is an image of a message or of a tool's result: an element of a list. A text
// part (Format.Part) may take its place.
type Image struct{ List, Item outline.Value }

// Images returns the images of the record, in order.
func (v *View) Images() (list []Image) {
	list = imagesIn(list, v.Body)
	for i := range v.Results {
		list = imagesIn(list, v.Results[i].Content)
	}
	return list
}

// imagesIn adds the images among the elements of a list.
func imagesIn(list []Image, content outline.Value) []Image {
	if content.Kind() != outline.Array {
		return list
	}
	for el := range content.All() {
		if isImage(el) {
			list = append(list, Image{content, el})
		}
	}
	return list
}

// isImage reports whether a part of a content is an image and nothing else.
func isImage(b outline.Value) bool {
	if isOne(b.Get("type"), "image", "input_image", "image_url") {
		return true
	}
	if b.Get("type").Exists() {
		return false
	}
	if b.Get("image").Kind() == outline.Object { // Converse
		return true
	}
	data := first(b, "inlineData", "inline_data")
	return bytes.HasPrefix(first(data, "mimeType", "mime_type").Bytes(), []byte("image/"))
}

// ImagesOf returns the images of a result.
func (v *View) ImagesOf(r *Result) (list []outline.Value) {
	for _, i := range imagesIn(nil, r.Content) {
		list = append(list, i.Item)
	}
	return list
}

// Reasoning returns the strings of a message in which the model thinks, as far
// as they are not signed: an API takes what is signed only as it was.
func (v *View) Reasoning() (list []outline.Value) {
	add := func(s outline.Value) {
		if s.Kind() == outline.String {
			list = append(list, s)
		}
	}
	for b := range v.Body.All() {
		if b.Get("type").Is("thinking") && first(b, "signature", "thinkingSignature").Blank() {
			add(b.Get("thinking"))
		}
	}
	add(v.Msg.Get("reasoning_content")) // Chat Completions of other servers
	add(v.Msg.Get("reasoning"))
	return list
}

// ArgumentTexts returns the strings in the arguments of a call. Where the
// arguments are themselves JSON text in a string it is the longest one alone:
// Member names the member there that holds it.
func (c *Call) ArgumentTexts() []ResultText {
	var t texts
	if c.Args.Kind() != outline.String {
		t.strings(c.Args)
		return t
	}
	var d outline.Doc
	if d.Parse(c.Args.Bytes()) != nil {
		return nil
	}
	longest := outline.Value{}
	for m := range d.Root().All() {
		if m.Kind() == outline.String && len(m.Raw()) > len(longest.Raw()) {
			longest = m
		}
	}
	if !longest.Exists() {
		return nil
	}
	return texts{{Value: c.Args, Member: string(longest.Key())}}
}

// File returns the file that a call names, "" if it names none, and what else it
// asks for of it: the arguments that select a part.
func (c *Call) File() (file, part string) {
	args := c.Args
	if args.Kind() == outline.String {
		var d outline.Doc
		if d.Parse(args.Bytes()) != nil {
			return "", ""
		}
		args = d.Root()
	}
	file = first(args, "file_path", "filePath", "path", "absolute_path", "filename", "notebook_path", "target_file").Text()
	for m := range args.All() {
		switch string(m.Key()) {
		case "offset", "limit", "start_line", "end_line", "view_range", "pages", "start", "end":
			part += string(m.Key()) + string(m.Raw())
		}
	}
	return file, part
}
