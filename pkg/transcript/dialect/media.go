package dialect

import "trtools/pkg/transcript/outline"

// Images returns the parts of a result's content that are images.
func (v *View) Images(r *Result) (list []outline.Value) {
	if r.Content.Kind() != outline.Array {
		return nil
	}
	for p, ok := r.Content.First(); ok; p, ok = p.Next() {
		if isOne(p.Get("type"), "image", "input_image", "image_url") || p.Get("image").Kind() == outline.Object ||
			first(p, "inlineData", "inline_data").Exists() {
			list = append(list, p)
		}
	}
	return list
}

// TextPart writes a part that holds a text, as this format has it in a result's
// content.
func (v *View) TextPart(text string) []byte {
	quoted := string(outline.Quote(text))
	switch v.Format.Rules().Name {
	case "codex", "openai-responses":
		return []byte(`{"type":"input_text","text":` + quoted + `}`)
	case "gemini", "converse":
		return []byte(`{"text":` + quoted + `}`)
	}
	return []byte(`{"type":"text","text":` + quoted + `}`)
}

// Reasoning returns the strings of a message in which the model thinks, as far
// as they are not signed: an API takes what is signed only as it was.
func (v *View) Reasoning(rec outline.Value) (list []outline.Value) {
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
	if v.Format.Rules().Name == "openai-chat" {
		add(rec.Get("reasoning_content"))
		add(rec.Get("reasoning"))
	}
	return list
}

// ArgumentTexts returns the strings in the arguments of a call. Where the
// arguments are themselves JSON text in a string it is the longest one alone:
// Member names the member there that holds it.
func (c *Call) ArgumentTexts() []Text {
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
