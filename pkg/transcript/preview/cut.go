package preview

import "unicode/utf8"

// Limit says how much of a text is shown.
type Limit struct {
	Cap        int  // chars that may be left, marker included
	Head, Tail int  // chars that are shown at most
	Exact      bool // show so much or do not cut; else head and tail scale down to fit Cap
	Tokens     bool // the marker says the omitted tokens as well
}

// Wide returns a limit that shows as much as its cap allows.
func Wide(chars int) Limit { return Limit{Cap: chars, Head: chars, Tail: chars} }

// Change is a text after it was cut.
type Change struct {
	Raw  []byte // the JSON string that takes the place of the outermost one
	Size int    // chars that are left, marker included
	Path string // that the marker names
}

// Cut shortens the text to the limit. path is where a file holds it, "" if none
// does. It returns false if that makes nothing shorter. A cap that has no room
// for the marker with the path has one for the marker without, or is filled
// with the beginning of the text.
func (b *Body) Cut(l Limit, path string) (Change, bool) {
	if b.standIn && !l.Exact {
		return b.prefix(l.Cap)
	}
	if b.standIn {
		return Change{}, false
	}
	facts := b.Facts(path)
	l.Tokens = l.Tokens || b.old.withTokens
	if c, ok := b.preview(l, facts); ok {
		return c, true
	}
	facts.Path = ""
	if path := b.Facts(path).Path; path != "" && !l.Exact {
		if c, ok := b.preview(l, facts); ok {
			return c, true
		}
	}
	if l.Exact {
		return Change{}, false
	}
	return b.prefix(l.Cap)
}

// preview cuts with the marker that tells these facts.
func (b *Body) preview(l Limit, f Facts) (Change, bool) {
	room := l.Cap - utf8.RuneCountInString(f.Marker(f.Chars, l.Tokens))
	if room < 0 || l.Exact && room < l.Head+l.Tail {
		return Change{}, false
	}
	head, tail := l.share(room)
	from, to, ok := b.cutAt(head, tail)
	if !ok {
		return Change{}, false
	}
	omitted := f.Chars - b.shown(from, to)
	c, ok := b.replace(from, to, f.Marker(omitted, l.Tokens))
	c.Path = f.Path
	return c, ok
}

// share divides the room beside the marker: four fifths for the head, as in the
// standard preview, but no part gets more than it wants.
func (l Limit) share(room int) (head, tail int) {
	if room >= l.Head+l.Tail {
		return l.Head, l.Tail
	}
	tail = min(room/5, l.Tail)
	head = min(room-tail, l.Head)
	return head, room - head
}

// cutAt returns the range that goes, and false if nothing would that is still
// there.
func (b *Body) cutAt(head, tail int) (from, to int, ok bool) {
	dec := b.text.dec
	from, to = b.pools()
	if !b.was && head+tail >= b.Size {
		return 0, 0, false
	}
	wasFrom, wasTo := from, to
	if n := utf8.RuneCount(dec[:from]); n > head {
		from = headEnd(dec[:from], head)
	}
	if n := utf8.RuneCount(dec[to:]); n > tail {
		to += tailStart(dec[to:], tail)
	}
	return from, to, !b.was || from < wasFrom || to > wasTo
}

// prefix keeps the first chars, without a marker.
func (b *Body) prefix(chars int) (Change, bool) {
	head, _ := b.pools()
	end := head
	if utf8.RuneCount(b.text.dec[:head]) > chars {
		end = clusterBefore(b.text.dec[:head], advance(b.text.dec[:head], chars))
	}
	return b.replace(end, len(b.text.dec), "")
}

// Summarize replaces the whole text with a line that says what it was.
func (b *Body) Summarize(path string) (Change, bool) {
	if b.standIn {
		return Change{}, false
	}
	f := b.Facts(path)
	c, ok := b.replace(0, len(b.text.dec), f.Summary())
	c.Path = f.Path
	if !ok && f.Path != "" && f.Chars > 0 {
		f.Path = ""
		return b.replace(0, len(b.text.dec), f.Summary())
	}
	return c, ok
}

// replace puts with in the place of a range. It returns false if that makes the
// text no shorter, in chars and in bytes.
func (b *Body) replace(from, to int, with string) (Change, bool) {
	size := b.shown(from, to) + utf8.RuneCountInString(with)
	if size >= b.Size {
		return Change{}, false
	}
	raw := b.text.Replace(from, to, with)
	if len(raw) >= b.text.size() {
		return Change{}, false
	}
	return Change{Raw: raw, Size: size}, true
}
