package tokens

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"math"
)

// unknownImage is what an image costs whose size cannot be read: the most that
// Anthropic bills for one.
const unknownImage = 1600

// Image returns what an image of so many pixels costs: the larger of what two
// providers bill. Anthropic: a 750th of its pixels, after it was scaled down to
// 1568 on the longer edge and to 1600 tokens (platform.claude.com, Vision).
// OpenAI, for gpt-4o in high detail: scaled down into a square of 2048, then to
// 768 on the shorter edge, 170 for each tile of 512 and 85 (platform.openai.com,
// Images and vision).
func Image(width, height int) int {
	if width <= 0 || height <= 0 {
		return unknownImage
	}
	return max(pixels(float64(width), float64(height)), tiles(float64(width), float64(height)))
}

func pixels(w, h float64) int {
	if scale := 1568 / max(w, h); scale < 1 {
		w, h = w*scale, h*scale
	}
	return min(int(w*h/750+0.5), unknownImage)
}

func tiles(w, h float64) int {
	if scale := 2048 / max(w, h); scale < 1 {
		w, h = w*scale, h*scale
	}
	if scale := 768 / min(w, h); scale < 1 {
		w, h = w*scale, h*scale
	}
	return 85 + 170*int(math.Ceil(w/512))*int(math.Ceil(h/512))
}

// imageHead is how many bytes of base64 are decoded to find the size of an
// image: the header of a JPEG may hold a preview and a colour profile first.
const imageHead = 64 << 10

// ImageBase64 returns what an image costs that is given in base64, as PNG, JPEG,
// GIF or WebP. A data URI, and escaped slashes as in a raw JSON string, are
// understood.
func ImageBase64(data []byte) int { return Image(ImageSize(decodeHead(data))) }

// Encrypted returns what reasoning costs that is given encrypted, in so many
// bytes of base64: it holds the reasoning itself beside a frame of 650 bytes, by
// the estimate in Codex's own source.
func Encrypted(base64 int) int { return max(0, base64*3/4-650) / 4 }

// decodeHead decodes the first bytes.
func decodeHead(data []byte) []byte {
	if head := data[:min(len(data), 200)]; bytes.HasPrefix(head, []byte("data:")) {
		if i := bytes.IndexByte(head, ','); i >= 0 {
			data = data[i+1:]
		}
	}
	data = data[:min(len(data), imageHead)]
	if bytes.IndexByte(data, '\\') >= 0 {
		data = bytes.ReplaceAll(data, []byte(`\/`), []byte("/"))
	}
	out := make([]byte, base64.StdEncoding.DecodedLen(len(data)))
	n, _ := base64.StdEncoding.Decode(out, data[:len(data)/4*4]) // as far as it goes
	return out[:n]
}

// ImageSize reads the size in pixels from the first bytes of a file; 0, 0 if
// they do not tell.
func ImageSize(b []byte) (width, height int) {
	switch {
	case bytes.HasPrefix(b, []byte("\x89PNG\r\n\x1a\n")) && len(b) >= 24:
		return int(binary.BigEndian.Uint32(b[16:])), int(binary.BigEndian.Uint32(b[20:]))
	case (bytes.HasPrefix(b, []byte("GIF87a")) || bytes.HasPrefix(b, []byte("GIF89a"))) && len(b) >= 10:
		return int(binary.LittleEndian.Uint16(b[6:])), int(binary.LittleEndian.Uint16(b[8:]))
	case bytes.HasPrefix(b, []byte("\xff\xd8")):
		return jpegSize(b)
	case bytes.HasPrefix(b, []byte("RIFF")) && len(b) >= 30 && string(b[8:12]) == "WEBP":
		return webpSize(b)
	}
	return 0, 0
}

// jpegSize looks for the frame header: T.81, B.2.2.
func jpegSize(b []byte) (width, height int) {
	for i := 2; i+9 < len(b) && b[i] == 0xff; {
		kind := b[i+1]
		switch {
		case kind == 0xff: // a fill byte
			i++
			continue
		case kind >= 0xc0 && kind <= 0xcf && kind != 0xc4 && kind != 0xc8 && kind != 0xcc:
			return int(binary.BigEndian.Uint16(b[i+7:])), int(binary.BigEndian.Uint16(b[i+5:]))
		}
		i += 2 + int(binary.BigEndian.Uint16(b[i+2:]))
	}
	return 0, 0
}

// webpSize reads the first chunk of a WebP file: RFC 9649, section 2.
func webpSize(b []byte) (width, height int) {
	le := binary.LittleEndian
	switch string(b[12:16]) {
	case "VP8 ": // behind the frame tag and the start code
		return int(le.Uint16(b[26:]) & 0x3fff), int(le.Uint16(b[28:]) & 0x3fff)
	case "VP8L":
		bits := le.Uint32(b[21:])
		return int(bits&0x3fff) + 1, int(bits>>14&0x3fff) + 1
	case "VP8X":
		return int(le.Uint32(b[24:])&0xffffff) + 1, int(le.Uint32(b[26:])>>8) + 1
	}
	return 0, 0
}
