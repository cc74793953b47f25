package tokens

import (
	"bytes"
	"encoding/base64"
	"image"
	"image/gif"
	"image/jpeg"
	"image/png"
	"io"
	"strings"
	"testing"
)

// encoded returns a picture in base64.
func encoded(t *testing.T, width, height int, encode func(io.Writer, image.Image) error) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := encode(&b, image.NewGray(image.Rect(0, 0, width, height))); err != nil {
		t.Fatal(err)
	}
	return []byte(base64.StdEncoding.EncodeToString(b.Bytes()))
}

func TestImageBase64(t *testing.T) {
	encoders := map[string]func(io.Writer, image.Image) error{
		"png":  png.Encode,
		"jpeg": func(w io.Writer, m image.Image) error { return jpeg.Encode(w, m, nil) },
		"gif":  func(w io.Writer, m image.Image) error { return gif.Encode(w, m, nil) },
	}
	want := Image(1000, 300)
	for name, encode := range encoders {
		data := encoded(t, 1000, 300, encode)
		if got := ImageBase64(data); got != want {
			t.Errorf("%s: %d tokens, want %d", name, got, want)
		}
		uri := append([]byte("data:image/"+name+";base64,"), bytes.ReplaceAll(data, []byte("/"), []byte(`\/`))...)
		if got := ImageBase64(uri); got != want {
			t.Errorf("%s as a data URI: %d tokens, want %d", name, got, want)
		}
	}
}

// TestJPEGWithProfile: a colour profile before the frame header.
func TestJPEGWithProfile(t *testing.T) {
	plain, err := base64.StdEncoding.DecodeString(string(encoded(t, 640, 480, func(w io.Writer, m image.Image) error { return jpeg.Encode(w, m, nil) })))
	if err != nil {
		t.Fatal(err)
	}
	profile := append([]byte{0xff, 0xe2, 0x30, 0x00}, make([]byte, 0x2ffe)...)
	long := append(append(append([]byte(nil), plain[:2]...), profile...), plain[2:]...)
	if got, want := ImageBase64([]byte(base64.StdEncoding.EncodeToString(long))), Image(640, 480); got != want {
		t.Errorf("%d tokens, want %d", got, want)
	}
}

func TestWebP(t *testing.T) {
	head := "RIFF\x00\x00\x00\x00WEBP"
	for name, file := range map[string]string{
		"lossy":    head + "VP8 \x00\x00\x00\x00\x00\x00\x00\x9d\x01\x2a\x90\x01\x2c\x01",
		"lossless": head + "VP8L\x00\x00\x00\x00\x2f\x8f\xc1\x4a\x00\x00\x00\x00\x00\x00\x00\x00\x00",
		"extended": head + "VP8X\x00\x00\x00\x00\x00\x00\x00\x00\x8f\x01\x00\x2b\x01\x00",
	} {
		if w, h := ImageSize([]byte(file)); w != 400 || h != 300 {
			t.Errorf("%s: %d x %d, want 400 x 300", name, w, h)
		}
	}
}

// TestImagePrices: the examples of the providers' own pages.
func TestImagePrices(t *testing.T) {
	cases := []struct{ width, height, want int }{
		{1092, 1092, 1590}, // Anthropic: about 1590
		{1000, 1000, 1333}, // Anthropic: about 1334
		{200, 200, 255},    // OpenAI: one tile; Anthropic: 54
		{1024, 1024, 1398}, // OpenAI: 765
		{2048, 4096, 1600}, // OpenAI: 1105; Anthropic scales it down
		{100000, 1, 765},   // OpenAI: four tiles in a row
		{0, 10, 1600}, {-1, -1, 1600},
	}
	for _, c := range cases {
		if got := Image(c.width, c.height); got != c.want {
			t.Errorf("%d x %d: %d tokens, want %d", c.width, c.height, got, c.want)
		}
	}
}

func TestImageUnreadable(t *testing.T) {
	for _, data := range []string{"", "AAAA", "%%%", "iVBORw0KGgo=", strings.Repeat("/9j/", 50), "data:image/png;base64,", "UklGRgAAAABXRUJQVlA4"} {
		if got := ImageBase64([]byte(data)); got != unknownImage {
			t.Errorf("%.20q: %d tokens, want %d", data, got, unknownImage)
		}
	}
}

func TestEncrypted(t *testing.T) {
	for size, want := range map[int]int{0: 0, 800: 0, 4000: 587} {
		if got := Encrypted(size); got != want {
			t.Errorf("%d bytes: %d tokens, want %d", size, got, want)
		}
	}
}

// What is scaled down before it is billed, and where the scaling begins.
func TestScaledImages(t *testing.T) {
	for _, c := range []struct{ width, height, want int }{
		{3136, 300, 765}, {300, 3136, 765}, // 314 by pixels of 1568 x 150; four tiles of 2048 x 196
		{1568, 700, 1463}, {1569, 700, 1463}, {1568, 765, 1599}, // by pixels
		{512, 512, 350}, {513, 512, 425}, {512, 513, 425}, {1, 1, 255},
		{4096, 64, 765}, {2048, 64, 765}, {2049, 1, 765}, // four tiles in a row
		{3000, 3000, 1600}, {768, 768, 786}, {2048, 768, 1445}, {1568, 768, 1600},
	} {
		if got := Image(c.width, c.height); got != c.want {
			t.Errorf("%d x %d: %d tokens, want %d", c.width, c.height, got, c.want)
		}
	}
}

// The size of an image is looked for in the first 64 KiB of its base64, and behind a head
// of a data URI of up to 200 bytes.
func TestHeadOfAnImage(t *testing.T) {
	frame := []byte{0xff, 0xc0, 0, 8, 8, 1, 0x2c, 1, 0x90, 3}
	for _, c := range []struct {
		before int // bytes before the frame header
		known  bool
	}{{49152 - 10 - 1, true}, {49152 - 10, true}, {49152 - 9, false}, {2, true}, {6, true}} {
		file := []byte{0xff, 0xd8}
		for left := c.before - 2; left > 0; left = c.before - len(file) {
			n := min(left, 40000)
			file = append(append(file, 0xff, 0xe2, byte((n-2)>>8), byte(n-2)), make([]byte, max(0, n-4))...)
		}
		file = append(append(file[:c.before], frame...), 1, 2, 3)
		want := unknownImage
		if c.known {
			want = Image(400, 300)
		}
		if got := ImageBase64([]byte(base64.StdEncoding.EncodeToString(file))); got != want {
			t.Errorf("a header at %d: %d tokens, want %d", c.before, got, want)
		}
	}
	small := string(encoded(t, 400, 300, png.Encode))
	for head, known := range map[string]bool{"data:,": true, "data:image/png;base64,": true, "data:" + strings.Repeat("x", 194) + ",": true, "data:" + strings.Repeat("x", 195) + ",": false, "date:,": false, "data:": false} {
		if got := ImageBase64([]byte(head + small)); (got == Image(400, 300)) != known {
			t.Errorf("%.20s...: %d tokens", head, got)
		}
	}
}

// Headers of images that are cut off tell nothing, to their last byte.
func TestImageHeadersCutOff(t *testing.T) {
	webp := "RIFF\x00\x00\x00\x00WEBP"
	for name, file := range map[string]string{
		"png":    "\x89PNG\r\n\x1a\n\x00\x00\x00\x0dIHDR\x00\x00\x01\x90\x00\x00\x01\x2c",
		"gif":    "GIF87a\x90\x01\x2c\x01",
		"gif 89": "GIF89a\x90\x01\x2c\x01",
		"webp":   webp + "VP8 \x00\x00\x00\x00\x00\x00\x00\x9d\x01\x2a\x90\x01\x2c\x01",
		"scaled": webp + "VP8 \x00\x00\x00\x00\x00\x00\x00\x9d\x01\x2a\x90\x41\x2c\x81", // the upper two bits scale it for display
		"VP8X":   webp + "VP8X\x00\x00\x00\x00\xff\xff\xff\xff\x8f\x01\x00\x2b\x01\x00",
	} {
		if w, h := ImageSize([]byte(file)); w != 400 || h != 300 {
			t.Errorf("%s: %d x %d, want 400 x 300", name, w, h)
		}
		if w, h := ImageSize([]byte(file[:len(file)-1])); w != 0 || h != 0 {
			t.Errorf("%s without its last byte: %d x %d", name, w, h)
		}
	}
	if w, h := ImageSize([]byte(webp + "VP9 " + strings.Repeat("x", 40))); w != 0 || h != 0 {
		t.Errorf("another kind of chunk: %d x %d", w, h)
	}
}
