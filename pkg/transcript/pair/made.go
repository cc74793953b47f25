package pair

import (
	"crypto/sha256"
	"encoding/hex"
	"strconv"
	"time"

	"github.com/google/uuid"
	"trtools/pkg/transcript/outline"
)

// Everything that is made here is derived from the input: the same input always
// gives the same output.

// madeSpace is the name space of the record ids that are made for Claude Code.
var madeSpace = uuid.MustParse("6b0f1e52-7d0c-5e7a-9a36-3d1d6f0f7c11")

// recordUUID returns the id of a result record made for a call.
func recordUUID(record, call string) string {
	return uuid.NewSHA1(madeSpace, []byte(record+"\x00"+call)).String()
}

// recordHex is recordUUID for pi, whose ids are eight hex digits.
func recordHex(record, call string, taken func(string) bool) string {
	for k := 0; ; k++ {
		sum := sha256.Sum256([]byte(record + "\x00" + call + "\x00" + strconv.Itoa(k)))
		if id := hex.EncodeToString(sum[:4]); !taken(id) {
			return id
		}
	}
}

// freshID returns an id made from old and a number from k on that is not taken
// and has at most limit bytes (0: any), and the number.
func freshID(old string, limit, k int, taken func(string) bool) (string, int) {
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

// stamp returns a time n milliseconds after that of a record, kept before
// limit where there is room. It returns "" if the record has no readable time.
func stamp(after outline.Value, n int, limit string) (text string, ms int64) {
	t, err := time.Parse(time.RFC3339Nano, after.Text())
	if err != nil {
		return "", 0
	}
	made := t.Add(time.Duration(n) * time.Millisecond)
	if end, err := time.Parse(time.RFC3339Nano, limit); err == nil && !made.Before(end) && end.After(t.Add(time.Millisecond)) {
		made = end.Add(-time.Millisecond)
	}
	return made.UTC().Format(stampLayout), made.UnixMilli()
}
