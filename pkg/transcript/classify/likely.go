package classify

import (
	"cmp"
	_ "embed"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// A rule finds the sentence of an error, and the vetoes know many of the texts that only
// speak of one. What no veto foresees is left to a sum: every feature of a match has a weight,
// which was fitted to the labelled texts. Over sets that were left out of the fit the sum stops
// four of ten false alarms where a history would be cut.

// unlikelyVeto is the name of the reason that the sum of the weights is too low.
const unlikelyVeto = "unlikely"

// The sum below which a match is no error: the logarithm of the odds. A text that needs a
// smaller history and gets none stops its conversation, so it takes more to say no there.
var (
	leastShrinking = math.Log(0.1 / 0.9)
	leastOther     = math.Log(0.2 / 0.8)
)

// weightsTable has a line for each feature that counts: the feature, a tab and its weight.
// What counts for every match stands under "always". A test fits it anew from the labelled texts.
//
//go:embed weights.tsv
var weightsTable string

// weighed is a feature that counts.
type weighed struct {
	feature string
	index   int
	weight  float64
}

// weights returns the features that count.
var weights = sync.OnceValue(func() map[string]weighed {
	all := make(map[string]weighed, strings.Count(weightsTable, "\n"))
	for line := range strings.Lines(weightsTable) {
		name, number, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		w, _ := strconv.ParseFloat(number, 64)
		all[name] = weighed{name, len(all), w}
	}
	return all
})

const always = "always"

// unlikely vetoes a match whose features are those of texts that only speak of an error. A
// match that is nearly all of its passage has nothing around it that could. Of the words of
// most languages there are too few labelled texts to weigh them: see localLacks.
func (vw *view) unlikely(p place, r *Rule) string {
	if r.Strength == Local || r.Strength == Worded || isAll(p) {
		return ""
	}
	least := leastOther
	if shrinks(r.Class) {
		least = leastShrinking
	}
	if vw.odds(p) < least {
		return unlikelyVeto
	}
	return ""
}

// odds returns the sum of the weights of a match. Many rules match at the same place, so it is
// kept.
func (vw *view) odds(p place) float64 {
	at := span{p.from, p.to}
	if sum, known := vw.sums[at]; known {
		return sum
	}
	sum := weights()[always].weight
	for _, w := range vw.counting(p) {
		sum += w.weight
	}
	if vw.sums == nil {
		vw.sums = map[span]float64{}
	}
	vw.sums[at] = sum
	return sum
}

// counting returns the features of a match that count, each once.
func (vw *view) counting(p place) []weighed {
	table := weights()
	seen := make([]bool, len(table))
	var all []weighed
	vw.describe(p, func(feature []byte) {
		if w, ok := table[string(feature)]; ok && !seen[w.index] {
			seen[w.index] = true
			all = append(all, w)
		}
	})
	return all
}

// spoken says which features of a match spoke most for an error and most against it.
func (vw *view) spoken(p place) string {
	const most = 4
	all := vw.counting(p)
	slices.SortFunc(all, func(a, b weighed) int {
		return cmp.Or(cmp.Compare(b.weight, a.weight), strings.Compare(a.feature, b.feature))
	})
	var pro, con []string
	for i := range all {
		if w := all[i]; w.weight > 0 && len(pro) < most {
			pro = append(pro, strconv.Quote(w.feature))
		}
		if w := all[len(all)-1-i]; w.weight < 0 && len(con) < most {
			con = append(con, strconv.Quote(w.feature))
		}
	}
	return fmt.Sprintf("odds %+.1f; for it: %s; against it: %s", vw.odds(p), orNothing(pro), orNothing(con))
}

func orNothing(list []string) string {
	if len(list) == 0 {
		return "nothing"
	}
	return strings.Join(list, ", ")
}
