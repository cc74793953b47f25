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
	want := Calibrated.Image(1000, 300)
	for name, encode := range encoders {
		data := encoded(t, 1000, 300, encode)
		if got := Calibrated.ImageBase64(data); got != want {
			t.Errorf("%s: %d tokens, want %d", name, got, want)
		}
		uri := append([]byte("data:image/"+name+";base64,"), bytes.ReplaceAll(data, []byte("/"), []byte(`\/`))...)
		if got := Calibrated.ImageBase64(uri); got != want {
			t.Errorf("%s as a data URI: %d tokens, want %d", name, got, want)
		}
		if got := Chars4.ImageBase64(data); got != 0 {
			t.Errorf("%s: the seed counts %d", name, got)
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
	if got, want := Calibrated.ImageBase64([]byte(base64.StdEncoding.EncodeToString(long))), Calibrated.Image(640, 480); got != want {
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
		if w, h := imageSize([]byte(file)); w != 400 || h != 300 {
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
		if got := Calibrated.Image(c.width, c.height); got != c.want {
			t.Errorf("%d x %d: %d tokens, want %d", c.width, c.height, got, c.want)
		}
	}
}

func TestImageUnreadable(t *testing.T) {
	for _, data := range []string{"", "AAAA", "%%%", "iVBORw0KGgo=", strings.Repeat("/9j/", 50), "data:image/png;base64,", "UklGRgAAAABXRUJQVlA4"} {
		if got := Calibrated.ImageBase64([]byte(data)); got != unknownImage {
			t.Errorf("%.20q: %d tokens, want %d", data, got, unknownImage)
		}
	}
}

func TestEncrypted(t *testing.T) {
	for size, want := range map[int]int{0: 0, 800: 0, 4000: 587} {
		if got := Calibrated.Encrypted(size); got != want {
			t.Errorf("%d bytes: %d tokens, want %d", size, got, want)
		}
	}
}
