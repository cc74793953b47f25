package recover

import (
	"slices"

	"trtools/internal/dialect"
)

// floor finds which messages of a conversation stay, by their roles: those that
// subject.floor finds where the user's messages are in their own words, and results stand
// right behind their calls.
type floor struct {
	stays   []bool
	dropped int // so many do not stay
	notice  int // the last one of a user or of tools that stays, -1 for none
}

// find finds what stays if the last keep messages do.
func (f *floor) find(roles []dialect.Role, keep int) {
	first, newest, cut := slices.Index(roles, dialect.User), lastIndex(roles, dialect.User), firstOf(roles, keep)
	f.stays, f.dropped, f.notice = f.stays[:0], 0, -1
	for from, to := 0, 0; from < len(roles); from = to {
		for to = from + 1; to < len(roles) && roles[to] == dialect.Tool; to++ {
		}
		all := (to > cut || from == first || from == newest) && to > first
		for i := from; i < to; i++ {
			f.take(i, roles[i], all || roles[i] == dialect.System)
		}
	}
}

// take takes the next message.
func (f *floor) take(i int, role dialect.Role, stays bool) {
	f.stays = append(f.stays, stays)
	switch {
	case !stays:
		f.dropped++
	case role == dialect.User || role == dialect.Tool:
		f.notice = i
	}
}

// firstOf returns where the last keep messages begin. Results in a row count as one, the
// system's messages do not count.
func firstOf(roles []dialect.Role, keep int) int {
	run := false
	for i, role := range slices.Backward(roles) {
		if role == dialect.System || role == dialect.Tool && run {
			continue
		}
		if keep == 0 {
			return i + 1
		}
		keep--
		run = role == dialect.Tool
	}
	return 0
}

func lastIndex(roles []dialect.Role, role dialect.Role) int {
	for i, r := range slices.Backward(roles) {
		if r == role {
			return i
		}
	}
	return -1
}
