package transcripttest

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
)

// Links says whether every record on the live path of a linked format finds its
// parent. A parent that stands before the beginning of the file is not missed. Every event
// of the Copilot CLI names the one before it.
func Links(d Dialect, data []byte) error {
	records := decode(data)
	switch {
	case d.Name == "copilot-cli":
		if len(records) < bytes.Count(data, []byte("\n")) {
			return errors.New("a line is no record")
		}
		return trail(records)
	case !d.Linked:
	case d.Name == "pi":
		return climbs(records, "id", "parentId")
	case d.Name == "qwen-code":
		return climbs(records, "uuid", "parentUuid")
	default:
		s := parseSession(records)
		return s.whole(s.bridged(s.pointed()))
	}
	return nil
}

func trail(events []record) error {
	for i := 1; i < len(events); i++ {
		if before, names := events[i-1].str("id"), events[i].str("parentId"); names != before {
			return fmt.Errorf("line %d: parent is %q, not %q", events[i].line, names, before)
		}
	}
	return nil
}

// climbs wants the way up from the last record to end at a root, or where the first does.
func climbs(records []record, own, above string) error {
	records = slices.DeleteFunc(records, func(r record) bool { return r.str("type") == "session" || r.str(own) == "" })
	if len(records) == 0 {
		return nil
	}
	path := climb(records, own, above)
	if parent := path[0].str(above); parent != "" && parent != records[0].str(above) {
		return fmt.Errorf("line %d: parent %q is lost", path[0].line, parent)
	}
	return nil
}

func (s *session) whole(path []record) error {
	before := "" // the parent of the first record, which the file need not have
	for _, r := range slices.Backward(s.recs) {
		if sideOf(r) == "" {
			before = r.str("parentUuid")
		}
	}
	for _, r := range path {
		id := s.parentID(r)
		if id != "" && s.byID[id].object == nil && id != before {
			return fmt.Errorf("line %d: parent %q is lost", r.line, id)
		}
	}
	return nil
}
