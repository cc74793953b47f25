package refusal

import (
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"trtools/internal/dialect"
)

// The names in rows.tsv are known, each finder is asked by a row, and a row that tells a text
// tells the one that its repair writes.
func TestRows(t *testing.T) {
	texts := map[string]string{
		"unusable": NoImage, "imageInError": NoErrorImage, "imageOfModel": NoModelImage, "imageOfItem": NoModelImage, "imageOfTool": NoToolImage,
		"noPDF": NoDocument, "emptyMessage": dialect.NoContent, "blankTextInside": NoOutput, "emptyErrors": NoOutput,
	}
	bracketed := regexp.MustCompile(`\[.*\]`)
	asked := map[string]bool{}
	for line := range strings.Lines(rowsTable) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		c := strings.Split(line, "\t")
		asked[c[0]] = true
		for api := range strings.FieldsSeq(c[2]) {
			if api != "every" && !slices.Contains(names, api) {
				t.Errorf("%s, %s: no API %s", c[0], c[5], api)
			}
		}
		if told := bracketed.FindString(c[8]); told != texts[c[0]] {
			t.Errorf("%s, %s: the repair tells %q and writes %q", c[0], c[5], told, texts[c[0]])
		}
	}
	known := slices.Sorted(maps.Keys(finders()))
	if got := slices.Sorted(maps.Keys(asked)); !slices.Equal(got, known) {
		t.Errorf("finders of rows: %q\nthose that are known: %q", got, known)
	}
}
