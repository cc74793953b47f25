package plan

import (
	"strings"
	"testing"

	"trtools/internal/dialect"
)

// Any id is read as it was written, whatever stands behind it, and a UUID is short.
func TestIDs(t *testing.T) {
	const uuid = "3520680d-d459-5b07-a6cc-2c4108cc3266"
	for _, id := range []string{
		"", "u1", uuid, strings.ToUpper(uuid), "3520680d-d459-5b07-a6cc-2c4108cc326g", "3520680dd459-5b07-a6cc-2c4108cc-3266",
		strings.Repeat("a", 36), strings.Repeat("-", 36), strings.Repeat("long", 100), "\x00",
	} {
		b := append(appendID([]byte("x"), id), "rest"...)
		if got, rest := readID(b[1:]); got != id || string(rest) != "rest" {
			t.Errorf("%q is read as %q, and then %q", id, got, rest)
		}
	}
	if b := appendID(nil, uuid); len(b) > 17 {
		t.Errorf("a UUID takes %d bytes", len(b))
	}
}

// A stamp is read as it was written.
func TestStamps(t *testing.T) {
	for _, time := range []string{"2026-01-01T00:00:00.000Z", "1969-12-31T23:59:59.999Z", "0001-01-01T00:00:00Z", "2026-01-01T02:00:00.1239+02:00", "no time", ""} {
		s := dialect.Stamp{RecordID: "r", Parent: "p"}
		s.Time, s.Millis = dialect.Later(time, 1, "")
		if got := unpackStamp(packStamp(s)); got != s {
			t.Errorf("%s: %+v is read as %+v", time, s, got)
		}
	}
}
