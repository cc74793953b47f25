package recover

import (
	"cmp"
	"slices"

	"trtools/internal/dialect"
	"trtools/internal/history"
	"trtools/internal/plan"
	"trtools/internal/refusal"
	"trtools/internal/shrink"
	"trtools/pkg/transcript/outline"
)

// imageAt names an image: the record that it is in, and its number among those of the record.
type imageAt struct {
	ref int64
	n   int
}

// images gives the images of the messages that stay, oldest first.
func (s *subject) images(stays []bool, give func(imageAt, dialect.Block)) {
	for i, f := range s.facts {
		if stays != nil && !stays[i] || f.is(isRead) && !f.is(hasImages) {
			continue
		}
		m := s.h.Message(i)
		for node := range m.Nodes() {
			n := s.h.Index.Node(node)
			if n.Is(history.Inner) {
				continue
			}
			v, _ := s.plan.View(n.Ref(), m.Format)
			for k, b := range v.Images() {
				give(imageAt{n.Ref(), k}, b)
			}
		}
	}
}

// olderImages returns all images of the messages that stay but the newest one.
func (s *subject) olderImages(stays []bool) map[imageAt]bool {
	older := map[imageAt]bool{}
	last := imageAt{}
	s.images(stays, func(at imageAt, _ dialect.Block) {
		older[at] = true
		last = at
	})
	delete(older, last)
	return older
}

// refusedImages returns the images to take out when an API has refused a request for its images:
// those with more bytes than the limit or with too long a side, of many the oldest ones, and
// those of the line that the error names, where none of them can be seen to be too large. Where
// nothing tells which, it is the older half, so that the next attempt takes more.
func (s *subject) refusedImages(limit, line int64) map[imageAt]bool {
	var list []imageAt
	var found []*refusal.Image
	s.images(nil, func(at imageAt, b dialect.Block) {
		list, found = append(list, at), append(found, refusal.ImageOf(b))
	})
	if limit == 0 {
		limit = refusal.MostImageBytes
	}
	pixels := refusal.MostPixels
	if len(list) > refusal.ManyImagesFrom {
		pixels = refusal.MostPixelsOfMany
	}
	gone := map[imageAt]bool{}
	for i, m := range found {
		if m.Width > pixels || m.Height > pixels || int64(m.Bytes) > limit || i < len(list)-refusal.ManyImagesFrom {
			gone[list[i]] = true
		}
	}
	takeNamed(gone, s.imagesOf(list, line))
	if len(gone) == 0 {
		takeNamed(gone, list[:(len(list)+1)/2])
	}
	return gone
}

// imagesOf returns those of some images that a line holds. Lines of a conversation are no
// records of their own: it has none.
func (s *subject) imagesOf(list []imageAt, line int64) (of []imageAt) {
	if line == 0 || s.list {
		return nil
	}
	list = slices.Clone(list)
	slices.SortStableFunc(list, func(a, b imageAt) int { return cmp.Compare(a.ref, b.ref) })
	places := plan.PlacesIn(s.job)
	for _, at := range list {
		if places.Line(at.ref) == line {
			of = append(of, at)
		}
	}
	return of
}

// takeNamed adds images to those that go, unless one of them goes already.
func takeNamed(gone map[imageAt]bool, named []imageAt) {
	for _, at := range named {
		if gone[at] {
			return
		}
	}
	for _, at := range named {
		gone[at] = true
	}
}

// omitImages puts a text in place of those images of a record that gone has, and counts them.
func omitImages(e *shrink.Edits, v *dialect.View, ref int64, gone map[imageAt]bool) int {
	var images []dialect.Block
	for n, b := range v.Images() {
		if gone[imageAt{ref, n}] {
			images = append(images, b)
		}
	}
	for list := images; len(list) > 0; {
		n := 1
		for n < len(list) && list[n].List.Same(list[0].List) {
			n++
		}
		replaceBlocks(e, v, list[:n], shrink.NoImages(n))
		list = list[n:]
	}
	return len(images)
}

// replaceBlocks puts a text in place of the first of some blocks of one list, and takes the
// others out.
func replaceBlocks(e *shrink.Edits, v *dialect.View, blocks []dialect.Block, text string) {
	dropBlocks(e, blocks[1:])
	start, end := blocks[0].Item.Span()
	e.Put(start, end, v.Format.Part(text))
}

func dropBlocks(e *shrink.Edits, blocks []dialect.Block) {
	for _, b := range blocks {
		list, _ := b.List.Span()
		element, _ := b.Item.Span()
		e.Drop(list, element)
	}
}

// dropThoughts takes the reasoning out of a record, and counts its parts. A note stands for it
// where the record holds nothing else, and where the reasoning is a text of its own: some APIs
// want one.
func dropThoughts(e *shrink.Edits, v *dialect.View) (n int) {
	thoughts := v.Thoughts()
	if len(thoughts) > 0 && len(thoughts) == v.Body.Len() {
		replaceBlocks(e, v, thoughts, shrink.NoReasoning)
	} else {
		dropBlocks(e, thoughts)
	}
	for _, t := range v.Reasoning() {
		if note := outline.Quote(shrink.NoReasoning); len(t.Raw()) > len(note) {
			start, end := t.Span()
			e.Put(start, end, note)
			n++
		}
	}
	return n + len(thoughts)
}
