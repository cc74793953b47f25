package preview

import "bytes"

const (
	minBlob = 256     // shorter runs of letters and digits are words
	maxLook = 4 << 10 // bytes that are looked at to tell base64 from words
)

// blob reports whether position i is inside encoded binary data, and where that
// begins and ends: half an image is of no use to anybody.
func blob(b []byte, i int) (start, end int, ok bool) {
	if i == 0 || i == len(b) || !base64Byte(b[i-1]) || !base64Byte(b[i]) {
		return 0, 0, false
	}
	start, end = i, i
	for start > 0 && base64Byte(b[start-1]) {
		start--
	}
	for end < len(b) && base64Byte(b[end]) {
		end++
	}
	return start, end, end-start >= minBlob && encoded(b[start:end])
}

// Encoded reports whether a text is binary data in base64 and nothing else, or
// a data URI. Such a text is not cut.
func Encoded(text []byte) bool {
	if bytes.HasPrefix(text, []byte("data:")) {
		head := text[:min(len(text), 200)]
		if i := bytes.Index(head, []byte(";base64,")); i >= 0 && bytes.IndexByte(head[:i], '\n') < 0 {
			text = text[i+len(";base64,"):]
		}
	}
	if len(text) < minBlob {
		return false
	}
	for _, c := range text {
		if !base64Byte(c) && c != '\n' && c != '\r' {
			return false
		}
	}
	return encoded(text)
}

// MayBeEncoded reports whether it is worth while to decode a JSON string, given
// without its quotes, to ask Encoded.
func MayBeEncoded(raw []byte) bool {
	if len(raw) < minBlob {
		return false
	}
	for _, c := range raw[:32] {
		if !base64Byte(c) && c != ':' && c != ';' && c != ',' && c != '.' {
			return false
		}
	}
	return true
}

func base64Byte(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' ||
		c == '+' || c == '/' || c == '=' || c == '-' || c == '_'
}

// encoded reports whether a run of such bytes is data: capitals, small letters
// and digits, and groups of four that hardly ever repeat, as they do in words
// and filler.
func encoded(run []byte) bool {
	run = run[:min(len(run), maxLook)]
	var upper, lower, digit int
	groups := map[[4]byte]bool{}
	for i, c := range run {
		switch {
		case 'a' <= c && c <= 'z':
			lower++
		case 'A' <= c && c <= 'Z':
			upper++
		case '0' <= c && c <= '9':
			digit++
		}
		if i%4 == 3 {
			groups[[4]byte(run[i-3:i+1])] = true
		}
	}
	n := len(run)
	return upper > n/8 && lower > n/8 && digit > n/32 && len(groups) > n/4*3/4
}
