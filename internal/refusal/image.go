package refusal

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"strings"

	"trtools/internal/dialect"
	"trtools/pkg/transcript/outline"
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
	head := make([]byte, base64.StdEncoding.DecodedLen(headLen))
	n, err := base64.StdEncoding.Decode(head, padded(data[:min(len(data), headLen)]))
	if err != nil || !isBase64(data) {
		m.Why = "its data is no base64"
		return m
	}
	if m.Type, m.Width, m.Height = sniff(head[:n]); m.Type == "jpeg" {
		m.Width, m.Height = jpegSize(data)
	}
	if m.Type == "" {
		m.Why = "its bytes are no PNG, JPEG, GIF or WebP"
	}
	return m
}

// isPDF reports whether the beginning of a text in base64 holds the mark of a PDF, which may
// stand anywhere in the first 1024 bytes.
func isPDF(data []byte) bool {
	head := data[:min(len(data), pdfHead)/4*4]
	b := make([]byte, base64.StdEncoding.DecodedLen(len(head)))
	n, _ := base64.StdEncoding.Decode(b, head)
	return bytes.Contains(b[:n], []byte("%PDF-"))
}

const pdfHead = 2048

// headLen is how much of an image in base64 says what it is; a multiple of four.
const headLen = 64

// find returns the data of the image, or its address, in which it is not inline.
func (m *Image) find() (data []byte, inline bool) {
	i := m.Item
	for _, in := range []outline.Value{i.Get("source"), i.Get("inlineData"), i.Get("inline_data"), i} {
		if d := in.Get("data"); d.Kind() == outline.String || d.Kind() == outline.Null || isOne(in.Get("type"), "base64") {
			if m.Named = first(in, "media_type", "mimeType", "mime_type"); m.Named.Exists() {
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
	url := first(i, "image_url", "url")
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

// padded completes the beginning of a base64 text.
func padded(head []byte) []byte {
	if n := len(head) % 4; n > 0 && n != 1 {
		return append(append([]byte(nil), head...), "==="[:4-n]...)
	}
	return head
}

// isBase64 reports whether a text holds nothing else than base64 does.
func isBase64(text []byte) bool {
	text = bytes.TrimRight(text, "=\r\n ")
	for _, c := range text {
		if !(c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '+' || c == '/' || c == '\n' || c == '\r') {
			return false
		}
	}
	return true
}

// sniff tells the type of an image by its first bytes, and its size where those say it.
func sniff(b []byte) (kind string, width, height int) {
	switch {
	case bytes.HasPrefix(b, []byte("\x89PNG\r\n\x1a\n")):
		if len(b) >= 24 {
			width, height = int(binary.BigEndian.Uint32(b[16:])), int(binary.BigEndian.Uint32(b[20:]))
		}
		return "png", width, height
	case bytes.HasPrefix(b, []byte("\xff\xd8\xff")):
		return "jpeg", 0, 0
	case bytes.HasPrefix(b, []byte("GIF8")):
		if len(b) >= 10 {
			width, height = int(binary.LittleEndian.Uint16(b[6:])), int(binary.LittleEndian.Uint16(b[8:]))
		}
		return "gif", width, height
	case len(b) >= 12 && string(b[:4]) == "RIFF" && string(b[8:12]) == "WEBP":
		width, height = webpSize(b)
		return "webp", width, height
	case len(b) >= 12 && string(b[4:8]) == "ftyp":
		return "heic", 0, 0
	}
	return "", 0, 0
}

// webpSize reads the header of each of the three kinds of WebP.
func webpSize(b []byte) (width, height int) {
	if len(b) < 30 {
		return 0, 0
	}
	switch string(b[12:16]) {
	case "VP8 ":
		return int(binary.LittleEndian.Uint16(b[26:]) & 0x3fff), int(binary.LittleEndian.Uint16(b[28:]) & 0x3fff)
	case "VP8L":
		n := binary.LittleEndian.Uint32(b[21:])
		return int(n&0x3fff) + 1, int(n>>14&0x3fff) + 1
	case "VP8X":
		return int(b[24]) | int(b[25])<<8 | int(b[26])<<16 + 1, int(b[27]) | int(b[28])<<8 | int(b[29])<<16 + 1
	}
	return 0, 0
}

// jpegHead is how much of a JPEG in base64 is looked through for its size: thumbnails and
// color profiles stand in front of it.
const jpegHead = 256 << 10

// jpegSize finds the frame header among the segments.
func jpegSize(data []byte) (width, height int) {
	head := data[:min(len(data), jpegHead)/4*4]
	b := make([]byte, base64.StdEncoding.DecodedLen(len(head)))
	n, _ := base64.StdEncoding.Decode(b, head)
	for b = b[2:max(2, n)]; len(b) >= 9 && b[0] == 0xff; {
		if c := b[1]; c >= 0xc0 && c <= 0xcf && c != 0xc4 && c != 0xc8 && c != 0xcc {
			return int(binary.BigEndian.Uint16(b[7:])), int(binary.BigEndian.Uint16(b[5:]))
		}
		size := 2 + int(binary.BigEndian.Uint16(b[2:]))
		if size > len(b) {
			break
		}
		b = b[size:]
	}
	return 0, 0
}
