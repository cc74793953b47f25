package transcripttest

import (
	"fmt"
	"slices"
)

// readClaude reads a session as the versions of Claude Code do that differ in
// it, and its sidechains. Up to 2.1.47 a client cannot read back the layout in
// which results hang beside the chain: there it is left out.
func readClaude(old bool) func([]byte) []Thread {
	return func(data []byte) []Thread {
		records := decode(data)
		var list []Thread
		if old {
			s := parseSession(records)
			list = append(list, Thread{Reader: "2.1.47", Items: claudeItems(s.strict(s.latest()), nil)})
		}
		list = append(list, readClaude105(records), readClaude197(records))
		return append(list, readSides(parseSession(records))...)
	}
}

// readClaude105 reads as 2.1.105 does: what a boundary keeps is what stands
// between the head and the tail that it names.
func readClaude105(records []record) Thread {
	s := parseSession(records)
	boundary := s.boundary(s.last(""))
	segment := at(boundary.object, "compactMetadata", "preservedSegment")
	var err error
	if segment != nil {
		err = s.keepSegment(str(segment, "headUuid"), str(segment, "anchorUuid"), str(segment, "tailUuid"))
	}
	path := s.bridged(s.last(""))
	return Thread{Reader: "2.1.105", Items: claudeItems(path, s.beside(path)), Err: err}
}

// readClaude197 reads as 2.1.197 and later do: what a boundary keeps are the
// records that it lists, or a segment if it has no list.
func readClaude197(records []record) Thread {
	s := parseSession(records)
	boundary := s.boundary(s.pointed())
	var err error
	if list := at(boundary.object, "compactMetadata", "preservedMessages"); list != nil {
		err = s.keepList(str(list, "anchorUuid"), arr(list, "uuids"))
	} else if segment := at(boundary.object, "compactMetadata", "preservedSegment"); segment != nil {
		err = s.keepSegment(str(segment, "headUuid"), str(segment, "anchorUuid"), str(segment, "tailUuid"))
	}
	path := s.bridged(s.pointed())
	return Thread{Reader: "2.1.197", Items: claudeItems(path, s.beside(path)), Err: err}
}

// boundary returns the compaction boundary that is the root above a leaf, if one
// is.
func (s *session) boundary(leaf record) record {
	if path := s.bridged(leaf); len(path) > 0 && path[0].str("subtype") == "compact_boundary" {
		return path[0]
	}
	return record{}
}

// keepSegment hangs what stands between head and tail behind the anchor, and the
// anchor's children on the tail.
func (s *session) keepSegment(head, anchor, tail string) error {
	up := s.bridged(s.byID[tail])
	from := -1
	for i, r := range up {
		if r.str("uuid") == head {
			from = i
		}
	}
	if head == tail && len(up) == 0 {
		return nil // nothing of it is left
	}
	if from < 0 || s.byID[anchor].object == nil {
		return fmt.Errorf("what a boundary keeps is skipped: there is no way from the tail %q to the head %q, or no anchor %q", tail, head, anchor)
	}
	s.adopt(anchor, tail)
	s.parents[head] = anchor
	return nil
}

// keepList chains the records of a list behind the anchor, and hangs the
// anchor's children on the last of them. A list of which a record is lost is
// skipped.
func (s *session) keepList(anchor string, ids []any) error {
	if !slices.ContainsFunc(ids, s.has) {
		return nil // nothing of it is left
	}
	if s.byID[anchor].object == nil {
		return fmt.Errorf("what a boundary keeps is skipped: the anchor %q is lost", anchor)
	}
	for _, v := range ids {
		if !s.has(v) {
			return fmt.Errorf("what a boundary keeps is skipped: record %q is lost", v)
		}
	}
	prev := anchor
	chain := map[string]string{}
	for _, v := range ids {
		id, _ := v.(string)
		chain[id], prev = prev, id
	}
	s.adopt(anchor, prev)
	for id, parent := range chain {
		s.parents[id] = parent
	}
	return nil
}

func (s *session) has(id any) bool {
	name, _ := id.(string)
	return s.byID[name].object != nil
}

// adopt hangs the children of one record on another.
func (s *session) adopt(from, to string) {
	for _, r := range s.recs {
		if r.str("parentUuid") == from {
			s.parents[r.str("uuid")] = to
		}
	}
}

// readSides reads the sidechains. Without an agent's id each root begins one.
func readSides(s *session) []Thread {
	type key struct{ side, root string }
	var order []key
	leaf := map[key]record{}
	for _, r := range s.recs {
		side := sideOf(r)
		if side == "" || !linked(r) {
			continue
		}
		k := key{side: side}
		if side == "sidechain" {
			k.root = s.bridged(r)[0].str("uuid")
		}
		if leaf[k].object == nil {
			order = append(order, k)
		}
		leaf[k] = r
	}
	var list []Thread
	for i, k := range order {
		path := s.bridged(leaf[k])
		list = append(list, Thread{Name: fmt.Sprintf("%s %d", k.side, i+1), Items: claudeItems(path, s.beside(path))})
	}
	return list
}
