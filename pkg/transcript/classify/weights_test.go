package classify

import (
	"fmt"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const weightsFile = "weights.tsv"

// sample is one match of a rule in a labelled text: its features, and whether the text is an
// error.
type sample struct {
	set      string
	features []string
	isError  bool
	weight   float64
}

// fitted are the texts from which the weights come, by the names of their files.
func fitted(t *testing.T) []string {
	t.Helper()
	names, err := filepath.Glob("testdata/*.jsonl")
	more, err2 := filepath.Glob("testdata/collected/*.jsonl")
	if err != nil || err2 != nil || len(names)*len(more) == 0 {
		t.Fatal(err, err2, names, more)
	}
	return append(names, more...)
}

// matchesIn returns the first match in each text of a file in which a rule matches, whatever
// the vetoes say.
func matchesIn(t *testing.T, name string) (all []sample) {
	for _, l := range readFile(t, name) {
		if s, ok := sampleOf(l.text); ok {
			s.set, s.isError, s.weight = name, l.label != None, 1
			all = append(all, s)
		}
	}
	return all
}

// sampleOf returns the features of the first match in a text, of the rules in their order.
func sampleOf(text string) (sample, bool) {
	text = clip(text)
	body, isRecord := recordError(text)
	if isRecord && body == "" {
		return sample{}, false
	}
	vw := newView(body, false)
	p, ok := firstMatch(vw)
	if !ok {
		return sample{}, false
	}
	var s sample
	vw.describe(p, func(f []byte) { s.features = append(s.features, string(f)) })
	slices.Sort(s.features)
	s.features = slices.Compact(s.features)
	return s, true
}

func firstMatch(vw *view) (place, bool) {
	for _, r := range rules() {
		if vw.grams.firstOf(vw.low, r.keys) == "" {
			continue
		}
		for _, w := range vw.windows(r) {
			if m := r.re.get().FindStringIndex(vw.low[w.from:w.to]); m != nil {
				return vw.place(w.from+m[0], w.from+m[1]), true
			}
		}
	}
	if status, at := vw.statusOfText(); statusRule(status) != nil {
		return vw.place(at, min(at+3, len(vw.low))), true
	}
	return place{}, false
}

// ownSamples returns samples of what the tables say of themselves: the examples of the rules
// are errors, those of the vetoes and cues are none.
func ownSamples() (all []sample) {
	add := func(text string, isError bool) {
		if s, ok := sampleOf(text); ok {
			s.isError, s.weight = isError, 2
			all = append(all, s)
		}
	}
	for _, r := range rules() {
		add(r.Example, true)
	}
	for _, v := range vetoes {
		add(v.Example, false)
	}
	return all
}

// wrappedSamples returns samples of every tenth error of a file inside of what logs, terminals
// and SDKs put around it.
func wrappedSamples(t *testing.T, name string) (all []sample) {
	for i, l := range readFile(t, name) {
		if l.label == None || len(l.text) > 2000 {
			continue
		}
		for j, wrapping := range slices.Sorted(maps.Keys(wrappings())) {
			if (i+j)%10 != 0 {
				continue
			}
			text := wrappings()[wrapping](l.text)
			if len(text) > 40<<10 {
				continue
			}
			if s, ok := sampleOf(text); ok {
				s.set, s.isError, s.weight = name, true, 0.1
				all = append(all, s)
			}
		}
	}
	return all
}

// Penalties of the fit: how much a weight has to bring to be there at all, and how many
// samples must have its feature.
const (
	fitPenalty = 3
	fitRarest  = 4
	fitSteps   = 150
)

// fit returns the weights with which samples come apart best: a logistic regression with a
// penalty on the sum of the weights' sizes, which leaves few of them, by accelerated proximal
// gradient descent.
func fit(samples []sample) map[string]float64 {
	features := make([][]string, len(samples))
	for i := range samples {
		features[i] = samples[i].features
	}
	names, rows := columns(features, fitRarest)
	n := len(names)
	var total float64
	for _, s := range samples {
		total += s.weight
	}
	gradient := func(at, out []float64) {
		clear(out)
		for i, row := range rows {
			z := at[n]
			for _, j := range row {
				z += at[j]
			}
			r := 1 / (1 + math.Exp(-z))
			if samples[i].isError {
				r--
			}
			r *= samples[i].weight / total
			out[n] += r
			for _, j := range row {
				out[j] += r
			}
		}
	}
	step := 1 / steepest(samples, rows, n, total)
	w, y, g, momentum := make([]float64, n+1), make([]float64, n+1), make([]float64, n+1), 1.0
	for range fitSteps {
		gradient(y, g)
		next := (1 + math.Sqrt(1+4*momentum*momentum)) / 2
		for j := range w {
			x := y[j] - step*g[j]
			if j < n {
				x = shrunk(x, fitPenalty/total*step)
			}
			y[j], w[j] = x+(momentum-1)/next*(x-w[j]), x
		}
		momentum = next
	}
	all := map[string]float64{always: w[n]}
	for j, name := range names {
		if math.Abs(w[j]) >= 0.005 {
			all[name] = w[j]
		}
	}
	return all
}

func shrunk(x, by float64) float64 { return math.Copysign(max(0, math.Abs(x)-by), x) }

// columns returns the features that at least so many samples have, sorted, and for every
// sample the indices of its own.
func columns(samples [][]string, rarest int) (names []string, rows [][]int) {
	count := map[string]int{}
	for _, features := range samples {
		for _, f := range features {
			count[f]++
		}
	}
	for f, n := range count {
		if n >= rarest {
			names = append(names, f)
		}
	}
	slices.Sort(names)
	for _, features := range samples {
		var row []int
		for _, f := range features {
			if j, ok := slices.BinarySearch(names, f); ok {
				row = append(row, j)
			}
		}
		rows = append(rows, row)
	}
	return names, rows
}

// steepest bounds how fast the gradient changes: a quarter of the largest eigenvalue of the
// samples' products, by power iteration.
func steepest(samples []sample, rows [][]int, n int, total float64) float64 {
	v := make([]float64, n+1)
	for i := range v {
		v[i] = 1
	}
	var size float64
	for range 12 {
		u := make([]float64, n+1)
		for i, row := range rows {
			z := v[n]
			for _, j := range row {
				z += v[j]
			}
			z *= samples[i].weight / total
			u[n] += z
			for _, j := range row {
				u[j] += z
			}
		}
		size = 0
		for _, x := range u {
			size += x * x
		}
		size = math.Sqrt(size)
		for i := range u {
			v[i] = u[i] / size
		}
	}
	return size * 0.25 * 1.05
}

// sumOf returns what weights say of a sample.
func sumOf(w map[string]float64, s *sample) float64 {
	sum := w[always]
	for _, f := range s.features {
		sum += w[f]
	}
	return sum
}

// The table of weights has a weight for every match, and no line twice. With -update it is
// fitted anew.
func TestWeights(t *testing.T) {
	if *update {
		samples := ownSamples()
		for _, name := range fitted(t) {
			samples = append(samples, matchesIn(t, name)...)
			samples = append(samples, wrappedSamples(t, name)...)
		}
		if err := os.WriteFile(weightsFile, []byte(spell(fit(samples))), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	lines := strings.Split(strings.TrimSuffix(weightsTable, "\n"), "\n")
	if len(lines) != len(weights()) || !slices.IsSorted(lines) {
		t.Errorf("%d lines, %d features; sorted: %t", len(lines), len(weights()), slices.IsSorted(lines))
	}
	if _, ok := weights()[always]; !ok {
		t.Errorf("no weight for %q", always)
	}
	for name, w := range weights() {
		if w.weight == 0 || math.Abs(w.weight) > 8 {
			t.Errorf("%q weighs %v", name, w.weight)
		}
	}
}

// spell writes weights as the table has them.
func spell(all map[string]float64) string {
	var lines []string
	for name, w := range all {
		if text := fmt.Sprintf("%.2f", w); strings.Trim(text, "-0.") != "" {
			lines = append(lines, name+"\t"+text)
		}
	}
	slices.Sort(lines)
	return strings.Join(lines, "\n") + "\n"
}
