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

// Fate is what became of a record that a boundary names.
type Fate struct {
	ID string // its id from now on, "" if the record goes
	// For a record that goes: the next one of the segment that stays, towards
	// the tail and towards the head, "" if there is none; for an anchor, Above
	// is the record that its children hang on.
	Below, Above string
	// Then are the ids of records that are kept behind this one from now on.
	Then []string
}

// Edits returns the edits that keep what the boundary names true when records
// go or get other ids: the lists, the head, the tail and both anchors. A segment
// of which nothing stays is not named any longer.
func (p *Preserved) Edits(fate func(id string) Fate) []outline.Edit {
	if p.emptied(fate) {
		return p.removeMembers()
	}
	var edits []outline.Edit
	for _, list := range []outline.Value{p.List, p.All} {
		edits = append(edits, keepTrue(list, fate)...)
	}
	edits = append(edits, editNamedID(p.Head, fate, func(f Fate) string { return f.Below })...)
	edits = append(edits, editNamedID(p.Tail, withThen(fate), func(f Fate) string { return f.Above })...)
	for _, id := range []outline.Value{p.Anchor, p.ListAnchor} {
		edits = append(edits, editNamedID(id, fate, func(f Fate) string { return f.Above })...)
	}
	return edits
}

// withThen has the last record that is kept behind a record stand for it.
func withThen(fate func(string) Fate) func(string) Fate {
	return func(id string) Fate {
		f := fate(id)
		if n := len(f.Then); n > 0 {
			f.ID = f.Then[n-1]
		}
		return f
	}
}

// emptied reports whether nothing of the segment stays.
func (p *Preserved) emptied(fate func(string) Fate) bool {
	if !p.Exists() {
		return false
	}
	for id := range p.List.All() {
		if fate(id.Text()).ID != "" {
			return false
		}
	}
	if _, listed := p.List.First(); listed {
		return true
	}
	head, tail := fate(p.Head.Text()), fate(p.Tail.Text())
	return head.ID == "" && head.Below == "" || tail.ID == "" && tail.Above == ""
}

// removeMembers removes both members from the metadata.
func (p *Preserved) removeMembers() []outline.Edit {
	return outline.Without(p.meta, func(m outline.Value) bool {
		return string(m.Key()) == preservedSegment || string(m.Key()) == preservedMessages
	}).Edits()
}

// keepTrue edits a list of ids so that it names only records that still exist.
func keepTrue(list outline.Value, fate func(string) Fate) []outline.Edit {
	if list.Kind() != outline.Array {
		return nil
	}
	var edits []outline.Edit
	ids, i := outline.NewList(list), 0
	for id := range list.All() {
		f := fate(id.Text())
		if f.ID == "" {
			ids.Drop(i)
		} else {
			edits = append(edits, rename(id, f.ID)...)
		}
		for _, then := range f.Then {
			ids.Insert(i, outline.Quote(then))
		}
		i++
	}
	return append(edits, ids.Edits()...)
}

// editNamedID edits a member that holds one id.
func editNamedID(id outline.Value, fate func(string) Fate, instead func(Fate) string) []outline.Edit {
	if id.Kind() != outline.String {
		return nil
	}
	f := fate(id.Text())
	if f.ID == "" {
		f.ID = instead(f)
	}
	if f.ID == "" {
		return nil
	}
	return rename(id, f.ID)
}

// rename puts another text in place of an id, if it is another one.
func rename(id outline.Value, text string) []outline.Edit {
	if !id.Exists() || id.Is(text) {
		return nil
	}
	return []outline.Edit{replace(id, outline.Quote(text))}
}
