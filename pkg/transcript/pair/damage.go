package pair

import (
	"bytes"

	"trtools/pkg/transcript"
	"trtools/pkg/transcript/outline"
)

// mended takes a damaged line that became one record, text, by itself.
func (a *analysis) mended(h held, text []byte) {
	if !a.opt.Mend {
		a.unreadLine(h.start, h.end, "line needs mending and --mend is off")
		return
	}
	var d outline.Doc
	_ = d.Parse(text)
	if a.job.Strict && !outline.Strict(text) {
		a.unreadLine(h.start, h.end, "line has bytes that JSON does not allow in strings")
		return
	}
	a.byteFindings(h, h.raw)
	a.region(h.start, h.end, piece{at: h.start, end: h.end, fix: true})
	if d.Root().Kind() != outline.Object {
		a.stray(h.start, h.end)
		return
	}
	a.record(h.start, h.end-h.start, &d)
}

// byteFindings notes the damage inside a line: a byte order mark, NUL bytes,
// half pairs.
func (a *analysis) byteFindings(h held, raw []byte) {
	if bytes.HasPrefix(raw, bom) {
		a.note(finding{code: transcript.BOM, at: h.start, start: h.start, end: h.start + 3, why: "byte order mark"})
	}
	for i := 0; i < len(raw); {
		j := bytes.IndexByte(raw[i:], 0)
		if j < 0 {
			break
		}
		i += j
		n := len(raw[i:]) - len(bytes.TrimLeft(raw[i:], "\x00"))
		a.note(finding{code: transcript.NULBytes, at: h.start, start: h.start + int64(i), end: h.start + int64(i+n),
			why: plural(n, "NUL byte")})
		i += n
	}
	n, first, last := 0, -1, -1
	for i := outline.LoneSurrogate(raw, 0); i >= 0; i = outline.LoneSurrogate(raw, i+6) {
		if n++; first < 0 {
			first = i
		}
		last = i + 6
	}
	if n > 0 {
		a.note(finding{code: transcript.LoneSurrogate, at: h.start, start: h.start + int64(first), end: h.start + int64(last),
			why: plural(n, "half surrogate pair") + ` replaced by \ufffd`})
	}
}

// joined takes a record that stood on several lines.
func (a *analysis) joined(h held, text []byte) {
	if !a.opt.Mend {
		a.unreadLine(h.start, h.end, "record is split over several lines and --mend is off")
		return
	}
	a.note(finding{code: transcript.SplitRecord, at: h.start, start: h.start, end: h.end,
		why: "record is split over several lines by a raw line break in a string"})
	a.region(h.start, h.end, piece{at: h.start, end: h.end, fix: true})
	var d outline.Doc
	_ = d.Parse(text)
	a.record(h.start, h.end-h.start, &d)
}

// dissected takes a line in its parts.
func (a *analysis) dissected(h held, parts []stretch, last bool) {
	if !a.opt.Mend || !mendable(parts, last, h.raw) {
		a.unreadLine(h.start, h.end, whyUnreadable(h, parts))
		return
	}
	a.byteFindings(h, h.raw)
	if n := wholes(parts); n > 1 {
		a.note(finding{code: transcript.GluedRecords, at: h.start, start: h.start, end: h.end,
			why: plural(n, "record") + " on one line"})
	}
	var pieces []piece
	for _, p := range parts {
		pieces = append(pieces, a.piece(h, p))
	}
	a.region(h.start, h.end, pieces...)
	for i, p := range pieces {
		if parts[i].kind == wholeRecord {
			a.pieceRecord(h, p)
		}
	}
}

// piece makes a piece of a part, and notes what goes.
func (a *analysis) piece(h held, s stretch) piece {
	p := piece{at: h.start + int64(s.from), end: h.start + int64(s.to)}
	if s.kind == wholeRecord {
		raw := h.raw[s.from:s.to]
		p.fix = outline.LoneSurrogate(raw, 0) >= 0 || bytes.IndexByte(raw, 0) >= 0
		return p
	}
	p.gone = true
	if s.kind == bareValue {
		a.note(finding{code: transcript.StrayValue, at: h.start, start: p.at, end: p.end, reject: true,
			why: "bare value in front of a record"})
		return p
	}
	why := "record was cut off"
	if s.kind == tornRecord {
		why = "record was cut off and another one written behind it"
	} else if s.kind == garbage {
		why = "end of a record whose beginning is lost"
	}
	a.note(finding{code: transcript.TornRecord, at: h.start, start: p.at, end: p.end, why: why, reject: true})
	return p
}

func (a *analysis) pieceRecord(h held, p piece) {
	text := h.raw[p.at-h.start : p.end-h.start]
	if p.fix {
		text, _ = mend(text)
	}
	var d outline.Doc
	if d.Parse(text) == nil {
		a.record(p.at, p.end-p.at, &d)
	}
}

// mendable reports whether a line can be taken apart without guessing: whole
// records, with torn ones before them; on the last line also a fragment.
func mendable(parts []stretch, last bool, raw []byte) bool {
	for i, p := range parts {
		final := last && i == len(parts)-1
		switch p.kind {
		case cutRecord:
			if !final {
				return false
			}
		case garbage:
			if !final || !fragment(raw[p.from:p.to]) {
				return false
			}
		}
	}
	return true
}

// fragment reports whether b looks like the end of a record, as it is left of a
// longer file that was overwritten (block/goose#2529).
func fragment(b []byte) bool {
	return b[0] != '{' && b[0] != '/' && b[0] != '#' && len(b) < 64<<10 &&
		(bytes.Contains(b, []byte(`":`)) || bytes.HasSuffix(b, []byte(`"}`)) || bytes.HasSuffix(b, []byte(`}}`)))
}

func wholes(parts []stretch) (n int) {
	for _, p := range parts {
		if p.kind == wholeRecord {
			n++
		}
	}
	return n
}

// whyUnreadable says what is wrong with a line that stays.
func whyUnreadable(h held, parts []stretch) string {
	switch {
	case len(parts) == 1 && parts[0].kind == cutRecord && parts[0].to-parts[0].from == 1,
		bytes.HasPrefix(h.raw, []byte("[")):
		return "line is no record; if the file is one JSON text over several lines, try: jq -c '.[]?' FILE"
	case bytes.HasPrefix(h.raw, []byte("\xff\xfe")), bytes.HasPrefix(h.raw, []byte("\xfe\xff")):
		return "file is UTF-16; convert it first: iconv -f UTF-16 -t UTF-8"
	case len(parts) > 0 && parts[len(parts)-1].kind == cutRecord:
		return "record is cut off"
	}
	return "line is not JSON"
}

// unreadLine notes a line that stays as it is.
func (a *analysis) unreadLine(start, end int64, why string) {
	a.unread = append(a.unread, start)
	if a.header.at < 0 {
		a.header.unread = append(a.header.unread, stretchAt{start, end})
	}
	a.note(finding{code: transcript.UnreadableLine, at: start, start: start, end: end, why: why})
}

// region notes that a stretch of the input is not one plain line.
func (a *analysis) region(start, end int64, pieces ...piece) {
	a.plan.regions[start] = &region{start, end, pieces}
	for _, p := range pieces {
		a.src.pieces[p.at] = p
	}
}
