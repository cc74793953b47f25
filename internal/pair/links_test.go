package pair_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"trtools/internal/pair"
	"trtools/internal/transcripttest"

	"pgregory.net/rapid"
)

// eachLinked runs a test in the dialects whose records name their parent.
func eachLinked(t *testing.T, check func(*rapid.T, transcripttest.Dialect)) {
	for _, d := range transcripttest.All() {
		if d.Linked {
			t.Run(d.Name, rapid.MakeCheck(func(t *rapid.T) { check(t, d) }))
		}
	}
}

// A lost result record breaks the chain of links: what is put in joins it again,
// so that every reader gets to the first message.
func TestLostResultIsReached(t *testing.T) {
	eachLinked(t, func(t *rapid.T, d transcripttest.Dialect) {
		ev := transcripttest.Conversation(d).Draw(t, "conversation")
		lines := transcripttest.LineDamages[0].Apply(d.Render(ev), transcripttest.Picker(t))
		s := sample{events: ev, data: transcripttest.Join(lines)}
		s.expect()
		o := run(t, pair.Options{}, s.data)
		if err := transcripttest.Check(d, o.out); err != nil {
			t.Fatalf("%v\ninput:\n%s\noutput:\n%s", err, s.data, o.out)
		}
		if err := transcripttest.CheckUsers(d, o.out, s.users); err != nil {
			t.Fatalf("%v\ninput:\n%s\noutput:\n%s", err, s.data, o.out)
		}
	})
}

// A record that is neither call nor result may be lost as well.
func TestLostNoteIsBridged(t *testing.T) {
	eachLinked(t, func(t *rapid.T, d transcripttest.Dialect) {
		ev := transcripttest.Conversation(d).Draw(t, "conversation")
		lines := transcripttest.LineDamages[2].Apply(d.Render(ev), transcripttest.Picker(t))
		s := sample{events: ev, data: transcripttest.Join(lines)}
		s.expect()
		o := run(t, pair.Options{}, s.data)
		if err := transcripttest.CheckUsers(d, o.out, s.users); err != nil {
			t.Fatalf("%v\ninput:\n%s\noutput:\n%s", err, s.data, o.out)
		}
	})
}

// What hung on a result that goes hangs on the one that stays for the same call, where that
// one stands beside the path.
func TestTheResultThatStaysIsOnThePath(t *testing.T) {
	d := transcripttest.Named("claude-fan")
	data := d.Bytes("U A[x] R(x) S(x) F")
	o := run(t, pair.Options{}, data)
	lines := strings.Split(string(o.out), "\n")
	id := regexp.MustCompile(`"uuid":("[^"]*")`).FindStringSubmatch(lines[2])
	if got := transcripttest.Notation(d, o.out); got != "U A[x] R(x) F" || id == nil || !strings.Contains(lines[3], `"parentUuid":`+id[1]) {
		t.Errorf("%s\n%s", got, o.out)
	}
}

// Of two results of one call that hang on it, the one beside the path does no harm and
// stays, unless it is a stand-in for the real one on the path; of two on the path the second
// goes.
func TestTwoResultsOfOneCall(t *testing.T) {
	for story, want := range map[string][]string{
		"U A[x] R(x) @2 R(x) F": {},
		"U A[x] S(x) @2 S(x) F": {},
		"U A[x] S(x) @2 R(x) F": {"was inserted for a lost result, and the real one is in the file"},
		"U A[x] R(x) @2 S(x) F": {"is linked to another record, because those before it change", "second result of one call", "is linked to another record, because those before it change"},
	} {
		for _, name := range []string{"claude-fan", "claude-serial", "pi"} {
			d := transcripttest.Named(name)
			o := run(t, pair.Options{}, d.Bytes(story))
			said := []string{}
			for _, f := range o.findings {
				why, _, _ := strings.Cut(f.Message, ": ")
				said = append(said, why)
			}
			real := strings.Contains(story, "R")
			if got := transcripttest.Notation(d, o.out); !slices.Equal(said, want) || strings.Contains(got, "R(x)") != real || strings.Contains(got, "S(x)") == real {
				t.Errorf("%s, %s: %s%s", name, story, got, findingLines(o))
			}
		}
	}
	o := run(t, pair.Options{}, transcripttest.Named("claude-serial").Bytes("U A[x] R(x) R(x) F"))
	if len(o.findings) != 2 || o.findings[0].Line != 4 || o.findings[0].Code != "duplicate-result" {
		t.Errorf("two on the path:%s", findingLines(o))
	}
}

// A removed record's children point to its parent.
func TestRemovedOrphanIsBridged(t *testing.T) {
	for _, name := range []string{"claude-serial", "claude-fan", "pi"} {
		d := transcripttest.Named(name)
		o := run(t, pair.Options{}, d.Bytes("U A[x] R(x) R(y) F U F"))
		if got := transcripttest.Notation(d, o.out); got != "U A[x] R(x) F U F" {
			t.Errorf("%s: %s\n%s", name, got, o.out)
		}
		if err := transcripttest.CheckUsers(d, o.out, []int{1, 2}); err != nil {
			t.Error(err)
		}
	}
}

// The result at the tail is the leaf: of the newest reader by its place, of the
// older ones by its time.
func TestTailIsTheLeaf(t *testing.T) {
	for _, name := range []string{"claude-serial", "claude-fan", "pi"} {
		for _, text := range []string{"U A[x]", "U A[x,y] R(x)", "U A[x] M M M M M", "U A[x,y]"} {
			d := transcripttest.Named(name)
			o := run(t, pair.Options{}, d.Bytes(text))
			if err := transcripttest.Check(d, o.out); err != nil {
				t.Errorf("%s: %v\n%s", text, err, o.out)
			}
		}
	}
}

// P2, to the letter: every line that changes has a finding of its own.
func TestChangedLinesAreNamed(t *testing.T) {
	for _, name := range []string{"claude-serial", "pi", "anthropic"} {
		d := transcripttest.Named(name)
		for _, text := range []string{"U A[x] F", "U R(y) F", "U A[x] U F"} {
			data := d.Bytes(text)
			o := run(t, pair.Options{}, data)
			offset := int64(0)
			for _, line := range strings.SplitAfter(string(data), "\n") {
				end := offset + int64(len(line))
				if line != "" && !touched(o.findings, offset, end) && !strings.Contains(string(o.out), line) {
					t.Errorf("%s %q: changed without a finding: %s", name, text, line)
				}
				offset = end
			}
		}
	}
}

// Any two records may be lost, and their children still name them.
func TestTwoRecordsLost(t *testing.T) {
	for _, name := range []string{"claude-serial", "claude-fan", "pi"} {
		d := transcripttest.Named(name)
		for _, text := range []string{"U A[x] R(x) A[y] R(y) F", "U A[x,y] R(x) R(y) F U F", "U A[x] M R(x) M A[y] M R(y) M F"} {
			lines := d.Render(transcripttest.Parse(text))
			for i := 1; i < len(lines); i++ {
				for j := i + 1; j < len(lines); j++ {
					t.Run(fmt.Sprintf("%s %s without %d and %d", name, text, i, j), func(t *testing.T) {
						left := slices.Delete(slices.Delete(slices.Clone(lines), j, j+1), i, i+1)
						repairs(t, d, transcripttest.Join(left))
					})
				}
			}
		}
	}
}

// repairs checks that a file is repaired so that the provider accepts it.
func repairs(t *testing.T, d transcripttest.Dialect, data []byte) {
	t.Helper()
	o := run(t, pair.Options{}, data)
	invariants(t, pair.Options{}, data, o)
	if err := transcripttest.Check(d, o.out); err != nil {
		t.Errorf("%v\ninput:\n%soutput:\n%s", err, data, o.out)
	}
}

// A record written twice with its id is one record: the chain goes through
// either copy.
func TestRecordTwiceKeepsTheChain(t *testing.T) {
	for _, name := range []string{"claude-serial", "claude-fan", "pi"} {
		d := transcripttest.Named(name)
		lines := d.Render(transcripttest.Parse("U A[x,y] R(x) R(y) F"))
		for i := 1; i < len(lines); i++ {
			t.Run(fmt.Sprint(name, i), func(t *testing.T) {
				data := transcripttest.Join(slices.Insert(slices.Clone(lines), i, lines[i]))
				repairs(t, d, data)
				want := []transcripttest.Ref{{ID: "x"}, {ID: "y"}}
				if err := transcripttest.CheckResults(d, run(t, pair.Options{}, data).out, want); err != nil {
					t.Error(err)
				}
			})
		}
	}
}

// A result that is moved back keeps no time stamp later than the leaf's: older
// clients start from the latest record, and would lose what follows.
func TestMovedResultIsNotTheLeaf(t *testing.T) {
	d := transcripttest.Named("claude-serial")
	o := run(t, pair.Options{}, d.Bytes("U A[x] N A[z] R(z) F R(x)"))
	if err := transcripttest.CheckResults(d, o.out, []transcripttest.Ref{{ID: "x"}, {ID: "z"}}); err != nil {
		t.Errorf("%v\n%s", err, o.out)
	}
}
