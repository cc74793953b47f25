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
