package plan

import (
	"encoding/binary"
	"encoding/hex"
	"strings"
)

// appendID appends the id of a record to b. A UUID takes less than half of its length.
func appendID(b []byte, id string) []byte {
	if raw := uuidBytes(id); raw != nil {
		return append(append(b, 0), raw...)
	}
	return append(binary.AppendUvarint(b, uint64(len(id)+1)), id...)
}

// readID returns the id that b begins with, and the rest of b.
func readID(b []byte) (id string, rest []byte) {
	n, size := binary.Uvarint(b)
	b = b[size:]
	if n == 0 {
		return uuidText(b[:uuidSize]), b[uuidSize:]
	}
	return string(b[:n-1]), b[n-1:]
}

const uuidSize = 16

// uuidBytes returns the bytes of a UUID that is written as most are, nil of any other id.
func uuidBytes(id string) []byte {
	if len(id) != 36 {
		return nil
	}
	raw, err := hex.DecodeString(strings.ReplaceAll(id, "-", ""))
	if err != nil || len(raw) != uuidSize || uuidText(raw) != id {
		return nil
	}
	return raw
}

func uuidText(b []byte) string {
	text := hex.AppendEncode(make([]byte, 0, 36), b[:4])
	for _, part := range [...][]byte{b[4:6], b[6:8], b[8:10], b[10:]} {
		text = hex.AppendEncode(append(text, '-'), part)
	}
	return string(text)
}
