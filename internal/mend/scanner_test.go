package mend

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"trtools/pkg/transcript/outline"
)

// everything wants every array.
func everything([]string, int) bool { return true }

// scanAgrees checks that a Scanner sees a text as the outline does, read in one piece
// or byte by byte, and finds the elements of every array that begins the text.
func scanAgrees(t testing.TB, text []byte) {
	t.Helper()
	if len(text) == 0 || text[0] != '{' && text[0] != '[' {
		return // documents are containers
	}
	whole, single := Scanner{Wanted: everything}, Scanner{Wanted: everything}
	n, how := fed(&whole, text, len(text))
	want, wantHow := parse(text)
	if how == Wrong && whole.InString() && text[n] == '\n' {
		return // the outline leaves it to others
	}
	if uint8(how) != uint8(wantHow) || how == Done && n != want {
		t.Fatalf("%q: %d, %d, the outline says %d, %d", text, n, how, want, wantHow)
	}
	if i, at := fed(&single, text, 1); at != how || i != n || len(single.Lists) != len(whole.Lists) {
		t.Fatalf("%q: byte by byte %d at %d, %d at %d in one piece", text, at, i, how, n)
	}
	if how == Done {
		checkLists(t, text, whole.Lists)
	}
}

// checkLists compares lists with the arrays of the outline.
func checkLists(t testing.TB, text []byte, lists []*List) {
	t.Helper()
	var d outline.Doc
	if _, err := d.ParsePrefix(text); err != nil {
		t.Fatal(err)
	}
	for _, l := range lists {
		v := arrayAt(d.Root(), int(l.Open))
		start, end := v.Span()
		commas := max(0, v.Len()-1)
		if v.Kind() != outline.Array || int(l.Open) != start || int(l.Close) != end-1 || l.Commas.Len() != commas {
			t.Fatalf("%q: list %+v, array %d-%d of %d", text, *l, start, end, v.Len())
		}
		i := 0
		for el := range v.All() {
			if s, _ := el.Span(); i > 0 && (int(l.Commas.At(i-1)) >= s || bytes.TrimSpace(text[l.Commas.At(i-1)+1:s]) == nil && text[l.Commas.At(i-1)] != ',') {
				t.Fatalf("%q: comma %d of %+v", text, i, *l)
			}
			i++
		}
	}
}

// arrayAt returns the array that begins at a place.
func arrayAt(v outline.Value, at int) outline.Value {
	start, end := v.Span()
	if start == at && v.Kind() == outline.Array {
		return v
	}
	for el := range v.All() {
		if s, e := el.Span(); s <= at && at < e {
			return arrayAt(el, at)
		}
	}
	if start <= at && at < end {
		return outline.Value{}
	}
	return outline.Value{}
}

func TestScannerAgrees(t *testing.T) {
	for _, text := range slices.Concat(values, wrongs, []string{`[[1,2],[3,{"a":[4]}]]`, `{"a":{"b":[[],[1,"],["],{"c":[1,2]}]}}`, "[\n\"a\nb\"]"}) {
		for i := range len(text) + 1 {
			scanAgrees(t, []byte(text[:i]))
		}
	}
}

func FuzzScanner(f *testing.F) {
	for _, text := range slices.Concat(values, wrongs) {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) { scanAgrees(t, text) })
}

// A path has the names as they are written; nothing is asked about arrays that stand
// deep or behind other elements.
func TestPaths(t *testing.T) {
	var got []string
	s := Scanner{Wanted: func(path []string, inside int) bool {
		got = append(got, strings.Join(path, ".")+strings.Repeat("[]", inside))
		return true
	}}
	long := strings.Repeat("n", 41)
	text := `{"a":[[1],[2]],"b":{"c\"":[]},"d":[{"e":[[]]}],"` + long + `":[],"f":{"f":{"f":{"f":{"f":{"f":{"f":[]}}}}}},"s":"[","a":[1]}`
	if n, how := s.Feed([]byte(text)); how != Done || n != len(text) {
		t.Fatal(n, how)
	}
	want := []string{"a", "a[]", `a.` + laterElement, `b.c\"`, "d", "d." + firstElement + ".e", "d." + firstElement + ".e[]", "", "a"}
	if !slices.Equal(got, want) {
		t.Errorf("%q\nwant %q", got, want)
	}
}

// A path tells elements of the root, and a name is whole or missing however it is spelled
// and however the text comes.
func TestPathsOfElements(t *testing.T) {
	n40 := strings.Repeat("n", 40)
	for text, want := range map[string]string{
		`[[[1]],[2],{"a":[]}]`:     "|[]|[][]|" + laterElement + "|" + laterElement + ".a",
		`[{"a":[[]]}]`:             "|" + firstElement + ".a|" + firstElement + ".a[]",
		`{"` + n40 + `":[]}`:       n40,
		`{"` + n40 + `\"":[]}`:     "",
		`{"` + n40[2:] + `\"":[]}`: n40[2:] + `\"`,
		`{"` + n40[1:] + `\"":[]}`: "",
		`{"":[],"a":{"":[]}}`:      "|a.",
	} {
		for _, step := range []int{1, 7, len(text)} {
			var got []string
			s := Scanner{Wanted: func(path []string, inside int) bool {
				got = append(got, strings.Join(path, ".")+strings.Repeat("[]", inside))
				return true
			}}
			for b := range slices.Chunk([]byte(text), step) {
				s.Feed(b)
			}
			if strings.Join(got, "|") != want {
				t.Errorf("%s in steps of %d: %q, want %q", text, step, strings.Join(got, "|"), want)
			}
		}
	}
}

// A list tells how deep it stands, in which line, where the commas between its elements
// are, and whose first element it is.
func TestLists(t *testing.T) {
	text := "[\n[\n[1,2],\n3],{\"a\":[4\n,5,6]}\n]"
	s := Scanner{Wanted: everything}
	if n, how := s.Feed([]byte(text)); n != len(text) || how != Done || !s.IsArray() || s.At() != int64(n) {
		t.Fatal(n, how)
	}
	var got []string
	for i, l := range s.Lists {
		outer := slices.Index(s.Lists, l.Outer)
		l.Move(100)
		places := ""
		for k := range l.Commas.Len() {
			places += fmt.Sprintf(" %d in line %d", l.Commas.At(k), l.Lines.At(k))
		}
		got = append(got, fmt.Sprintf("%d: %d-%d, depth %d, line %d, in %d, commas%s", i, l.Open, l.Close, l.Depth, l.Line, outer, places))
	}
	want := []string{
		"0: 100-129, depth 0, line 0, in -1, commas 113 in line 3",
		"1: 102-112, depth 1, line 1, in 0, commas 109 in line 2",
		"2: 104-108, depth 2, line 2, in 1, commas 106 in line 2",
		"3: 119-126, depth 2, line 3, in -1, commas 122 in line 4 124 in line 4",
	}
	if !slices.Equal(got, want) {
		t.Errorf("%s\nwant %s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// A raw line break in a string ends the scan: no reader of JSON takes it.
func TestScannerStopsAtLineBreak(t *testing.T) {
	s := Scanner{Wanted: everything}
	if n, how := s.Feed([]byte("{\"a\":\"x\ny\"}")); n != 7 || how != Wrong || !s.InString() || s.At() != 7 {
		t.Error(n, how, s.At())
	}
}

// TestScannerFilter: the member that holds the messages is known however the text comes.
func TestScannerFilter(t *testing.T) {
	for text, want := range map[string]string{
		`{"x":[1],"messages":[],"input":[]}`: ".messages[]", `{"x":{"messages":[]}}`: ".", `[{"messages":[]}]`: ".[]", `{"messages":{}}`: ".",
	} {
		for _, step := range []int{1, 3, len(text)} {
			var s Scanner
			s.Wanted = everything
			for b := range slices.Chunk([]byte(text), step) {
				s.Feed(b)
			}
			if got := s.Filter(); got != want {
				t.Errorf("%s in steps of %d: %s, want %s", text, step, got, want)
			}
		}
	}
}
