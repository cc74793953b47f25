package main

import (
	"bytes"
	"fmt"
	"io"
	"maps"
	"slices"

	"trtools/pkg/transcript/tokens"
)

// unit is the part of a token that weights are counted in; see the package.
const unit = 1 << 10

// writeWeights writes the table of weights, without those that are zero.
func writeWeights(out io.Writer, names []string, w []float64) error {
	byName := map[string]float64{}
	for i, n := range names {
		byName[n] = w[i]
	}
	var b bytes.Buffer
	b.WriteString("# What the steps cost, in parts of a token, by name, with a tab between them; what has no row costs nothing. Fitted by tools/tokenfit: not edited by hand.\n")
	for _, n := range slices.Sorted(maps.Keys(byName)) {
		if cost := int(byName[n]*unit + 0.5); cost > 0 {
			fmt.Fprintf(&b, "%s\t%d\n", n, cost)
		}
	}
	_, err := out.Write(b.Bytes())
	return err
}

// line is one row of the report.
type line struct {
	name                          string
	chars, o200k, claude, guessed float64
}

func (l *line) ratio() float64 { return l.guessed / max(l.o200k, l.claude) }

// report prints what the estimate makes of every type and of the sessions.
func report(out io.Writer, list []sample) error {
	var types []*line
	sessions := map[string]*line{}
	for i := range list {
		s := &list[i]
		l := &line{name: s.Name}
		if s.Set != "session" {
			types = append(types, l)
		} else if sessions[s.Name] == nil {
			sessions[s.Name] = l
		} else {
			l = sessions[s.Name]
		}
		l.chars += float64(len([]rune(s.Text)))
		l.o200k += s.O200k
		l.claude += s.Claude
		l.guessed += float64(tokens.Calibrated.Text([]byte(s.Text)))
	}
	fmt.Fprintf(out, "%-28s %7s %7s %7s %9s   of the larger: %s %s\n", "", "chars", "o200k", "claude", "estimate", "estimate", "chars/4")
	printLines(out, types)
	all := slices.Collect(maps.Values(sessions))
	slices.SortFunc(all, func(a, b *line) int {
		if a.name < b.name {
			return -1
		}
		return 1
	})
	fmt.Fprintln(out)
	printLines(out, all)
	quantiles(out, all)
	return nil
}

func printLines(out io.Writer, lines []*line) {
	for _, l := range lines {
		name := []rune(l.name)
		name = name[:min(len(name), 28)]
		fmt.Fprintf(out, "%-28s %7.0f %7.0f %7.0f %9.0f %24.2f %7.2f\n", string(name), l.chars, l.o200k, l.claude, l.guessed,
			l.ratio(), l.chars/4/max(l.o200k, l.claude))
	}
}

// quantiles prints how the sessions spread.
func quantiles(out io.Writer, lines []*line) {
	var r []float64
	inside := 0
	for _, l := range lines {
		if max(l.o200k, l.claude) == 0 {
			continue
		}
		r = append(r, l.ratio())
		if l.ratio() >= 0.97 && l.ratio() <= 1.25 {
			inside++
		}
	}
	if len(r) == 0 {
		return
	}
	slices.Sort(r)
	at := func(q float64) float64 { return r[int(q*float64(len(r)-1))] }
	fmt.Fprintf(out, "\n%d sessions: min %.2f, 2.5%% %.2f, median %.2f, 97.5%% %.2f, max %.2f; %.1f%% between 0.97 and 1.25\n",
		len(r), r[0], at(0.025), at(0.5), at(0.975), r[len(r)-1], 100*float64(inside)/float64(len(r)))
}
