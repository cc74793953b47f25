package classify

import (
	"flag"
	"fmt"
	"os"
	"slices"
	"strconv"
	"testing"
)

var update = flag.Bool("update", false, "write keys.tsv and weights.tsv")

// keyRow is a row of a table that may have keys.
type keyRow struct{ table, name, pattern string }

// keyRows returns the rows of all tables, in their order.
func keyRows() (all []keyRow) {
	for _, r := range slices.Concat(known(), vague(), generic()) {
		all = append(all, keyRow{"rule", r.Name, r.Pattern})
	}
	for _, v := range vetoes {
		all = append(all, keyRow{"veto", v.Name, "(?m)" + v.Pattern})
	}
	for _, c := range cueTable {
		all = append(all, keyRow{"cue", c.Name, c.Pattern})
	}
	for i, row := range figureTable {
		all = append(all, keyRow{"figure", strconv.Itoa(i), figurePattern(row.pattern)})
	}
	return all
}

// keys derives the keys of a row.
func (r keyRow) keys() keyList {
	d := ofRules
	if r.table == "veto" || r.table == "cue" {
		d = ofSigns
	}
	return keysOf(d.keysOf(expand(r.pattern))...)
}

// The keys that are written down are those of the patterns, in the order of the rows: a key
// that a pattern has lost would keep its rule from ever being tried.
func TestKeysAreThoseOfThePatterns(t *testing.T) {
	b := []byte(keysHead)
	for _, r := range keyRows() {
		b = fmt.Appendf(b, "%s %s\t%s\n", r.table, r.name, r.keys())
	}
	if *update {
		if err := os.WriteFile("keys.tsv", b, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if string(b) != keysTable {
		t.Error("the patterns have other keys; run go test -run Keys -update")
	}
}

const keysHead = "# The keys of each row, derived from its pattern: go test -run Keys -update\n"

// Whoever reads the rows in their order, or begins at any of them, is given the keys of each.
func TestKeyReader(t *testing.T) {
	readers := map[string]*keyReader{}
	for _, r := range keyRows() {
		if readers[r.table] == nil {
			readers[r.table] = &keyReader{table: r.table}
		}
		read, first := readers[r.table], keyReader{table: r.table}
		if begun := read.rest != ""; begun && !read.isNext(r.name) {
			t.Errorf("%s %s: is looked for, and does not come next", r.table, r.name)
		}
		if want := r.keys(); read.of(r.name) != want || first.of(r.name) != want {
			t.Errorf("%s %s: other keys", r.table, r.name)
		}
	}
	lost := keyReader{table: "rule"}
	if got := lost.of("no such row") + lost.of(known()[0].Name); got != keyRows()[0].keys() {
		t.Errorf("keys %q behind a row that there is not", got)
	}
}

// Names of rows are keys of a table, so two vetoes must not share one.
func TestVetoesHaveNamesOfTheirOwn(t *testing.T) {
	seen := map[string]bool{}
	for _, v := range vetoes {
		if seen[v.Name] {
			t.Errorf("%s: name used twice", v.Name)
		}
		seen[v.Name] = true
	}
}

// What a row of the file spells is read as it was.
func TestKeysAreSpelled(t *testing.T) {
	const key = "a\\t\\\tb\r\f\v\\"
	if got := keyReading.Replace(keySpelling.Replace(key)); got != key {
		t.Errorf("%q, want %q", got, key)
	}
}
