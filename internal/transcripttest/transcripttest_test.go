package transcripttest

import (
	"testing"

	"pgregory.net/rapid"
)

func TestNotation(t *testing.T) {
	for _, text := range []string{"", "U", "U A[x,y] R(y) R(x) F", "U A+[x=2] S(x) N U F M", "U U2 U1", "U A[] F"} {
		if got := Format(Parse(text)); got != text && !(text == "U U2 U1" && got == "U U U1") {
			t.Errorf("%q became %q", text, got)
		}
	}
}

// Every dialect can be read back, and what is healthy passes the oracle.
func TestHealthy(t *testing.T) {
	for _, d := range All() {
		t.Run(d.Name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				ev := Conversation(d).Draw(t, "conversation")
				data := Join(d.Render(ev))
				if err := Check(d, data); err != nil {
					t.Fatalf("%s: %v\n%s", Format(ev), err, data)
				}
			})
		})
	}
}

func TestReadBack(t *testing.T) {
	for _, d := range All() {
		for _, text := range []string{"U A[x] R(x) F", "U A+[x] R(x) N U A[y] S(y) F", "U A[a,b] R(b) R(a) F U A[c] R(c) F"} {
			if (d.Single || d.Inline) && text[2:5] == "A[a" {
				continue // a call's result has its place
			}
			if d.Ordered || d.Name == "cursor" {
				continue // without ids, and without results
			}
			want := text
			if d.Split() {
				want = Format(joinCalls(d, Parse(text)))
			}
			if got := Notation(d, d.Bytes(text)); got != want {
				t.Errorf("%s: %q reads %q\n%s", d.Name, want, got, d.Bytes(text))
			}
		}
	}
}

// The oracle must see the damage that stages are there to repair.
func TestOracleSeesDamage(t *testing.T) {
	for _, d := range All() {
		for _, text := range []string{"U A[x] F", "U R(x) F", "U A[x] R(x) R(x) F", "U A[x] U R(y) F"} {
			if d.Name == "claude-fan" && text == "U A[x] R(x) R(x) F" {
				continue // the client leaves out what hangs beside its chain
			}
			if d.Free || d.Inline && text != "U A[x] F" {
				continue // nobody refuses it, or it cannot be written
			}
			if Check(d, d.Bytes(text)) == nil {
				t.Errorf("%s: %q passes\n%s", d.Name, text, d.Bytes(text))
			}
		}
	}
}
