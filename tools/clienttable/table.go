package main

import (
	"fmt"
	"slices"
	"strings"
)

// whole says whether a client went on with all that stands in the file.
func (v verdict) whole() bool {
	return v.Loaded && v.Valid && v.CallsSent == v.Calls && v.TextsSent == v.Texts
}

// less says whether a client sent less, or nothing that an API takes, where it did
// before.
func (v verdict) less(before verdict) bool {
	if !before.Loaded || !before.Valid {
		return false
	}
	return !v.Loaded || !v.Valid || v.TextsSent < before.TextsSent || v.CallsSent < before.CallsSent
}

func (v verdict) String() string {
	switch {
	case !v.Loaded:
		return "does not load"
	case !v.Valid:
		return fmt.Sprintf("400 (calls %d/%d, texts %d/%d)", v.CallsSent, v.Calls, v.TextsSent, v.Texts)
	}
	return fmt.Sprintf("calls %d/%d, texts %d/%d", v.CallsSent, v.Calls, v.TextsSent, v.Texts)
}

// table returns a row for every input and client, and a summary for every client.
func table(rows []row) string {
	var b strings.Builder
	b.WriteString("| client | version | session | sent before | sent after | |\n|---|---|---|---|---|---|\n")
	for _, r := range rows {
		fmt.Fprintf(&b, "| %s | %s | %s | %v | %v | %s |\n", r.client, r.after.Version, r.input, r.before, r.after, r.mark())
	}
	b.WriteString("\n| client | version | sessions | valid before | valid after | whole before | whole after | less than before |\n|---|---|---|---|---|---|---|---|\n")
	for _, s := range summaries(rows) {
		fmt.Fprintf(&b, "| %s | %s | %d | %d | %d | %d | %d | %d |\n", s.client, s.version, s.sessions, s.valid[0], s.valid[1], s.whole[0], s.whole[1], s.less)
	}
	return b.String()
}

// mark says what to look at in a row.
func (r row) mark() string {
	switch {
	case r.after.less(r.before):
		return "less"
	case !r.after.Loaded || !r.after.Valid:
		return fmt.Sprintf("not resumed, status %d", r.status)
	case !r.after.whole():
		return "in part"
	case !r.changed:
		return "as it was"
	}
	return ""
}

// summary counts the rows of a client.
type summary struct {
	client, version string
	sessions, less  int
	valid, whole    [2]int // before and after
}

func summaries(rows []row) (list []summary) {
	for _, r := range rows {
		i := slices.IndexFunc(list, func(s summary) bool { return s.client == r.client })
		if i < 0 {
			i, list = len(list), append(list, summary{client: r.client, version: r.after.Version})
		}
		list[i].add(r)
	}
	return list
}

func (s *summary) add(r row) {
	s.sessions++
	for k, v := range []verdict{r.before, r.after} {
		if v.Loaded && v.Valid {
			s.valid[k]++
		}
		if v.whole() {
			s.whole[k]++
		}
	}
	if r.after.less(r.before) {
		s.less++
	}
}
