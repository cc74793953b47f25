package estimates

import (
	"bytes"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"

	"trtools/pkg/transcript/tokens"
)

var pieces = []string{"word ", "x", `\n`, `\"`, " ", "é", "日本", `{"a":1}`, "12345", "SOME ", "    return nil\\n", `\u00e9`}

// fill gives a queue texts of several owners, and returns what each owner's are estimated at
// one by one. What is given is overwritten at once.
func fill(q *Queue, r *rand.Rand, owners, texts int, told []int) (want []int) {
	want = make([]int, owners)
	for owner := range owners {
		q.Begin(owner)
		for range r.IntN(texts) {
			text := []byte(strings.Repeat(pieces[r.IntN(len(pieces))]+pieces[r.IntN(len(pieces))], r.IntN(60)))
			if r.IntN(2) == 0 {
				want[owner] += q.Model.JSON(text)
				told[owner] += q.JSON(text)
			} else {
				want[owner] += q.Model.Text(text)
				told[owner] += q.Text(text)
			}
			copy(text, bytes.Repeat([]byte("~"), len(text)))
		}
	}
	return want
}

// What is told of an owner's texts is what they are estimated at, with as many processors as
// there may be.
func TestQueue(t *testing.T) {
	for _, processors := range []int{1, 2, 5} {
		func() {
			defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(processors))
			r := rand.New(rand.NewPCG(uint64(processors), 2))
			for _, size := range []struct{ owners, texts int }{{1, 1}, {3, 4}, {4000, 5}, {40, 2000}} {
				told := make([]int, size.owners)
				q := New(tokens.Calibrated, func(owner, n int) { told[owner] += n })
				for range 2 { // what comes behind Wait is taken, too
					before := slices.Clone(told)
					want := fill(q, r, size.owners, size.texts, told)
					q.Wait()
					for i := range want {
						if told[i]-before[i] != want[i] {
							t.Fatalf("%d processors, %d owners: %d tokens of the texts of %d, want %d", processors, size.owners, told[i]-before[i], i, want[i])
						}
					}
				}
			}
		}()
	}
}

// What a text is estimated at is told between two owners, never while one's are taken.
func TestToldBetweenOwners(t *testing.T) {
	begins := false
	q := New(tokens.Calibrated, func(int, int) {
		if !begins {
			t.Fatal("told in the middle")
		}
	})
	text := bytes.Repeat([]byte("some words "), 1000)
	for owner := range 200 {
		begins = true
		q.Begin(owner)
		begins = false
		for range 5 {
			q.JSON(text)
		}
	}
	begins = true
	q.Wait()
}

// What is long is not held, but estimated at once.
func TestLongTexts(t *testing.T) {
	told := 0
	q := New(tokens.Calibrated, func(_, n int) { told += n })
	long, short := bytes.Repeat([]byte("words "), longText/5), []byte("a word")
	q.Begin(0)
	if n := q.JSON(long); n != tokens.Calibrated.JSON(long) {
		t.Errorf("%d tokens at once", n)
	}
	if n := q.Text(long); n != tokens.Calibrated.Text(long) {
		t.Errorf("%d tokens of a text at once", n)
	}
	if n := q.JSON(short) + q.Text(short); n != 0 || q.batch.size() != 2*len(short) {
		t.Errorf("%d tokens at once, %d bytes are held", n, q.batch.size())
	}
	for q.batch.size()+len(short)*10_000 <= longText {
		q.JSON(bytes.Repeat(short, 10_000))
	}
	if q.JSON(bytes.Repeat(short, 10_000)) == 0 {
		t.Error("many texts of one owner are all held")
	}
	q.Wait()
	if told == 0 || q.batch != nil {
		t.Errorf("%d tokens are told of, a batch is held: %v", told, q.batch != nil)
	}
}

// Nothing to wait for is nothing to wait for.
func TestWaitForNothing(t *testing.T) {
	var none *Queue
	none.Wait()
	New(tokens.Calibrated, nil).Wait()
}

// Texts cost no allocation once there are batches.
func TestAllocations(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	q := New(tokens.Calibrated, func(int, int) {})
	text := bytes.Repeat([]byte("some words "), 10)
	round := func() {
		for owner := range 4 * batchSize / len(text) {
			q.Begin(owner)
			q.JSON(text)
		}
	}
	round()
	if n := testing.AllocsPerRun(5, round); n > 20 {
		t.Errorf("%v allocations in four batches", n)
	}
}
