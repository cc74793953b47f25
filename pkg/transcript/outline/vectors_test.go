package outline

import (
	"bufio"
	"encoding/json"
	"os"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"
)

// vector is one line of testdata/json.txt.
type vector struct{ class, name, want, text string }

func vectors(t testing.TB) (list []vector) {
	t.Helper()
	f, err := os.Open("testdata/json.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	seen := map[string]bool{}
	for lines := bufio.NewScanner(f); lines.Scan(); {
		if line := lines.Text(); line != "" && line[0] != '#' {
			v := parseVector(t, line)
			if seen[v.name] {
				t.Fatalf("%s is there twice", v.name)
			}
			seen[v.name] = true
			list = append(list, v)
		}
	}
	return list
}

func parseVector(t testing.TB, line string) vector {
	t.Helper()
	head, quoted, ok := strings.Cut(line, `"`)
	fields := strings.Fields(head)
	text, err := strconv.Unquote(`"` + quoted)
	if !ok || len(fields) != 3 || err != nil {
		t.Fatalf("no vector: %q, %v", line, err)
	}
	return vector{fields[0], fields[1], fields[2], text}
}

// expected returns the kinds that a vector's third word names.
func (v vector) expected(t *testing.T) (kinds Defects) {
	t.Helper()
	for _, word := range strings.Split(v.want, ",") {
		kind, ok := map[string]Defects{
			"sound": 0, "escape": InvalidEscape, "control": RawControl, "utf8": InvalidUTF8, "half": HalfPair,
		}[word]
		if !ok {
			t.Fatalf("%s: %q is no kind", v.name, word)
		}
		kinds |= kind
	}
	return kinds
}

func TestVectors(t *testing.T) {
	count := map[string]int{}
	for _, v := range vectors(t) {
		count[v.class]++
		raw := []byte(v.text)
		checkDefects(t, raw)
		var d Doc
		err := d.Parse(raw)
		if v.want == "refused" {
			if err == nil {
				t.Errorf("%s is accepted", v.name)
			}
		} else if err != nil || d.Defects() != v.expected(t) {
			t.Errorf("%s: %v, %v; want %s", v.name, err, d.Defects(), v.want)
		}
		strict := Strict(raw)
		if v.class == "y" && !strict || v.class == "n" && strict || strict != (json.Valid(raw) && utf8.Valid(raw)) {
			t.Errorf("%s is of class %s; Strict says %v, encoding/json %v", v.name, v.class, strict, json.Valid(raw))
		}
	}
	if count["y"] < 60 || count["n"] < 150 || count["i"] < 15 {
		t.Errorf("vectors by class: %v", count)
	}
}

// Every vector is seen the same way inside a record, behind text that fills the
// blocks that the scanner looks at.
func TestVectorsInside(t *testing.T) {
	for _, v := range vectors(t) {
		for _, before := range []string{``, `"message":{"content":"é"},`, `"a":"` + strings.Repeat(`x\n`, 40) + `",`} {
			raw := []byte(`{` + before + `"b":` + v.text + `,"c":"d"}`)
			checkDefects(t, raw)
		}
	}
}
