package preview

import "trtools/pkg/transcript/outline"

// Limit says how much of a text is shown.
type Limit struct {
	Cap        int     // chars that may be left, marker included
	Head, Tail int     // chars that are shown at most
	Exact      bool    // show so much or do not cut; else head and tail scale down to fit Cap
	Tokens     bool    // the marker says the omitted tokens as well
	Density    float64 // tokens a char, for that; 0 for a quarter
}

// Wide returns a limit that shows as much as its cap allows.
func Wide(chars int) Limit { return Limit{Cap: chars, Head: chars, Tail: chars} }

// Change is a text after it was cut.
type Change struct {
	Raw  []byte // the JSON string that takes the place of the outermost one
	Size int    // chars that are left, marker included
}

// Cut shortens the text to the limit. path is where a file holds it, "" if none
// does. It returns false if that makes nothing shorter. A cap that has no room
// for the marker with the path has one for the marker without, or is filled
// with the beginning of the text.
func (b *Body) Cut(l Limit, path string) (Change, bool) {
	switch {
	case b.standIn && l.Exact:
		return Change{}, false
	case b.standIn:
		return b.shortenStandIn(l.Cap)
	}
	if len(b.text.raw) <= 4*margin {
		b.text.Bytes() // both windows are all of it: its type is told by the same
	}
	facts := b.Facts(path)
	switch {
	case b.old.withTokens: // the rest of the original is as dense as what an earlier cut took
		l.Density = b.old.density
	case !l.Tokens:
		l.Density = 0
	case l.Density == 0:
		l.Density = perChar
	}
	if c, ok := b.preview(l, facts); ok {
		return c, true
	}
	facts.Path = ""
	if path := b.Facts(path).Path; path != "" && !l.Exact {
		if c, ok := b.preview(l, facts); ok {
			return c, true
		}
	}
	if l.Exact || b.Size <= l.Cap { // an earlier cut is as short as this one could be
		return Change{}, false
	}
	return b.prefix(l.Cap)
}

// preview shortens the text to head, tail and a marker that states the facts.
func (b *Body) preview(l Limit, f Facts) (Change, bool) {
	room := l.Cap - f.markerSize(f.Chars, l.Density)
	if room < 0 || l.Exact && room < l.Head+l.Tail {
		return Change{}, false
	}
	kept, ok := b.cutAt(l.splitRoom(room))
	if !ok {
		return Change{}, false
	}
	omitted := f.Chars - kept.chars
	var marker [usualMarker]byte
	return b.replace(kept, f.appendMarker(marker[:0], omitted, l.Density))
}

// splitRoom divides the room beside the marker: four fifths for the head, as in
// the standard preview, but neither part gets more than its own limit.
func (l Limit) splitRoom(room int) (head, tail int) {
	if room >= l.Head+l.Tail {
		return l.Head, l.Tail
	}
	tail = min(room/5, l.Tail)
	head = min(room-tail, l.Head)
	return head, room - head
}

// kept is what a cut shows of a text: all before one place of its spelling and
// all from another one on.
type kept struct {
	from, to int
	chars    int
}

// cutAt returns what is shown, and false if that is everything that is still
// there.
func (b *Body) cutAt(head, tail int) (kept, bool) {
	if !b.was && head+tail >= b.Size {
		return kept{}, false
	}
	first, last := b.windows(head, tail)
	from, shown := outline.Walk(first.dec, head)
	if from < len(first.dec) {
		from, shown = headBefore(first.dec, from, shown, head)
	}
	to, more := retreat(last.dec, tail)
	if to > 0 {
		to, more = tailBehind(last.dec, to, more, tail)
	}
	less := !b.was || from < len(first.dec) || to > 0
	kept := kept{from: first.spelled(b.text, from), chars: shown + more}
	if kept.to = last.at; last.at == 0 && to >= from { // both windows are all of the text
		kept.to = kept.from + spelled(b.text.raw[kept.from:], to-from)
	} else {
		kept.to = last.spelled(b.text, to)
	}
	return kept, less
}

// prefix keeps the first chars, without a marker.
func (b *Body) prefix(chars int) (Change, bool) {
	first, _ := b.windows(chars, 0)
	at, shown := outline.Walk(first.dec, chars)
	end := clusterBefore(first.dec, at)
	return b.replace(kept{first.spelled(b.text, end), len(b.text.raw), shown - outline.RuneCount(first.dec[end:at])}, nil)
}

// Summarize replaces the whole text with a line that says what it was.
func (b *Body) Summarize(path string) (Change, bool) {
	if b.standIn {
		return Change{}, false
	}
	f := b.Facts(path)
	if f.Path == "" {
		f.Path = b.pathOfFullText()
	}
	all := kept{0, len(b.text.raw), 0}
	c, ok := b.replace(all, []byte(f.Summary()))
	if !ok && f.Path != "" && f.Chars > 0 {
		f.Path = ""
		return b.replace(all, []byte(f.Summary()))
	}
	return c, ok
}

// ReplaceWith replaces the whole text with another one.
func (b *Body) ReplaceWith(with string) (Change, bool) {
	return b.replace(kept{to: len(b.text.raw)}, []byte(with))
}

// replace puts with in the place of what is not kept. It returns false if that
// makes the text no shorter, in chars and in bytes.
func (b *Body) replace(k kept, with []byte) (Change, bool) {
	size := k.chars + outline.RuneCount(with)
	if size >= b.Size {
		return Change{}, false
	}
	if raw := b.text.splice(k.from, k.to, with); len(raw) < b.text.size() {
		return Change{raw, size}, true
	}
	return Change{}, false
}
