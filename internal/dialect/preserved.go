package dialect

import "trtools/pkg/transcript/outline"

// Preserved names the records in front of a compact_boundary of Claude Code
// that stay live. What each version of the client reads, and what it does when
// a record is missing, is in docs/clients.md (second round).
type Preserved struct {
	// From version 2.1.105 on (preservedSegment): the records from the tail up
	// the parents to the head, and the one that the segment hangs on, which is
	// the summary.
	Head, Tail, Anchor outline.Value
	// From version 2.1.197 on (preservedMessages): the records in their order,
	// and what they hang on. If one of them is missing, the client skips the
	// whole segment. All decides nothing: in healthy files one of its ids
	// stands on no line.
	List, All, ListAnchor outline.Value

	meta outline.Value // the object that holds both members
}

const (
	preservedSegment  = "preservedSegment"
	preservedMessages = "preservedMessages"
)

// preservedIn reads the metadata of a boundary.
func preservedIn(meta outline.Value) Preserved {
	segment, list := meta.Get(preservedSegment), meta.Get(preservedMessages)
	return Preserved{
		Head: segment.Get("headUuid"), Tail: segment.Get("tailUuid"), Anchor: segment.Get("anchorUuid"),
		List: list.Get("uuids"), All: list.Get("allUuids"), ListAnchor: list.Get("anchorUuid"),
		meta: meta,
	}
}

// Exists reports whether the boundary keeps records at all.
func (p *Preserved) Exists() bool {
	_, some := p.List.First()
	return some || !p.Head.Blank() && !p.Tail.Blank()
}

// Keeping is what becomes of the records that a boundary names.
type Keeping struct {
	Gone       map[string]bool     // ids of those that go
	Behind     map[string][]string // ids of records that are kept behind one of them from now on
	Head, Tail string              // the first and the last one that is kept then, no head if none stays
	Anchor     string              // what the segment hangs on then, "" for what it hangs on now
}

// Edits returns the edits that keep what the boundary names true when records go or are put
// in: the lists, the head, the tail and both anchors. A segment of which nothing stays is not
// named any longer.
func (p *Preserved) Edits(k Keeping) (edits []outline.Edit) {
	if !p.Exists() {
		return nil
	}
	if k.Head == "" {
		return p.removeMembers()
	}
	for _, list := range []outline.Value{p.List, p.All} {
		edits = append(edits, keepTrue(list, k)...)
	}
	if k.Gone[p.Head.Text()] {
		edits = append(edits, repoint(p.Head, k.Head)...)
	}
	if tail := p.Tail.Text(); k.Gone[tail] || len(k.Behind[tail]) > 0 {
		edits = append(edits, repoint(p.Tail, k.Tail)...)
	}
	for _, id := range []outline.Value{p.Anchor, p.ListAnchor} {
		if k.Anchor != "" {
			edits = append(edits, repoint(id, k.Anchor)...)
		}
	}
	return edits
}

// removeMembers removes both members from the metadata.
func (p *Preserved) removeMembers() []outline.Edit {
	return outline.Without(p.meta, func(m outline.Value) bool {
		return string(m.Key()) == preservedSegment || string(m.Key()) == preservedMessages
	}).Edits()
}

// keepTrue edits a list of ids so that it names only records that still exist.
func keepTrue(list outline.Value, k Keeping) []outline.Edit {
	if list.Kind() != outline.Array {
		return nil
	}
	ids, i := outline.NewList(list), 0
	for id := range list.All() {
		if k.Gone[id.Text()] {
			ids.Drop(i)
		}
		for _, then := range k.Behind[id.Text()] {
			ids.Insert(i, outline.Quote(then))
		}
		i++
	}
	return ids.Edits()
}

// repoint has a member name another record. What is no string names none.
func repoint(id outline.Value, to string) []outline.Edit {
	if id.Kind() != outline.String {
		return nil
	}
	return rename(id, to)
}

// rename puts another text in place of an id, if it is another one.
func rename(id outline.Value, text string) []outline.Edit {
	if !id.Exists() || id.Is(text) {
		return nil
	}
	return []outline.Edit{replace(id, outline.Quote(text))}
}
