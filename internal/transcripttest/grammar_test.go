package transcripttest

import (
	"bytes"
	"math/rand/v2"
	"testing"
)

// Every transcript that the grammar makes is healthy for the oracle, and can be
// written down and read.
func TestTranscripts(t *testing.T) {
	for _, d := range All() {
		count := 0
		for ev := range Transcripts(d, 5) {
			count++
			text := Format(ev)
			if Format(Parse(text)) != text || !d.Holds(ev) {
				t.Fatalf("%s: %s reads %s", d.Name, text, Format(Parse(text)))
			}
			data := Join(d.Render(ev))
			if again := d.Bytes(text); !bytes.Equal(again, data) {
				t.Fatalf("%s: %s is written\n%s\nand then\n%s", d.Name, text, data, again)
			}
			if err := Check(d, data); err != nil {
				t.Fatalf("%s: %s: %v\n%s", d.Name, text, err, data)
			}
		}
		t.Logf("%s: %d", d.Name, count)
	}
}

// Larger ones are healthy as well, and a seed gives one of them.
func TestTell(t *testing.T) {
	for _, d := range All() {
		for seed := range uint64(200) {
			ev := Tell(d, 30, rand.New(rand.NewPCG(seed, 1)).IntN)
			data := Join(d.Render(ev))
			if err := Check(d, data); err != nil {
				t.Fatalf("%s, seed %d: %s: %v\n%s", d.Name, seed, Format(ev), err, data)
			}
			if again := Tell(d, 30, rand.New(rand.NewPCG(seed, 1)).IntN); Format(again) != Format(ev) {
				t.Fatalf("seed %d gives %s and %s", seed, Format(ev), Format(again))
			}
		}
	}
}
