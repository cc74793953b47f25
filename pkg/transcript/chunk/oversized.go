package chunk

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"trtools/internal/dialect"
	"trtools/internal/plan"
	"trtools/internal/preview"
	"trtools/pkg/transcript"
	"trtools/pkg/transcript/outline"
)

var errOversized = errors.New("a unit is larger than a chunk may be")

// leastShown is the lowest limit, in chars, that texts are cut to.
const leastShown = 100

// oversized deals with a unit that is larger than a chunk may be. It returns the records
// with shorter texts, to be summarized, or a note that takes the place of a summary.
func (s *stage) oversized(g *group, p chunk) (in io.Reader, note string, err error) {
	if s.opt.Oversized == FailOversized {
		return nil, "", errOversized
	}
	records := g.records(p)
	if s.opt.Oversized == CutOversized {
		for limit := p.size.Chars; limit >= leastShown; limit /= 2 {
			text, size := g.shortened(records, int(limit), &s.opt)
			if s.opt.fits(size) {
				return bytes.NewReader(text), "", g.plan.Err()
			}
		}
	}
	return nil, g.note(p, records), g.plan.Err()
}

// reportOversized reports a unit that is larger than a chunk may be.
func (s *stage) reportOversized(g *group, p chunk) {
	records := g.records(p)
	if len(records) == 0 {
		return
	}
	start, end := g.span(g.plan.Origin(records[0]))
	g.plan.Tell(&s.found, plan.Finding{
		Code: transcript.OversizedChunk, Ref: records[0], Start: start, End: end,
		Why: fmt.Sprintf("unit is larger than a chunk may be: %d tokens", s.opt.tokens(s.opt.measure(p.size))),
	})
}

// note returns the text that stands in for a unit which is not summarized.
func (g *group) note(p chunk, records []int64) string {
	var tools []string
	for _, ref := range records {
		v, _ := g.plan.View(ref, nil)
		for i := range v.Calls {
			if name := fmt.Sprintf("%q", v.Calls[i].Tool()); !slices.Contains(tools, name) && len(tools) < 10 {
				tools = append(tools, name)
			}
		}
	}
	text := fmt.Sprintf("[Not summarized: %d chars are too many.]", p.size.Chars)
	if len(tools) > 0 {
		text += " Tools that were called: " + strings.Join(tools, ", ") + "."
	}
	return text
}

// shortened returns records, one a line, with every text cut to a limit in chars, and the
// measure of what that leaves.
func (g *group) shortened(records []int64, limit int, o *Options) (text []byte, size int64) {
	var d outline.Doc
	var v dialect.View
	for _, ref := range records {
		raw := g.plan.Text(ref)
		if d.Parse(raw) != nil {
			continue
		}
		raw = outline.Splice(raw, cutStrings(nil, d.Root(), limit))
		text = append(append(text, raw...), '\n')
		was, _ := g.plan.View(ref, nil)
		if d.Parse(raw) == nil && dialect.NewDetector(was.Format, "").View(d.Root(), &v) {
			size += o.measure(g.x.WeightOf(&v))
		}
	}
	return text, size
}

// cutStrings returns the edits that cut every string of a value to a limit.
func cutStrings(edits []outline.Edit, v outline.Value, limit int) []outline.Edit {
	switch v.Kind() {
	case outline.Array, outline.Object:
		for el := range v.All() {
			edits = cutStrings(edits, el, limit)
		}
	case outline.String:
		if len(v.Raw()) <= limit || v.Chars() <= limit {
			break
		}
		if c, ok := preview.Read(preview.NewJSONString(v.Raw())).Cut(preview.Wide(limit), ""); ok {
			start, end := v.Span()
			edits = append(edits, outline.Edit{Start: start, End: end, Text: c.Raw})
		}
	}
	return edits
}
