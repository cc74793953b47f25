package classify

import (
	"bufio"
	"embed"
	"strings"
	"sync"

	"trtools/pkg/transcript"
)

// tableRow is one row of the tables: what a server, a gateway or a client says, and what that
// means. The tables are the files of rows/, one for each family of senders.
type tableRow struct {
	Name     string
	Class    Class
	Does     Action          // what helps, where it is not the usual action of the class
	Mended   transcript.Code // the finding with which tr-pair mends what the row names
	Pattern  string          // see pattern
	Source   string          // a provider's document, or a public issue
	Example  string
	Provider string // "" where many send it
	Table    string // the file of rows/ that has it

	rank    rank
	pattern pattern
}

// rank says how much a row knows. The one that knows most wins; of equal ones the one with
// more words of its own, then the earlier one.
type rank uint8

const (
	foreign   rank = iota // the failure of another program: no class of an API fits
	specific              // a sentence or a code that says what went wrong
	kind                  // a code that says what kind of error it is
	phrase                // words that may be said of many things
	vague                 // a code that says no more than that there is an error
	rankCount             // how many ranks there are
)

func (r rank) String() string {
	return [...]string{"another program", "specific", "kind", "phrase", "vague"}[r]
}

// confidence is a rank in a verdict: no probability.
func (r rank) confidence() float64 { return [...]float64{1, 0.95, 0.85, 0.75, 0.5}[r] }

//go:embed rows/*.tsv
var tables embed.FS

// families are the tables, in the order in which equal rows win.
var families = []struct {
	name string
	rank rank
}{
	{"foreign", foreign},
	{"anthropic", specific}, {"openai", specific}, {"google", specific}, {"aws", specific}, {"china", specific},
	{"hosts", specific}, {"local", specific}, {"gateways", specific}, {"clients", specific}, {"firewalls", specific},
	{"network", specific}, {"common", specific}, {"languages", specific},
	{"kinds", kind}, {"phrases", phrase}, {"vague", vague},
}

// rows returns all rows, in the order of the tables.
var rows = sync.OnceValue(func() []*tableRow {
	var all []*tableRow
	for _, f := range families {
		table, _ := tables.Open("rows/" + f.name + ".tsv")
		for lines := bufio.NewScanner(table); lines.Scan(); {
			if r := readRow(lines.Text()); r != nil {
				r.rank, r.Table = f.rank, f.name
				all = append(all, r)
			}
		}
	}
	return all
})

// readRow reads a line of a table: name, class, action, pattern, provider, source and
// example, with tabs between them. It returns nil for a line of words about the table.
func readRow(line string) *tableRow {
	cells := strings.Split(line, "\t")
	if len(cells) != 7 || strings.HasPrefix(line, "#") {
		return nil
	}
	does, mended, _ := strings.Cut(cells[2], " ")
	return &tableRow{
		Name: cells[0], Class: Class(cells[1]), Does: Action(does), Mended: transcript.Code(mended),
		Pattern: cells[3], Provider: cells[4], Source: cells[5], Example: strings.ReplaceAll(cells[6], `\n`, "\n"),
		pattern: newPattern(cells[3]),
	}
}

// match is a row that fits a text.
type match struct {
	row   *tableRow
	said  *sentence
	at    []int // its place and those of its numbers
	place int   // in the order of the tables
}

// beats reports whether a match says more than another one.
func (m match) beats(o match) bool {
	switch {
	case o.row == nil || m.row.rank != o.row.rank:
		return o.row == nil || m.row.rank < o.row.rank
	case m.said.size != o.said.size:
		return m.said.size > o.said.size
	}
	return m.place < o.place
}

// best returns the match that says most of a text. The rows that know most come first, so that
// behind one that fits none is looked for that knows less.
func best(t *text) (best match) {
	for place, r := range rows() {
		if best.row != nil && r.rank > best.row.rank {
			break
		}
		if m := r.match(t, place); m.row != nil && m.beats(best) {
			best = m
		}
	}
	return best
}

// matches returns all rows that fit a text.
func matches(t *text) (all []match) {
	for place, r := range rows() {
		if m := r.match(t, place); m.row != nil {
			all = append(all, m)
		}
	}
	return all
}

// match returns what fits of a row with the sentence that says most, the zero match if none does.
func (r *tableRow) match(t *text, place int) (best match) {
	for _, s := range r.pattern.sentences {
		for _, at := range s.find(t, 1) {
			if m := (match{r, s, at, place}); m.beats(best) {
				best = m
			}
		}
	}
	return best
}
