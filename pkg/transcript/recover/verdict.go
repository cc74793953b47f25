package recover

import (
	"bytes"
	"strconv"

	"trtools/pkg/transcript"
	"trtools/pkg/transcript/classify"
	"trtools/pkg/transcript/dialect"
	"trtools/pkg/transcript/outline"
)

// verdict is what the stream says about the last error.
type verdict struct {
	class       classify.Class
	recoverable bool
	attempt     int
}

// payload reports whether somebody on the way found the request too large, and
// not the model.
func (v *verdict) payload() bool {
	switch v.class {
	case classify.PayloadTooLarge, classify.WAFBlock, classify.StreamCut:
		return v.recoverable
	}
	return false
}

// mark is a record of the input with a verdict.
type mark struct {
	at, end, line int64
	own           bool // the record is there only for the verdict
}

// marks finds the verdicts in an input.
type marks struct {
	list   []mark
	last   *verdict // of the last error that no answer followed
	extra  int64    // bytes of verdicts in records that are messages themselves
	detect *dialect.Detector
	view   dialect.View
}

var word = []byte(`"classification"`)

// see looks at a record that stands at an offset of the source.
func (m *marks) see(r *transcript.Record, at int64) {
	may := bytes.Contains(r.Raw, word)
	if r.TooLong || !may && m.last == nil {
		return
	}
	doc, err := r.Doc()
	if err != nil {
		return
	}
	rec := doc.Root()
	known := m.detect.View(rec, &m.view)
	how, v := classify.MarkOf(rec)
	switch {
	case how != classify.NoMark:
		m.list = append(m.list, mark{at, at + int64(len(r.Raw)), r.Line, how == classify.Own})
		m.last = readVerdict(v)
		if how == classify.Member && known && !m.view.Format.Rules().Session {
			m.extra += int64(len(v.Raw()) + len(word) + 2)
		}
	case known && m.view.Class == dialect.Message && m.view.Role == dialect.Assistant:
		m.last = nil // the model has answered since
	}
}

func readVerdict(v outline.Value) *verdict {
	attempt, _ := strconv.Atoi(string(v.Get("attempt").Raw()))
	return &verdict{
		class: classify.Class(v.Get("class").Text()), recoverable: v.Get("recoverable").True(), attempt: attempt,
	}
}

// trailing returns how many marks at the end of an input are records of their
// own with nothing behind them, and where the input ends without them.
func (m *marks) trailing(size int64) (n int, end int64) {
	end = size
	for n < len(m.list) {
		k := m.list[len(m.list)-1-n]
		if !k.own || k.end != end {
			break
		}
		n, end = n+1, k.at
	}
	return n, end
}

// stripped returns the text of a record without its verdict.
func stripped(raw []byte) []byte {
	var d outline.Doc
	if d.Parse(raw) != nil {
		return raw
	}
	if how, _ := classify.MarkOf(d.Root()); how != classify.Member {
		return raw
	}
	return outline.Splice(raw, classify.Strip(d.Root()))
}
