package refusal

import (
	"bytes"
	"encoding/base64"
	"strings"

	"trtools/internal/dialect"
	"trtools/pkg/transcript/outline"
	"trtools/pkg/transcript/tokens"
)

// Image is an image of a message as far as its bytes tell: type and size are what the
// header of the file says, not what is said of it.
type Image struct {
	dialect.Block
	Named         outline.Value // the member that says of which type it is
	Type          string        // of the bytes: png, jpeg, gif, webp, heic; "" for anything else
	Says          string        // what is said: image/png
	Width, Height int           // 0 where the header is not understood
	Bytes         int           // of the image
	Why           string        // no API takes it
}

// ImageOf reads an image. One that is only named by an address, or by the id of a file,
// has no type and nothing wrong with it.
func ImageOf(i dialect.Block) *Image {
	m := &Image{Block: i}
	data, inline := m.find()
	switch {
	case !inline:
		if bytes.HasPrefix(data, []byte("file:")) {
			m.Why = "it is the address of a file on this machine"
		}
		return m
	case len(bytes.TrimSpace(data)) == 0:
		m.Why = "its data is empty"
		return m
	}
	m.Bytes = base64.StdEncoding.DecodedLen(len(data))
	if !isBase64(data) {
		m.Why = "its data is no base64"
		return m
	}
	head := decoded(data, imageHead)
	if m.Type = sniff(head); m.Type == "" {
		m.Why = "its bytes are no PNG, JPEG, GIF or WebP"
		return m
	}
	m.Width, m.Height = tokens.ImageSize(head)
	return m
}

// isPDF reports whether the beginning of a text in base64 holds the mark of a PDF, which may
// stand anywhere in the first 1024 bytes.
func isPDF(data []byte) bool { return bytes.Contains(decoded(data, pdfHead), []byte("%PDF-")) }

// decoded returns what the beginning of a text in base64 says.
func decoded(data []byte, most int) []byte {
	head := data[:min(len(data), most)/4*4]
	b := make([]byte, base64.StdEncoding.DecodedLen(len(head)))
	n, _ := base64.StdEncoding.Decode(b, head)
	return b[:n]
}

const pdfHead = 2048

// find returns the data of the image, or its address, in which it is not inline.
func (m *Image) find() (data []byte, inline bool) {
	i := m.Item
	for _, in := range []outline.Value{i.Get("source"), i.Get("inlineData"), i.Get("inline_data"), i} {
		if d := in.Get("data"); d.Kind() == outline.String || d.Kind() == outline.Null || in.Get("type").IsAny("base64") {
			if m.Named = in.GetAny("media_type", "mimeType", "mime_type"); m.Named.Exists() {
				m.Says = m.Named.Text()
			}
			return d.Bytes(), true
		}
	}
	if b := i.Path("image", "source", "bytes"); b.Kind() == outline.String { // Converse
		m.Named = i.Path("image", "format")
		m.Says = "image/" + m.Named.Text()
		return b.Bytes(), true
	}
	url := i.GetAny("image_url", "url")
	if url.Kind() == outline.Object {
		url = url.Get("url")
	}
	if url.Kind() != outline.String {
		url = i.Path("source", "url")
	}
	text := url.Bytes()
	if rest, ok := bytes.CutPrefix(text, []byte("data:")); ok {
		kind, data, _ := bytes.Cut(rest, []byte(","))
		m.Says, _, _ = strings.Cut(string(kind), ";")
		return data, true
	}
	return text, false
}

// isBase64 reports whether a text holds nothing else than base64 does.
func isBase64(text []byte) bool {
	for _, c := range bytes.TrimRight(text, "=\r\n ") {
		if !inBase64[c] {
			return false
		}
	}
	return true
}

var inBase64 = func() (t [256]bool) {
	for _, c := range []byte("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/\r\n") {
		t[c] = true
	}
	return t
}()

// sniff tells the type of an image by its first bytes.
func sniff(b []byte) string {
	switch {
	case bytes.HasPrefix(b, []byte("\x89PNG\r\n\x1a\n")):
		return "png"
	case bytes.HasPrefix(b, []byte("\xff\xd8\xff")):
		return "jpeg"
	case bytes.HasPrefix(b, []byte("GIF8")):
		return "gif"
	case len(b) >= 12 && string(b[:4]) == "RIFF" && string(b[8:12]) == "WEBP":
		return "webp"
	case len(b) >= 12 && string(b[4:8]) == "ftyp":
		return "heic"
	}
	return ""
}

// imageHead is how much of an image in base64 is looked through for its size: in a JPEG
// thumbnails and color profiles stand in front of it.
const imageHead = 256 << 10
