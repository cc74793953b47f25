package pair_test

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"trtools/internal/pair"
	"trtools/pkg/transcript"
)

// shareGPT writes turns of a training example, one letter for each: h human,
// g gpt, c function_call, o observation.
func shareGPT(turns string) []byte {
	var list []string
	for i, c := range turns {
		from := map[rune]string{'h': "human", 'g': "gpt", 'c': "function_call", 'o': "observation"}[c]
		list = append(list, fmt.Sprintf(`{"from":%q,"value":"text %d"}`, from, i))
	}
	return []byte(`{"conversations":[` + strings.Join(list, ",") + `],"tools":"[]"}` + "\n")
}

// turnsOf reads them back.
func turnsOf(t *testing.T, data []byte) string {
	t.Helper()
	var b strings.Builder
	for _, part := range bytes.Split(data, []byte(`{"from":"`))[1:] {
		b.WriteByte(map[byte]byte{'h': 'h', 'g': 'g', 'f': 'c', 'o': 'o'}[part[0]])
	}
	return b.String()
}

// trains reports whether LLaMA-Factory takes the turns: in twos, human or
// observation first, gpt or function_call second (converter.py, commit f816ae46).
// A turn that is cut off at the end is no matter of pairs.
func trains(turns string) bool {
	for i, c := range turns {
		if strings.ContainsRune("ho", c) != (i%2 == 0) {
			return false
		}
	}
	return true
}

// each gives all rows of turns of up to n.
func eachTurns(n int, yield func(string)) {
	rows := []string{""}
	for range n {
		var longer []string
		for _, r := range rows {
			for _, c := range "hgco" {
				longer = append(longer, r+string(c))
			}
		}
		for _, r := range longer {
			yield(r)
		}
		rows = longer
	}
}

// What the trainer takes stays as it is, in silence; the last call is the label.
func TestShareGPTHealthy(t *testing.T) {
	n := 0
	eachTurns(6, func(turns string) {
		if !trains(turns) {
			return
		}
		n++
		data := shareGPT(turns)
		o := run(t, pair.Options{}, data)
		for _, f := range o.findings {
			if f.Action != "keep" || f.Severity != "info" {
				t.Errorf("%s: %+v", turns, f)
			}
		}
		if !bytes.Equal(o.out, data) {
			t.Errorf("%s became %s", turns, turnsOf(t, o.out))
		}
	})
	if n < 30 {
		t.Errorf("only %d rows of turns", n)
	}
}

// An observation that is lost, written twice, or moved behind the answer is
// repaired so that the trainer takes the example again.
func TestShareGPTDamage(t *testing.T) {
	for _, turns := range []string{"hcog", "hcocog", "hghcoghg", "hcoghcog"} {
		for i, c := range turns {
			if c != 'o' {
				continue
			}
			lost := turns[:i] + turns[i+1:]
			twice := turns[:i] + "o" + turns[i:]
			for how, damaged := range map[string]string{"lost": lost, "twice": twice} {
				o := run(t, pair.Options{}, shareGPT(damaged))
				if got := turnsOf(t, o.out); got != turns {
					t.Errorf("%s, an observation %s: %s became %s", turns, how, damaged, got)
				}
				stable(t, pair.Options{}, shareGPT(damaged))
			}
			if i+1 < len(turns)-1 && turns[i+2] == 'h' {
				moved := turns[:i] + turns[i+1:i+2] + "o" + turns[i+2:]
				if got := turnsOf(t, run(t, pair.Options{}, shareGPT(moved)).out); got != turns {
					t.Errorf("%s: %s became %s", turns, moved, got)
				}
			}
		}
	}
}

// What the user says in place of a result stands for it: a result between the two
// would make the trainer skip the example.
func TestShareGPTUserAnswers(t *testing.T) {
	o := run(t, pair.Options{}, shareGPT("hchghcog"))
	if len(o.findings) > 0 || turnsOf(t, o.out) != "hchghcog" {
		t.Errorf("%s, %+v", turnsOf(t, o.out), o.findings)
	}
	o = run(t, pair.Options{Orphans: pair.TextOrphans}, shareGPT("hchog"))
	if got := turnsOf(t, o.out); got != "hchg" || len(o.rejects) != 1 {
		t.Errorf("an observation behind human: %s, %d rejects", got, len(o.rejects))
	}
}

// stable checks P3: a second run has nothing to repair.
func stable(t *testing.T, opt pair.Options, data []byte) {
	t.Helper()
	o := run(t, opt, data)
	again := run(t, opt, o.out)
	if !bytes.Equal(again.out, o.out) {
		t.Fatalf("options %+v: %s, then %s, then %s", opt, turnsOf(t, data), turnsOf(t, o.out), turnsOf(t, again.out))
	}
	for _, f := range again.findings {
		if f.Action != transcript.Keep {
			t.Fatalf("options %+v: %s: the second run still finds %+v", opt, turnsOf(t, data), f)
		}
	}
}

// P3, for every row of turns, whole or not.
func TestShareGPTInvariants(t *testing.T) {
	eachTurns(4+size(10)/10, func(turns string) {
		for _, opt := range []pair.Options{{}, {Tail: pair.RepairTail}, {Missing: pair.StripMissing}, {Orphans: pair.TextOrphans}} {
			stable(t, opt, shareGPT(turns))
		}
	})
}

// Turns may also stand one a line.
func TestShareGPTLines(t *testing.T) {
	data, _ := bytes.CutSuffix(shareGPT("hcghg"), []byte(`],"tools":"[]"}`+"\n"))
	data = bytes.ReplaceAll(bytes.TrimPrefix(data, []byte(`{"conversations":[`)), []byte(`},{`), []byte("}\n{"))
	data = append(data, '\n')
	o := run(t, pair.Options{}, data)
	if got := turnsOf(t, o.out); got != "hcoghg" || !slices.ContainsFunc(bytes.Split(o.out, []byte("\n")), func(l []byte) bool { return bytes.HasPrefix(l, []byte(`{"from":"observation"`)) }) {
		t.Errorf("%s", o.out)
	}
}
