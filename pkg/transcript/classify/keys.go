package classify

import (
	_ "embed"
	"strings"
	"sync"
)

// Searching a text for a literal is far cheaper than matching a pattern. A pattern is
// therefore only matched if one of its keys occurs in the text. The keys are derived from
// the pattern, so that every alternative of it contains one.

// keysTable has a line for each row of a table that has keys: the table and the row's name,
// a tab, and the keys with tabs between them, spelled by keySpelling. Deriving all of them
// takes longer than most inputs do; a test derives them and compares.
//
//go:embed keys.tsv
var keysTable string

// keySpelling spells what a line of keysTable cannot hold, and keyReading reads it.
var (
	keySpelling = strings.NewReplacer(`\`, `\\`, "\t", `\t`, "\r", `\r`, "\f", `\f`, "\v", `\v`)
	keyReading  = strings.NewReplacer(`\\`, `\`, `\t`, "\t", `\r`, "\r", `\f`, "\f", `\v`, "\v")
)

// derivedKeys returns the keys of each row of keysTable, as they stand there.
var derivedKeys = sync.OnceValue(func() map[string]string {
	all := map[string]string{}
	for line := range strings.Lines(keysTable) {
		name, keys, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		all[name] = keys
	}
	return all
})

// derived returns the keys of a row of a table, nil if it has none.
func derived(table, row string) []string {
	keys := derivedKeys()[table+" "+row]
	if keys == "" {
		return nil
	}
	list := strings.Split(keys, "\t")
	for i, key := range list {
		if strings.Contains(key, `\`) {
			list[i] = keyReading.Replace(key)
		}
	}
	return list
}
