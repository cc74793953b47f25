package classify

import "strings"

// Searching a text for a literal is far cheaper than matching a pattern. A pattern is
// therefore only matched if one of its keys occurs in the text. The keys are derived from
// the pattern, so that every alternative of it contains one.

// derived returns the keys of a row of a table, nil if it has none. They stand in
// keys_table.go, since deriving all of them takes longer than most inputs do; a test
// derives them and compares.
func derived(table, row string) []string {
	keys := derivedKeys()[table+" "+row]
	if keys == "" {
		return nil
	}
	return strings.Split(keys, "\n")
}
