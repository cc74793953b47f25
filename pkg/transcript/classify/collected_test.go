package classify

import (
	"os"
	"slices"
	"strings"
	"testing"
)

// floor is what a measured share must not fall below.
type floor struct {
	name string
	got  func(*score) share
	goal float64
}

// shares are floors by what they are of; 0 asks for none. The last three are of texts without
// the number of which none is read.
type shares struct {
	class, precision, recall         float64 // the latter two of shrink
	limit, actual, retry             float64
	limitTrue, actualTrue, retryTrue float64
}

// floorsOf returns the floors.
func floorsOf(x shares) []floor {
	all := []floor{
		{"class", func(s *score) share { return s.class }, x.class},
		{"shrink precision", func(s *score) share { return s.shrinkPrecision }, x.precision},
		{"shrink recall", func(s *score) share { return s.shrinkRecall }, x.recall},
		{"limit", func(s *score) share { return s.limit.read }, x.limit},
		{"actual", func(s *score) share { return s.actual.read }, x.actual},
		{"retry", func(s *score) share { return s.retry.read }, x.retry},
		{"limit that is not invented", func(s *score) share { return rest(s.limit.invented) }, x.limitTrue},
		{"actual that is not invented", func(s *score) share { return rest(s.actual.invented) }, x.actualTrue},
		{"retry that is not invented", func(s *score) share { return rest(s.retry.invented) }, x.retryTrue},
	}
	return slices.DeleteFunc(all, func(f floor) bool { return f.goal == 0 })
}

// floors are the goals of the contract.
var floors = floorsOf(shares{class: 0.93, precision: 0.98, recall: 0.95, limit: 0.90, actual: 0.90, retry: 0.80,
	limitTrue: 0.98, actualTrue: 0.98, retryTrue: 0.98})

// hardFloors are what the table reaches on texts that were searched for because they look
// like errors and are none, or are errors that look like nothing known: most of them are
// code, documentation, settings and talk about limits. They miss the
// goal for the precision of shrink.
var hardFloors = floorsOf(shares{class: 0.975, precision: 0.93, recall: 0.95, limit: 0.97, actual: 0.97, retry: 1,
	limitTrue: 0.99, actualTrue: 0.99, retryTrue: 0.99})

// toldFloors are what the table reaches on texts of which most tell of an overflow: they
// were searched for because the sentences of errors stand in them. They miss the goal for the
// precision of shrink.
var toldFloors = floorsOf(shares{class: 0.92, precision: 0.85, recall: 0.97, limit: 0.90, actual: 0.90,
	limitTrue: 0.95, actualTrue: 0.95})

// mixedFloors are what the table reaches on texts of which half tell of an error without being
// one, and the others are errors of all classes. They miss the goal for the precision of shrink.
var mixedFloors = floorsOf(shares{class: 0.95, precision: 0.95, recall: 0.98, limit: 0.96, actual: 0.98,
	limitTrue: 0.975, actualTrue: 0.98})

// toolFloors are what the table reaches on texts of which a third come from other programs than
// models' servers: log lines of bots, firewalls, tools and tests.
var toolFloors = floorsOf(shares{class: 0.95, precision: 0.98, recall: 0.98, limit: 0.95, actual: 0.95,
	limitTrue: 0.99, actualTrue: 0.99})

// plainFloors are what the table reaches on texts of which many are short errors in all
// languages, and a third tell of one. They miss the goals for the class and for shrink.
var plainFloors = floorsOf(shares{class: 0.90, precision: 0.97, recall: 0.89, limit: 0.90, actual: 0.86,
	limitTrue: 0.99, actualTrue: 0.99})

// restFloors are what the table reaches on the other half of these texts, which was looked at
// when the table was done: then the class was right in .879, the precision of shrink .849, its
// recall .938. They miss the goals for the class and for shrink.
var restFloors = floorsOf(shares{class: 0.89, precision: 0.88, recall: 0.95, limit: 0.88, actual: 0.92,
	limitTrue: 0.99, actualTrue: 0.99})

// rareFloors are what the table reaches on texts of what is less well known: servers, proxies
// and clients that few use, in the mix of the classes of the contract's sample. At the first
// look the class was right in .844 of the one half, in .827 of the other, the precision of
// shrink .971 and .928, its recall .817 and .865. They miss the goals for shrink.
var rareFloors = floorsOf(shares{class: 0.95, precision: 0.96, recall: 0.94, limit: 0.90, actual: 0.95,
	limitTrue: 0.99, actualTrue: 0.98})

// commonFloors are what the table reaches on texts that were taken as plain searches gave them,
// without looking for what is rare. At the first look the class was right in .968, the precision
// of shrink was .953, its recall .976, of the numbers .98 were read. They miss the goal for the
// precision of shrink.
var commonFloors = floorsOf(shares{class: 0.97, precision: 0.97, recall: 0.98, limit: 0.95, actual: 0.95,
	limitTrue: 0.98, actualTrue: 0.98, retryTrue: 0.98})

// rest is what is left of a total.
func rest(s share) share { return share{s.of - s.n, s.of} }

// firstLookFloors are what the table reaches on the errors of two sets of plain searches, to which
// no weights are fitted. Of the second one it saw nothing before it was done: of all of that set,
// with those texts that are here already, the class was right in .954, the precision of shrink was
// .986, its recall .958, and of the limits and sizes .936 and .923 were read.
var firstLookFloors = floorsOf(shares{class: 0.95, precision: 0.98, recall: 0.95, limit: 0.90, actual: 0.90, retry: 0.60,
	limitTrue: 0.98, actualTrue: 0.98, retryTrue: 0.98})

// sourceFloors are what the table reaches on what servers, gateways and clients say by their own
// source code, each as it reaches a user. Few of these texts are of an overflow.
var sourceFloors = floorsOf(shares{class: 0.95, precision: 0.98, limit: 0.90, actual: 0.85, limitTrue: 0.99, actualTrue: 0.99})

// The labelled sample lies beside the repository where there is one.
func TestSharedSample(t *testing.T) {
	const name = "../../../../shared/errors/dev.jsonl"
	if _, err := os.Stat(name); err != nil || testing.Short() {
		t.Skip("no labelled sample, or a short run")
	}
	holdFloors(t, floors, name)
}

// Texts from public sources: developed.jsonl was there while the table grew, the
// others were labelled before the table first saw them.
func TestCollectedTexts(t *testing.T) {
	if !testing.Short() {
		holdFloors(t, floors, "testdata/collected/developed.jsonl")
	}
	holdFloors(t, floors, "testdata/collected/heldback.jsonl", "testdata/collected/second.jsonl", "testdata/collected/third.jsonl",
		"testdata/collected/fourth.jsonl")
	holdFloors(t, floors, "testdata/collected/seventh.jsonl")
	holdFloors(t, hardFloors, "testdata/collected/fifth-work.jsonl", "testdata/collected/fifth.jsonl", "testdata/collected/between.jsonl",
		"testdata/collected/sixth.jsonl", "testdata/collected/seventh.jsonl", "testdata/collected/eighth-a.jsonl",
		"testdata/collected/eighth-b.jsonl", "testdata/collected/ninth.jsonl", "testdata/collected/tenth.jsonl")
	holdFloors(t, toldFloors, "testdata/collected/eleventh.jsonl")
	holdFloors(t, mixedFloors, "testdata/collected/twelfth.jsonl")
	holdFloors(t, toolFloors, "testdata/collected/thirteenth.jsonl")
	holdFloors(t, plainFloors, "testdata/collected/fourteenth.jsonl")
	holdFloors(t, restFloors, "testdata/collected/fourteenth-b.jsonl")
	holdFloors(t, rareFloors, "testdata/collected/fifteenth.jsonl", "testdata/collected/fifteenth-b.jsonl")
	holdFloors(t, floors, "testdata/collected/sixteenth.jsonl", "testdata/collected/sixteenth-b.jsonl")
	holdFloors(t, commonFloors, "testdata/collected/seventeenth.jsonl")
	holdFloors(t, commonFloors, "testdata/collected/eighteenth-work.jsonl", "testdata/collected/eighteenth.jsonl")
	holdFloors(t, commonFloors, "testdata/collected/nineteenth.jsonl")
	holdFloors(t, commonFloors, "testdata/collected/twentysecond.jsonl", "testdata/collected/twentyfourth.jsonl")
	holdFloors(t, firstLookFloors, "testdata/unfitted/twentythird.jsonl", "testdata/unfitted/twentyfifth.jsonl")
	holdFloors(t, sourceFloors, "testdata/collected/sources.jsonl")
	holdFloors(t, floors, "testdata/collected/found.jsonl")
}

func holdFloors(t *testing.T, floors []floor, names ...string) {
	t.Helper()
	s := newScore()
	for _, name := range names {
		for _, l := range readFile(t, name) {
			s.add(&l)
		}
	}
	for _, f := range floors {
		if got := f.got(s); float64(got.n) < f.goal*float64(got.of) {
			t.Errorf("%s: %s: %v, the floor is %v\n%s", names, f.name, got, f.goal, strings.Join(s.mistakes, "\n"))
		}
	}
}
