package plan

import (
	"crypto/sha256"
	"encoding/hex"
	"strconv"
	"time"

	"github.com/google/uuid"
	"trtools/pkg/transcript/dialect"
)

// Everything that is made here is derived from the input: the same input always
// gives the same output.

// FreshID returns an id made from old and a number from k on that is not taken
// and has at most limit bytes (0: any), and the number.
func FreshID(old string, limit, k int, taken func(string) bool) (string, int) {
	for ; ; k++ {
		end := "_" + strconv.Itoa(k)
		id := old + end
		if limit > 0 && len(id) > limit {
			sum := sha256.Sum256([]byte(old))
			id = "call_" + hex.EncodeToString(sum[:12]) + end
		}
		if !taken(id) {
			return id, k
		}
	}
}

// stampLayout is how the clients write times.
const stampLayout = "2006-01-02T15:04:05.000Z07:00"

// stamp returns a time n milliseconds after another one, kept before limit where
// there is room, as text and as Unix milliseconds. It returns "" if there is no
// time to read.
func stamp(after string, n int, limit string) (text string, ms int64) {
	t, err := time.Parse(time.RFC3339Nano, after)
	if err != nil {
		return "", 0
	}
	made := t.Add(time.Duration(n) * time.Millisecond)
	if end, err := time.Parse(time.RFC3339Nano, limit); err == nil && !made.Before(end) && end.After(t.Add(time.Millisecond)) {
		made = end.Add(-time.Millisecond)
	}
	return made.UTC().Format(stampLayout), made.UnixMilli()
}

// madeSpace is the name space of the record ids that are made for Claude Code.
var madeSpace = uuid.MustParse("6b0f1e52-7d0c-5e7a-9a36-3d1d6f0f7c11")

// MakeID returns a record id made of a seed that is not taken.
func MakeID(f dialect.Format, seed string, taken func(string) bool) string {
	for k := 0; ; k++ {
		id := uuid.NewSHA1(madeSpace, []byte(seed)).String()
		if k > 0 {
			id = uuid.NewSHA1(madeSpace, []byte(seed+"\x00"+strconv.Itoa(k))).String()
		}
		if f.Rules().Name == "pi" {
			sum := sha256.Sum256([]byte(seed + "\x00" + strconv.Itoa(k)))
			id = hex.EncodeToString(sum[:4])
		}
		if !taken(id) {
			return id
		}
	}
}
