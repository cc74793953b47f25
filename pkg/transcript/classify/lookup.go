package classify

import "strings"

// lookUp returns what stands behind a name and a tab in a table whose lines are sorted, and
// whether the table has it. A process judges few texts and asks for few of ten thousand
// names, so that reading the whole table into a map would take longer than all of its searches.
func lookUp(table, name string) (rest string, ok bool) {
	for table != "" {
		middle := strings.LastIndexByte(table[:len(table)/2], '\n') + 1
		line, behind, _ := strings.Cut(table[middle:], "\n")
		found, rest, _ := strings.Cut(line, "\t")
		switch strings.Compare(name, found) {
		case 0:
			return rest, true
		case -1:
			table = table[:middle]
		default:
			table = behind
		}
	}
	return "", false
}
