package transcripttest

import "slices"

// session is a file of Claude Code as one client sees it.
type session struct {
	recs    []record // with an id, in the order of the file
	byID    map[string]record
	place   map[string]int    // id: index in recs
	parents map[string]string // links that the client changes in memory
	pointer string
}

func parseSession(records []record) *session {
	s := &session{byID: map[string]record{}, place: map[string]int{}, parents: map[string]string{}}
	for _, r := range records {
		if r.str("type") == "last-prompt" {
			s.pointer = r.str("leafUuid")
		}
		if id := r.str("uuid"); id != "" {
			s.place[id] = len(s.recs)
			s.recs, s.byID[id] = append(s.recs, r), r
		}
	}
	return s
}

// linked reports whether a record can be a leaf.
func linked(r record) bool {
	return slices.Contains([]string{"user", "assistant", "attachment", "system"}, r.str("type"))
}

// sideOf names the thread of a record: "" is the main one.
func sideOf(r record) string {
	agent := r.str("agentId")
	if agent == "" && r.object["isSidechain"] == true {
		return "sidechain"
	}
	return agent
}

// latest is the record with the greatest time stamp, the leaf up to 2.1.47.
func (s *session) latest() (leaf record) {
	for _, r := range s.recs {
		if linked(r) && sideOf(r) == "" && (leaf.object == nil || r.str("timestamp") > leaf.str("timestamp")) {
			leaf = r
		}
	}
	return leaf
}

// last is the last record of a thread, the leaf in 2.1.105.
func (s *session) last(side string) (leaf record) {
	for _, r := range s.recs {
		if linked(r) && sideOf(r) == side {
			leaf = r
		}
	}
	return leaf
}

// pointed is the tip below the record that the last pointer names, or the last
// record: the leaf from 2.1.197 on.
func (s *session) pointed() (leaf record) {
	if s.byID[s.pointer].object == nil {
		return s.last("")
	}
	below := map[string]bool{s.pointer: true}
	for _, r := range s.recs {
		if linked(r) && (r.str("uuid") == s.pointer || below[r.str("parentUuid")]) {
			below[r.str("uuid")] = true
			leaf = r
		}
	}
	return leaf
}

// parentID is the id of a record's parent.
func (s *session) parentID(r record) string {
	if id, ok := s.parents[r.str("uuid")]; ok {
		return id
	}
	return r.str("parentUuid")
}

// strict follows the links and nothing else: the path up to 2.1.47.
func (s *session) strict(leaf record) []record {
	return s.path(leaf, func(r record) record { return s.byID[s.parentID(r)] })
}

// bridged takes, for a parent that is lost, the record before the one that names
// it: the path from 2.1.105 on.
func (s *session) bridged(leaf record) []record { return s.path(leaf, s.parent) }

func (s *session) parent(r record) record {
	id := s.parentID(r)
	if p := s.byID[id]; p.object != nil || id == "" {
		return p
	}
	for i := s.place[r.str("uuid")] - 1; i >= 0; i-- {
		if linked(s.recs[i]) && sideOf(s.recs[i]) == sideOf(r) {
			return s.recs[i]
		}
	}
	return record{}
}

// path returns the way up from a leaf, downwards. It stops at a cycle.
func (s *session) path(leaf record, parent func(record) record) []record {
	var path []record
	seen := map[string]bool{}
	for r := leaf; r.object != nil && !seen[r.str("uuid")]; r = parent(r) {
		seen[r.str("uuid")] = true
		path = append(path, r)
	}
	slices.Reverse(path)
	return path
}

// beside returns the records under the path's root that are not on the path.
func (s *session) beside(path []record) []record {
	if len(path) == 0 {
		return nil
	}
	on := map[string]bool{}
	for _, r := range path {
		on[r.str("uuid")] = true
	}
	root := path[0].str("uuid")
	var list []record
	for _, r := range s.recs {
		if up := s.bridged(r); !on[r.str("uuid")] && up[0].str("uuid") == root {
			list = append(list, r)
		}
	}
	return list
}
