package classify

import (
	_ "embed"
	"iter"
	"strings"
)

// Searching a text for a literal is far cheaper than matching a pattern. A pattern is
// therefore only matched if one of its keys occurs in the text. The keys are derived from
// the pattern, so that every alternative of it contains one.

// keysTable has a line for each row of a table, in the order of the rows: the table and the
// row's name, a tab, and the keys with tabs between them, spelled by keySpelling. Deriving all
// of them takes longer than most inputs do; a test derives them and compares.
//
//go:embed keys.tsv
var keysTable string

// keySpelling spells what a line of keysTable cannot hold, and keyReading reads it.
var (
	keySpelling = strings.NewReplacer(`\`, `\\`, "\t", `\t`, "\r", `\r`, "\f", `\f`, "\v", `\v`)
	keyReading  = strings.NewReplacer(`\\`, `\`, `\t`, "\t", `\r`, "\r", `\f`, "\f", `\v`, "\v")
)

// keyList holds keys as a line of keysTable has them.
type keyList string

// keysOf returns a list of keys.
func keysOf(keys ...string) keyList {
	spelled := make([]string, len(keys))
	for i, key := range keys {
		spelled[i] = keySpelling.Replace(key)
	}
	return keyList(strings.Join(spelled, "\t"))
}

// all yields the keys.
func (l keyList) all() iter.Seq[string] {
	return func(yield func(string) bool) {
		for rest := string(l); rest != ""; {
			key, behind, _ := strings.Cut(rest, "\t")
			if strings.Contains(key, `\`) {
				key = keyReading.Replace(key)
			}
			if !yield(key) {
				return
			}
			rest = behind
		}
	}
}

// stands reports whether one of the keys stands in a text.
func (l keyList) stands(text string) bool {
	for key := range l.all() {
		if strings.Contains(text, key) {
			return true
		}
	}
	return false
}

// keyReader reads the keys of a table, row by row. To read all of them into a map takes longer
// than to judge a text with what was read.
type keyReader struct {
	table string
	rest  string // of keysTable, where the next row is expected
}

// of returns the keys of a row, none if it has none.
func (r *keyReader) of(row string) keyList {
	head := len(r.table) + len(" ") + len(row) + len("\t")
	if !r.isNext(row) {
		i := strings.Index(keysTable, "\n"+r.table+" "+row+"\t")
		if i < 0 {
			return ""
		}
		r.rest = keysTable[i+1:]
	}
	keys, rest, _ := strings.Cut(r.rest[head:], "\n")
	r.rest = rest
	return keyList(keys)
}

// isNext reports whether the rest begins with a row.
func (r *keyReader) isNext(row string) bool {
	rest, isTable := strings.CutPrefix(r.rest, r.table)
	rest, isSpace := strings.CutPrefix(rest, " ")
	rest, isRow := strings.CutPrefix(rest, row)
	return isTable && isSpace && isRow && strings.HasPrefix(rest, "\t")
}
