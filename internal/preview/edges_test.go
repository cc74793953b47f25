package preview

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
)

// The rest of a text that an earlier cut counted in tokens is as dense as what that cut
// took, whatever the next one would count with.
func TestCutAgainWithItsDensity(t *testing.T) {
	text := strings.Repeat("some words of a line\n", 400)
	once, ok := BodyOf(quote(text), "").Cut(Limit{Cap: 3000, Head: 2000, Tail: 500, Tokens: true, Density: 0.5}, "")
	if !ok {
		t.Fatal("not cut")
	}
	for _, density := range []float64{0, 0.25, 2} {
		again, ok := BodyOf(once.Raw, "").Cut(Limit{Cap: 1000, Head: 600, Tail: 200, Density: density}, "")
		e, found := findMarker(NewJSONString(orNone(again.Raw)).Bytes())
		if !ok || !found || !e.withTokens || e.density < 0.49 || e.density > 0.51 {
			t.Errorf("with %v: %v, %.3f tokens a char: %s", density, ok, e.density, again.Raw)
		}
	}
}

// What says where the whole text is stands near an end of it.
func TestNearAnEnd(t *testing.T) {
	const words = "Full output: "
	body := strings.Repeat("x", 2000)
	pad := func(n int) string { return strings.Repeat("x", n-len(words)-1) + "\n" }
	for text, want := range map[string]string{
		pad(598) + words + "/p\n" + body: "/p", pad(600) + words + "/p\n" + body: "/p", pad(601) + words + "/p\n" + body: "",
		body + "\n" + words + "/p\n" + strings.Repeat("y", 600-len(words)-4): "/p", body + "\n" + words + "/p\n" + strings.Repeat("y", 600-len(words)-3): "",
		pad(590) + words + "/a/long/path\n" + body: "/a/long/path", // not the part of it that is near
		"": "",
	} {
		if got := Read(NewJSONString(quote(text))).pathOfFullText(); got != want {
			t.Errorf("%.20q... of %d bytes: %q, want %q", text, len(text), got, want)
		}
	}
}

// Flags are pairs from where a row of them begins, however far before the cut that is.
func TestTailOfFlags(t *testing.T) {
	for _, first := range []string{"", "x"} {
		raw := quote(first + strings.Repeat("🇩", 6000))
		for tail := range 40 {
			limit := Limit{Cap: 2000, Head: 100, Tail: 300 + tail}
			part, all := Read(NewJSONString(raw)), Read(NewJSONString(raw))
			all.text.Bytes()
			got, _ := part.Cut(limit, "")
			if want, ok := all.Cut(limit, ""); !ok || !bytes.Equal(got.Raw, want.Raw) {
				t.Fatalf("%+v: %d chars, want %d: %v", limit, got.Size, want.Size, ok)
			}
		}
	}
}

// A virama joins the consonants on both sides of it, in each of the scripts that have such.
func TestViramas(t *testing.T) {
	for _, first := range []rune{0x0915, 0x0995, 0x0a95, 0x0b15, 0x0c15, 0x0d15} {
		cluster := fmt.Sprintf("%c%c%c", first, first+0x38, first+1) // ka, virama, kha
		if got := clusterBefore([]byte(cluster), len(cluster)-1); got != 0 {
			t.Errorf("%+q has a border at %d", cluster, got)
		}
	}
}

// What has two kinds of signs of a script needs fewer of each.
func TestScriptsByBothSigns(t *testing.T) {
	kindsOf(t, map[Type][]string{
		JSX:        {"import A from \"a\"\ninterface P {\n}\nreturn (\n<div>\n</div>\n)\n"},
		TypeScript: {"const a = 1\ninterface B {\n  c: string\n}\n", "const a = 1\nlet d = 2\ninterface B {\n  c: string\n}\n"},
		Plain:      {"interface B {\n  c: string\n}\n", "const a = 1\n", "const a = 1\nlet d = 2\n"},
	})
}

// A marker is found however little stands before it.
func TestMarkerBehindAShortHead(t *testing.T) {
	mark := Facts{Chars: 28000, Lines: 450, Type: Go, Path: "/t/x"}.Marker(25500, 0)
	for head := range 60 {
		text := strings.Repeat("h", head) + mark + strings.Repeat("t", 2500-head)
		if e, ok := findMarker([]byte(text)); !ok || e.from != head || e.to != head+len(mark) || e.facts.Chars != 28000 {
			t.Errorf("behind %d chars: %+v, %v", head, e, ok)
		}
	}
}

// A text that is a member of another text gives way inside that, if all of it gets shorter.
func TestMemberGivesWay(t *testing.T) {
	outer := func(text string) []byte { return quote(`{"n":1,"output":` + string(quote(text)) + `,"z":"é"}`) }
	for _, c := range []struct {
		text, with string
		ok         bool
	}{{"abc", "ab", true}, {"abc", "abc", false}, {"ab", "\n", false}, {"abcd", "\n", true}, {"a\nb", "xy", true}, {"", "", false}} {
		got, ok := BodyOf(outer(c.text), "output").ReplaceWith(c.with)
		if ok != c.ok || ok && !bytes.Equal(got.Raw, outer(c.with)) {
			t.Errorf("%q by %q: %v, %s", c.text, c.with, ok, got.Raw)
		}
	}
}
