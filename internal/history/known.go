package history

import (
	"slices"

	"trtools/internal/dialect"
	"trtools/internal/packed"
)

// Known is what an Index knows of the formats of its records, in a few bytes a record.
type Known struct {
	refs    packed.Ascending
	formats []dialect.Format
	numbers []byte // of the records' formats, if there are several
}

// Known returns the formats of the records, for whoever asks for them when the index is not
// held any more.
func (x *Index) Known() *Known {
	k := &Known{formats: slices.Clone(x.formats)}
	for i := range uint32(x.Len()) {
		n := x.Node(i)
		if n.Is(Inner) {
			continue
		}
		k.refs.Add(n.Ref())
		if len(x.formats) > 1 {
			k.numbers = append(k.numbers, byte(n.format()))
		}
	}
	return k
}

// Seen returns the format of the record with a reference, nil if the index did not hold it.
func (k *Known) Seen(ref int64) dialect.Format {
	i := k.refs.Search(ref)
	switch {
	case i == k.refs.Len() || k.refs.At(i) != ref:
		return nil
	case k.numbers == nil:
		return k.formats[0]
	}
	return k.formats[k.numbers[i]]
}
