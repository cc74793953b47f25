package recover

import (
	"slices"

	"trtools/internal/dialect"
	"trtools/internal/packed"
	"trtools/internal/plan"
	"trtools/pkg/transcript"
	"trtools/pkg/transcript/outline"
)

// briefs are conversations of which one look told all that becomes of them at the level
// that was asked for: old messages go, and a notice says so. A few bytes are held of each.
type briefs struct {
	cuts  plan.Cuts
	at    packed.Ascending    // where their lines begin,
	ends  packed.Ascending    // and where they end, before their endings
	words []words             // what is said of them,
	which packed.List[uint16] // and which of it of each
	known map[says]uint16     // the place of what is said in words
	last  brief               // of the conversation that came last: a verdict may be about it

	notices map[int][]byte // by the number of messages that go: the message that says so
}

// mostKnown is how many notices are remembered.
const mostKnown = 1 << 10

// notice returns the message that says how many go.
func (b *briefs) notice(dropped int) []byte {
	text := b.notices[dropped]
	if text == nil {
		text = dialect.UsualMessage(dialect.Shortened{Messages: int64(dropped)}.Text())
		if b.notices == nil || len(b.notices) == mostKnown {
			b.notices = map[int][]byte{}
		}
		b.notices[dropped] = text
	}
	return text
}

// brief is one of them, none without edits.
type brief struct {
	at, end int64
	edits   []outline.Edit
	says    says
}

// says is what there is to say of a conversation, words is how.
type (
	says  struct{ dropped, messages int }
	words struct{ notice, dropped, summary string }
)

// mostSaid bounds how many different things are said.
const mostSaid = 1 << 15

// flush takes the last one, as another conversation comes behind it. The edits of the last
// one are valid until then.
func (b *briefs) flush(level int) {
	x := b.last
	if b.last = (brief{}); x.edits == nil {
		return
	}
	k, known := b.known[x.says]
	if !known {
		if b.known == nil {
			b.known = map[says]uint16{}
		}
		k = uint16(len(b.words))
		b.known[x.says] = k
		b.words = append(b.words, x.says.words(level))
	}
	b.cuts.Add(x.at, x.edits)
	b.at.Add(x.at)
	b.ends.Add(x.end)
	b.which.Add(k)
}

// words says it.
func (x says) words(level int) words {
	return words{
		notice:  noticeWhy(dialect.Shortened{Messages: int64(x.dropped)}.Text()),
		dropped: droppedWhy(x.dropped, x.messages, level),
		summary: done{notices: 1}.summary(level, x.dropped),
	}
}

// tell reports what becomes of conversation i.
func (s *stage) tell(i int, at int64) {
	w := &s.briefs.words[*s.briefs.which.At(i)]
	s.report.Add(plan.Finding{Code: transcript.Notice, Ref: at, Start: at, End: at, Why: w.notice})
	s.report.Add(plan.Finding{Code: transcript.DroppedMessages, Ref: at, Start: at, End: s.briefs.ends.At(i), Why: w.dropped, Reject: true})
	s.addStatus(w.summary)
}

// shorten returns what a level makes of a conversation that needs nothing but that old
// messages go, with no edits if none do. It returns false if one look does not tell.
func (s *stage) shorten(at int64, level int, g *dialect.Glance) (x brief, ok bool) {
	if !g.OwnWords() || g.Mentions([]byte(noticeWord)) || slices.ContainsFunc(g.Asked, isContinuation) {
		return x, false
	}
	f := &s.floor
	if f.find(g.Roles, s.opt.keepCount(level)); f.dropped == 0 {
		return x, true
	}
	if f.notice < 0 || !s.isPlain(at) || len(s.briefs.words) >= mostSaid {
		return x, false
	}
	edits := g.Shorten(f.stays, f.notice, s.briefs.notice(f.dropped))
	return brief{at, s.input.end, edits, says{f.dropped, g.Messages}}, true
}

// isPlain reports whether the record at an offset is all of the line that is pushed, as it
// is, and bears no verdict.
func (s *stage) isPlain(at int64) bool {
	in, n := &s.input, len(s.marks.list)
	return at == in.at && in.record == in.end && !s.pairs.Mended(at) && (n == 0 || s.marks.list[n-1].at != at)
}
