package transcripttest

import "slices"

// readClaudeBoth reads a session as old and as new versions of Claude Code do.
func readClaudeBoth(data []byte) [][]Item {
	return append([][]Item{readClaudeOld(data)}, readClaudeNew(data)...)
}

// session is a file of Claude Code.
type session struct {
	recs    []object // with an id, in the order of the file
	byID    map[string]object
	place   map[string]int
	pointer string
}

func parseSession(data []byte) *session {
	s := &session{byID: map[string]object{}, place: map[string]int{}}
	for _, o := range decode(data) {
		if str(o, "type") == "last-prompt" {
			s.pointer = str(o, "leafUuid")
		}
		if id := str(o, "uuid"); id != "" {
			s.place[id] = len(s.recs)
			s.recs, s.byID[id] = append(s.recs, o), o
		}
	}
	return s
}

// linked reports whether a record can be a leaf.
func linked(o object) bool {
	return slices.Contains([]string{"user", "assistant", "attachment", "system"}, str(o, "type"))
}

// readClaudeOld reads as versions up to 2.1.47 do: from the record with the
// greatest time stamp strictly along the parents, and nothing beside that.
func readClaudeOld(data []byte) []Item {
	s := parseSession(data)
	var leaf object
	for _, o := range s.recs {
		if linked(o) && (leaf == nil || str(o, "timestamp") > str(leaf, "timestamp")) {
			leaf = o
		}
	}
	return claudeItems(climb(s.byID, leaf, "uuid", "parentUuid"), nil)
}

// readClaudeNew reads as 2.1.105 and later do: a lost parent is bridged by the
// record before it, and what hangs beside the chain is collected.
func readClaudeNew(data []byte) [][]Item {
	s := parseSession(data)
	path := s.path(s.leaf())
	return [][]Item{claudeItems(path, s.beside(path))}
}

// leaf is the tip below the last pointer, or the last record.
func (s *session) leaf() object {
	var last object
	below := map[string]bool{s.pointer: true}
	for _, o := range s.recs {
		if !linked(o) {
			continue
		}
		if s.byID[s.pointer] == nil || str(o, "uuid") == s.pointer || below[str(o, "parentUuid")] {
			below[str(o, "uuid")] = true
			last = o
		}
	}
	return last
}

func (s *session) path(leaf object) []object {
	var path []object
	seen := map[string]bool{}
	for o := leaf; o != nil && !seen[str(o, "uuid")]; o = s.parent(o) {
		seen[str(o, "uuid")] = true
		path = append(path, o)
	}
	slices.Reverse(path)
	return path
}

// parent returns a record's parent, or what stands in for a lost one.
func (s *session) parent(o object) object {
	id := str(o, "parentUuid")
	if p := s.byID[id]; p != nil || id == "" {
		return p
	}
	for i := s.place[str(o, "uuid")] - 1; i >= 0; i-- {
		if linked(s.recs[i]) {
			return s.recs[i]
		}
	}
	return nil
}

// beside returns the records under the path's root that are not on the path.
func (s *session) beside(path []object) []object {
	if len(path) == 0 {
		return nil
	}
	on := map[string]bool{}
	for _, o := range path {
		on[str(o, "uuid")] = true
	}
	root := str(path[0], "uuid")
	var list []object
	for _, o := range s.recs {
		if !on[str(o, "uuid")] && s.rootOf(o) == root {
			list = append(list, o)
		}
	}
	return list
}

func (s *session) rootOf(o object) string {
	if path := s.path(o); len(path) > 0 {
		return str(path[0], "uuid")
	}
	return ""
}
