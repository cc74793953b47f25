package pairing

import (
	"bytes"

	"github.com/cespare/xxhash/v2"

	"trtools/internal/dialect"
	"trtools/pkg/transcript/outline"
)

// Hash returns the hash of an id or a name, 0 for none. It is the same in every run: nothing that
// is decided may depend on chance.
func Hash(id string) uint64 { return nonzero(xxhash.Sum64String(id), len(id)) }

// HashOf returns the hash of a JSON string's value, 0 if it is none or empty.
func HashOf(v outline.Value) uint64 {
	b := v.Bytes()
	return nonzero(xxhash.Sum64(b), len(b))
}

// HashOfName is HashOf for the name of a tool. One of blanks is none.
func HashOfName(name outline.Value) uint64 {
	if len(bytes.TrimSpace(name.Bytes())) == 0 {
		return 0
	}
	return HashOf(name)
}

func nonzero(h uint64, length int) uint64 {
	switch {
	case length == 0:
		return 0
	case h == 0:
		return 1
	}
	return h
}

// CallOf returns what pairing knows of a call in a record, as if it had no result.
func CallOf(c *dialect.Call) Call {
	id := HashOf(c.ID)
	return Call{ID: id, Name: HashOfName(c.Name), Kind: c.Kind, NoID: c.NoID, Empty: id == 0 && !c.NoID}
}

// ResultOf returns what pairing knows of a result in a record, as if it were a real one.
func ResultOf(r *dialect.Result) Result {
	id := HashOf(r.ID)
	return Result{ID: id, Name: HashOfName(r.Name), Kind: r.Kind, NoID: r.NoID, Empty: id == 0 && !r.NoID}
}
