package classify

import (
	"strings"
	"testing"
)

// marked unwraps a text and returns the place between its marks « and ».
func marked(t *testing.T, text string) (*view, place) {
	t.Helper()
	before, rest, _ := strings.Cut(text, "«")
	at, behind, ok := strings.Cut(rest, "»")
	if !ok {
		t.Fatalf("no marks in %.80q", text)
	}
	vw := newView(before+at+behind, false)
	from := len(newView(before+"x", false).low) - 1
	if !strings.HasPrefix(vw.low[from:], lower(at)) {
		t.Fatalf("%.80q stands elsewhere", text)
	}
	return vw, vw.place(from, from+len(at))
}

func lines(n int) string { return strings.Repeat("x1\n", n) }

// What a document looks like is looked for in so many lines before and behind a place.
func TestReachOfDocuments(t *testing.T) {
	const diff, statement, place = "@@ -1,2 +1,2 @@\n", "select a from b\n", "«too long»\n"
	for _, c := range []struct{ name, text, want string }{
		{"six before", diff + lines(5) + place, "diff"}, {"seven before", diff + lines(6) + place, ""},
		{"four behind", place + lines(3) + diff, "diff"}, {"five behind", place + lines(4) + diff, ""},
		{"the first of thirty", statement + lines(28) + place, "statement"}, {"the thirtieth line", statement + lines(29) + place, ""},
		{"no statement", "x\n" + statement + place, ""}, {"in the first line", "select a from b where c = «too long»", "statement"},
		{"nothing", lines(3) + place, ""},
	} {
		vw, p := marked(t, c.text)
		if got := vw.document(p); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
		if got := vw.document(p); got != c.want {
			t.Errorf("%s, asked again: %q", c.name, got)
		}
	}
}

// Running prose has four long sentences at least, in twelve lines on either side, and no
// sign of an error beside the place.
func TestProse(t *testing.T) {
	const sentence = "the people who wrote all of this had a very long day.\n"
	sentences := func(n int) string { return strings.Repeat(sentence, n) }
	pad := strings.Repeat("y", 400) + "\n"
	for _, c := range []struct {
		name, text string
		want       bool
	}{
		{"four", pad + sentences(4) + "«too long»", true}, {"three", pad + sentences(3) + "«too long»", false}, {"short", sentences(4) + "«too long»", false},
		{"at both sides", pad + sentences(2) + "«too long»\n" + sentences(2), true},
		{"twelve before", pad + sentences(4) + pad + lines(7) + "«too long»", true}, {"thirteen before", pad + sentences(4) + pad + lines(8) + "«too long»", false},
		{"twelve behind", "«too long»\n" + pad + lines(7) + sentences(4), true}, {"thirteen behind", "«too long»\n" + pad + lines(8) + sentences(4), false},
		{"an error", pad + sentences(4) + "error: «too long»", false},
		{"in one line", pad + strings.Repeat("it was the day on which all of them had come late. ", 8) + "\n«too long»", true},
	} {
		vw, p := marked(t, c.text)
		if got := vw.inProse(p); got != c.want {
			t.Errorf("%s: %t", c.name, got)
		}
	}
}

// The sentence in front of a place begins behind the last full stop, or 120 bytes before.
func TestLead(t *testing.T) {
	long := strings.Repeat("word ", 23)
	for s, want := range map[string]string{
		"": "", "a b": "a b", "one. two": "two", "one! two? three": "three", "one\ntwo": "two", "一。二": "二", "see e.g. this": "see e.g. this", "one. see i.e. this": "see i.e. this",
		"stop. " + long[:113]: long[:113], long + "12345": long + "12345", "x" + long + "12345": long + "12345", "v1.2 is": "v1.2 is",
	} {
		if got := lead(s); got != want {
			t.Errorf("%q: %q, want %q", s, got, want)
		}
	}
}

// A word is taken as a whole.
func TestWordEnd(t *testing.T) {
	for at, want := range map[int]int{0: 0, 1: 3, 2: 3, 3: 3, 4: 4, 5: 8, 8: 8} {
		if got := wordEnd("abc d_e4", at); got != want {
			t.Errorf("%d: %d, want %d", at, got, want)
		}
	}
}

// Where a cause is told, the rule counts; in a condition it does not.
func TestSubordinate(t *testing.T) {
	for _, c := range []struct {
		text     string
		class    Class
		strength Strength
		stops    bool
	}{
		{"if the «prompt is too long»", ContextOverflow, Exact, true}, {"if the «prompt is too long»", ContextOverflow, Loose, true}, {"if the «prompt is too long»", ContextOverflow, Bare, false},
		{"if the «prompt is too long»", Auth, Exact, false}, {"if the «prompt is too long»", Auth, Loose, true}, {"if the «prompt is too long»", InvalidMaxTokens, Exact, true},
		{"the «prompt is too long»", ContextOverflow, Exact, false}, {"failed if the «prompt is too long»", ContextOverflow, Exact, false},
		{"if this: the «prompt is too long»", ContextOverflow, Exact, false}, {"failed: if the «prompt is too long»", ContextOverflow, Exact, true},
		{`{"if":"«prompt is too long»`, ContextOverflow, Exact, false}, {"if so. the «prompt is too long»", ContextOverflow, Exact, false},
	} {
		vw, p := marked(t, c.text)
		if got := vw.subordinate(p, &Rule{Class: c.class, Strength: c.strength}); (got != "") != c.stops {
			t.Errorf("%s, %s, %s: %q", c.text, c.class, c.strength, got)
		}
	}
}

// The name of an error is one where it is stated, and a word where it is mentioned.
func TestNamesInSentences(t *testing.T) {
	for text, stops := range map[string]bool{
		"we map the «rate_limit_error» to this": true, "we map the «rate limit»": false, "it got the «rate_limit_error»": false, "error: «rate_limit_error»": false,
		"the type: «rate_limit_error»": false, "the kind = «rate_limit_error»": false, "handling of known «rate_limit_error»": true, "known «rate_limit_error»": false, "for it: an «rate_limit_error»": true,
	} {
		vw, p := marked(t, text)
		if got := vw.named(p); (got != "") != stops {
			t.Errorf("%s: %q", text, got)
		}
	}
}

// A log of what is fine says so where its line begins.
func TestQuietLines(t *testing.T) {
	level := "level=info"
	for text, stops := range map[string]bool{
		"INFO «too long»": true, "[debug] «too long»": true, "INFO request failed: «too long»": false, "ERROR «too long»": false, "INFO 413 «too long»": false,
		strings.Repeat("x", 109) + " " + level + " «too long»": true, strings.Repeat("x", 110) + " " + level + " «too long»": false, "INFO\n«too long»": false,
	} {
		vw, p := marked(t, text)
		if got := vw.quiet(p); (got != "") != stops {
			t.Errorf("%s: %q", text, got)
		}
	}
}

// The passage of a place is its paragraph, if that has up to 400 bytes, and otherwise its
// line with those that a terminal has wrapped it over, eight on either side.
func TestLongPassages(t *testing.T) {
	front := strings.Repeat("z", 900) + "\n\n"
	wrapped := make([]string, 24)
	for i := range wrapped {
		wrapped[i] = strings.Repeat("w", 49) + string(rune('a'+i))
	}
	block := func(at int) string {
		all := append([]string(nil), wrapped...)
		all[at] = "«" + all[at] + "»"
		return strings.Join(all, "\n")
	}
	joined := func(from, to int) string { return strings.Join(wrapped[from:to], " ") }
	fill := func(n int) string { return "A" + strings.Repeat("b", n-1) }
	for _, c := range []struct{ name, text, want string }{
		{"400 with what is before", front + fill(397) + "\n«12»", lower(fill(397)) + " 12"}, {"401 with what is before", front + fill(398) + "\n«12»", "12"},
		{"400 with what is behind", front + "«End»\n" + fill(396), "end " + lower(fill(396))}, {"401 with what is behind", front + "«End»\n" + fill(397), "end"},
		{"the paragraph ends", front + "One\n«two»\nthree\n\n" + front, "one two three"},
		{"wrapped", front + block(12), joined(4, 21)}, {"wrapped, at the beginning", front + block(0), joined(0, 9)}, {"wrapped, at the end", front + block(23), joined(15, 24)},
	} {
		vw, p := marked(t, c.text)
		if got := strings.TrimSpace(vw.low[p.unit.from:p.unit.to]); got != c.want {
			t.Errorf("%s: %.90q, want %.90q", c.name, got, c.want)
		}
	}
}

// A line goes on in the next one if it is of a screen's width and the next one begins
// inside a sentence.
func TestWrappedLines(t *testing.T) {
	wide := strings.Repeat("w", 40)
	for text, want := range map[string]bool{
		wide + "\nand so on": true, wide[1:] + "\nand so on": false, wide + "\nAnd so on": true, wide + "\n12": false, wide + "\n  12": true, wide + "\n│ and": true, wide + "\n> zero": true, wide + "\nzero": true,
		wide + ".\nand so on": false, wide + ". \nand so on": false, wide + "\n\n": false, wide + "\n  ": false, wide + "\n{": false, wide + "\n`": false,
		wide + " of the\n\"Prompt\"": true, wide + ", or\n12": true, wide + " of then\n12": false, wide + " of the.\n12": false, wide + "a\n12": false,
	} {
		if got := newView(text, false).continues(0); got != want {
			t.Errorf("%q: %t", text, got)
		}
	}
}

// What is judged together with a place: three lines before it and one behind, and of long
// ones 700 bytes before and 300 behind.
func TestAround(t *testing.T) {
	x := func(n int) string { return strings.Repeat("x", n) }
	for _, c := range []struct{ name, text, want string }{
		{"lines", "a\nb\nc\nd\n«e»\nf\ng", "b c d e f "}, {"the first", "«a»\nb\nc", "a b "}, {"the last", "a\nb\n«c»", "a b c"}, {"one", "«a»", "a"},
		{"long", x(900) + "«a»" + x(900), x(700) + "a" + x(300)}, {"in words", "some «a» more", "some a more"},
	} {
		vw, p := marked(t, c.text)
		if got := vw.around(p); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// Lines near a place are cut behind 600 bytes; its own has its beginning and what stands
// around the place, if it has more than 700.
func TestLongLines(t *testing.T) {
	x := func(n int) string { return strings.Repeat("x", n) }
	vw, p := marked(t, x(601)+"\nb\n«c»\nd\n"+x(600)+"\nf")
	if got := vw.near(p, 2, 2); got != x(600)+"\nb\nc\nd\n"+x(600)+"\n" {
		t.Errorf("near: %q", got)
	}
	if got := vw.near(p, 9, 9); strings.Count(got, "\n") != 6 {
		t.Errorf("all lines: %q", got)
	}
	if got := vw.near(p, 1, 0); got != "b\nc\n" {
		t.Errorf("one before: %q", got)
	}
	for _, c := range []struct{ name, text, want string }{
		{"700", x(399) + "«a»" + x(300), x(399) + "a" + x(300)},
		{"701", "b" + x(399) + "«a»" + x(300), "b" + x(149) + x(200) + "a" + x(200)},
		{"at the beginning", "b" + x(299) + "«a»" + x(600), "b" + x(99) + x(200) + "a" + x(200)},
		{"at the end", "b" + x(800) + "«a»cd", "b" + x(149) + x(200) + "acd"},
		{"of several", "other\n" + "b" + x(800) + "«a»cd\nother", "b" + x(149) + x(200) + "acd "},
	} {
		vw, p := marked(t, c.text)
		if got := vw.ownLine(p); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// The sentence of a place ends with its full stop, or with its passage.
func TestSentence(t *testing.T) {
	for text, want := range map[string]string{
		"«a»": "a", "One. Two «a» three. Four": "two a three", "One «a» two": "one a two", "One «a.» Two": "one a. two", "One: «a» v1.2! Two": "one: a v1.2",
		"One «a»\n\nTwo": "one a ", "一。二«a»三。四": "二a三", strings.Repeat("Long line of it", 40) + "\nOne. «a» two\n" + strings.Repeat("Long line of it", 40): "a two ",
	} {
		vw, p := marked(t, text)
		s := vw.sentence(p)
		if got := vw.low[s.from:s.to]; got != want {
			t.Errorf("%.90q: %q, want %q", text, got, want)
		}
	}
}
