package document

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"io"

	"trtools/internal/plan"
	"trtools/pkg/transcript"
)

// finding returns a finding about the elements as one about the document. What it is
// about begins and ends with no white space. An error of reading leaves it without a
// hash: whoever reads the document next meets that error as well.
func (d *Document) finding(x transcript.Finding) transcript.Finding {
	from, to := d.span(x.Offset, x.Length)
	x.Offset, x.Length = from, to-from
	x.Line = d.lineOf(from)
	h := sha256.New()
	if _, err := io.CopyBuffer(h, io.NewSectionReader(d.src, from, to-from), d.buf[:]); err == nil {
		x.SHA256 = hex.EncodeToString(h.Sum(nil))
	}
	return x
}

// span returns the bytes of the document that a span of the elements as lines is.
func (d *Document) span(offset, length int64) (from, to int64) {
	from = min(d.open+1+offset, d.close)
	to = min(from+length, d.size)
	if length == 0 {
		to = d.to(d.element(min(offset, d.Size()-1)))
	}
	at := d.skipSpace(from, to)
	if length == 0 {
		return at, at
	}
	return at, max(at, d.trimSpace(at, to))
}

// reject returns a reject of the elements as one of the document.
func (d *Document) reject(x transcript.Reject) transcript.Reject {
	raw, err := plan.Bytes(d.src, d.open+1+x.Offset, min(d.open+1+x.Offset+int64(len(x.Raw)), d.size))
	same := bytes.Clone(raw)
	d.asLines(same, d.open+1+x.Offset)
	if err != nil || !bytes.Equal(same, x.Raw) {
		raw = d.unline(bytes.Clone(x.Raw))
	}
	from, _ := d.span(x.Offset, int64(len(x.Raw)))
	x.Offset, x.Line, x.Raw = from, d.lineOf(from), bytes.Trim(raw, space)
	return x
}

// Mark returns the finding about a byte order mark in front of the document, and
// whether there is one: clients refuse such a file. If it is to be mended, the document
// is written without it.
func (d *Document) Mark(mend bool) (transcript.Finding, bool) {
	if d.mark == 0 {
		return transcript.Finding{}, false
	}
	sum := sha256.Sum256(bom)
	x := transcript.Finding{
		Line: 1, Length: d.mark, SHA256: hex.EncodeToString(sum[:]), Code: transcript.BOM,
		Severity: transcript.Error, Action: transcript.Keep, Message: "byte order mark; tr-pair takes it out",
	}
	if mend {
		d.head, x.Action, x.Message = d.mark, transcript.Remove, "byte order mark"
	}
	return x, true
}
