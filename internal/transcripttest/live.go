package transcripttest

import "slices"

// LiveLine is a line of which a client sends something.
type LiveLine struct {
	Line   int    // from 1
	Thread string // name of the sidechain, "" for the main thread
}

// Live returns the lines that the newest reader sends something of, in order. Of
// a format that writes a whole conversation on a line it is the line.
func Live(d Dialect, data []byte) []LiveLine {
	threads := d.Threads(data)
	for len(threads) > 1 && threads[1].Name == "" {
		threads = threads[1:] // an older reader
	}
	var list []LiveLine
	for _, t := range threads {
		for _, it := range t.Items {
			for _, n := range it.Lines {
				list = append(list, LiveLine{n, t.Name})
			}
		}
	}
	slices.SortFunc(list, func(a, b LiveLine) int { return a.Line - b.Line })
	return slices.Compact(list)
}
