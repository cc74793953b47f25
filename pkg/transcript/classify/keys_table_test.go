package classify

import (
	"flag"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write keys.tsv and weights.tsv")

// patternsOfTables returns the pattern of every row that has keys, by the row's name.
func patternsOfTables() map[string]string {
	all := map[string]string{}
	for _, r := range rules() {
		all["rule "+r.Name] = r.Pattern
	}
	for _, r := range slices.Concat(plainSentences(), otherSentences()) { // its key is a part of itself
		delete(all, "rule "+r.Name)
	}
	for _, v := range vetoes {
		all["veto "+v.Name] = "(?m)" + v.Pattern
	}
	for _, c := range cueTable {
		all["cue "+c.Name] = c.Pattern
	}
	for i, row := range figureTable {
		all["figure "+strconv.Itoa(i)] = figurePattern(row.pattern)
	}
	return all
}

// The keys that are written down are those of the patterns: a key that a pattern has lost
// would keep its rule from ever being tried.
func TestKeysAreThoseOfThePatterns(t *testing.T) {
	want := map[string]string{}
	for name, pattern := range patternsOfTables() {
		d := ofRules
		if table, _, _ := strings.Cut(name, " "); table == "veto" || table == "cue" {
			d = ofSigns
		}
		if keys := strings.Join(d.keysOf(expand(pattern)), "\n"); keys != "" {
			want[name] = strings.ReplaceAll(keySpelling.Replace(keys), "\n", "\t")
		}
	}
	if *update {
		writeKeys(t, want)
		return
	}
	for name := range maps.Keys(want) {
		if derivedKeys()[name] != want[name] {
			t.Errorf("%s: keys %q, the pattern has %q; run go test -run Keys -update", name, derivedKeys()[name], want[name])
		}
	}
	for name := range derivedKeys() {
		if want[name] == "" {
			t.Errorf("%s: keys of a row that has none; run go test -run Keys -update", name)
		}
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

func writeKeys(t *testing.T, all map[string]string) {
	t.Helper()
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(all)) {
		b.WriteString(name + "\t" + all[name] + "\n")
	}
	if err := os.WriteFile("keys.tsv", []byte(b.String()), 0o644); err != nil {
		t.Fatal(err)
	}
}

// What a row of the file spells is read as it was.
func TestKeysAreSpelled(t *testing.T) {
	const key = "a\\t\\\tb\r\f\v\\"
	if got := keyReading.Replace(keySpelling.Replace(key)); got != key {
		t.Errorf("%q, want %q", got, key)
	}
}
