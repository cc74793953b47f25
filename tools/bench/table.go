package main

import (
	"cmp"
	"fmt"
	"os/exec"
	"runtime"
	"slices"
	"strings"
)

// table has what was measured for one input, the reference in its first row.
type table struct {
	name string
	size int64
	rows []row
}

type row struct {
	name  string
	costs []cost
}

// String returns the table in Markdown: how many times as fast as the reference each
// command is, by its wall time and by its processor time, as the median of the rounds
// with the least and the greatest, and the greatest memory.
func (t table) String() string {
	var b strings.Builder
	first := t.rows[0]
	fmt.Fprintf(&b, "## %s, %.0f MB\n\n", t.name, float64(t.size)/1e6)
	fmt.Fprintf(&b, "| command | times as fast as `%s` | by processor time | MB in memory |\n|---|---|---|---|\n", first.name)
	for _, r := range t.rows {
		wall := ratios(first.costs, r.costs, wallOf)
		cpu := ratios(first.costs, r.costs, cpuOf)
		rss := slices.MaxFunc(r.costs, func(x, y cost) int { return cmp.Compare(x.rss, y.rss) }).rss
		fmt.Fprintf(&b, "| `%s` | %s | %s | %.1f |\n", r.name, spread(wall), spread(cpu), float64(rss)/1e6)
	}
	return b.String()
}

func wallOf(c cost) float64 { return c.wall.Seconds() }
func cpuOf(c cost) float64  { return c.cpu.Seconds() }

// ratios returns by round how many times as much the first one cost as the other,
// sorted.
func ratios(first, other []cost, of func(cost) float64) (list []float64) {
	for i := range first {
		list = append(list, of(first[i])/max(of(other[i]), 1e-9))
	}
	slices.Sort(list)
	return list
}

func spread(sorted []float64) string {
	return fmt.Sprintf("%.1f (%.1f–%.1f)", sorted[len(sorted)/2], sorted[0], sorted[len(sorted)-1])
}

// preface says what the figures were measured with.
func preface(o *options) string {
	tools := []string{runtime.Version()}
	for _, tool := range []string{"jq", "gojq"} {
		if out, err := exec.Command(tool, "--version").Output(); err == nil {
			tools = append(tools, strings.TrimSpace(string(out)))
		}
	}
	return fmt.Sprintf(`# Results of make bench

Every command in turn, from a file in the page cache to the null device, %d rounds. A
ratio is taken inside its round: the median, and in brackets the least and the greatest.
Measured with %d cores, %s/%s, %s. Memory is at least that of the process that
measures, which is what the row of cat shows.
`, o.rounds, runtime.NumCPU(), runtime.GOOS, runtime.GOARCH, strings.Join(tools, ", "))
}
