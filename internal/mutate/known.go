package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// known has the changes of a package that people found to be none: another text
// of the code that does the same. A line of their file is
//
//	FILE: FUNCTION: CODE | OLD -> NEW | REASON
//
// with the line of the code as it stands there, without its indentation. The second
// change like that in a function is OLD -> NEW (2). FILE: * | REASON is about all of a
// file, such as a table of measured numbers. A line that begins with # is a comment.
type known map[string]bool

// inFile is the line for all changes of a file.
func inFile(m mutation) string { return filepath.ToSlash(m.file) + ": *" }

func (m mutation) key() string {
	key := filepath.ToSlash(m.file) + ": " + m.function + ": " + m.code + " | " + m.change()
	if m.nth > 1 {
		key += " (" + strconv.Itoa(m.nth) + ")"
	}
	return key
}

// readKnown reads the lines of the file about a package. No name is no file.
func readKnown(name, dir string) (known, error) {
	if name == "" {
		return nil, nil
	}
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	k := known{}
	for n, line := range strings.Split(string(data), "\n") {
		if line == "" || line[0] == '#' {
			continue
		}
		at := strings.LastIndex(line, " | ")
		if at < 0 || strings.Count(line, " | ") < 2 && !strings.HasSuffix(line[:at], ": *") || strings.TrimSpace(line[at+3:]) == "" {
			return nil, fmt.Errorf("%s:%d: not FILE: FUNCTION: CODE | OLD -> NEW | REASON", name, n+1)
		}
		if file, _, _ := strings.Cut(line, ": "); filepath.ToSlash(filepath.Dir(file)) == filepath.ToSlash(filepath.Clean(dir)) {
			k[line[:at]] = true
		}
	}
	return k, nil
}

func (k known) has(m mutation) bool { return k[m.key()] || k[inFile(m)] }

// gone returns the lines about which the code has no change any more.
func (k known) gone(list []mutation) (lines []string) {
	there := map[string]bool{}
	for _, m := range list {
		there[m.key()], there[inFile(m)] = true, true
	}
	for key := range k {
		if !there[key] {
			lines = append(lines, key)
		}
	}
	return lines
}
