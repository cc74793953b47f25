package recover

import (
	"cmp"
	"io"
	"strings"

	"trtools/pkg/transcript/dialect"
	"trtools/pkg/transcript/history"
	"trtools/pkg/transcript/outline"
)

// place puts the notices behind the last message of a user or of tools that
// stays, so that it is never in front of the result of an open call.
func (w *writer) place() error {
	if len(w.shape.notices) == 0 {
		return nil
	}
	text := strings.Join(w.shape.notices, "\n\n")
	w.count(text)
	if i := w.host(); i >= 0 {
		return w.into(i, text)
	}
	return w.behind(w.last(func(i int) bool {
		m := &w.d.h.Messages[i]
		return (m.Role == dialect.User || m.Role == dialect.Tool) && !m.Summary
	}), text)
}

// goOn puts the continuation behind an answer that was cut off.
func (w *writer) goOn() error {
	i := w.last(func(i int) bool { return !w.d.h.Messages[i].Notice })
	if i < 0 || w.d.h.Messages[i].Role != dialect.Assistant || w.d.h.Messages[i].Calls > 0 {
		return nil
	}
	w.count(Continuation)
	return w.behind(history.End, Continuation)
}

// last returns the last message that stays and is so, history.End if there is
// none.
func (w *writer) last(is func(int) bool) int {
	for i := len(w.d.facts) - 1; i >= 0; i-- {
		if w.shape.keep[i] && len(w.d.h.Messages[i].Records) > 0 && is(i) {
			return i
		}
	}
	return history.End
}

// host returns the message that a notice becomes a part of, -1 if it is to be a
// message of its own.
func (w *writer) host() int {
	return w.last(func(i int) bool {
		m := &w.d.h.Messages[i]
		rules := w.d.format(i).Rules()
		return rules.Joins && !m.Fixed && (m.Role == dialect.User || m.Role == dialect.Tool) && (rules.BesideResults || m.Results == 0)
	})
}

// into makes a text a part of a message.
func (w *writer) into(i int, text string) error {
	at := w.d.h.Messages[i].Records
	w.extra[at[len(at)-1]] = append(w.extra[at[len(at)-1]], w.d.format(i).Part(text))
	return nil
}

// behind puts a message of its own behind another one.
func (w *writer) behind(i int, text string) error {
	f := w.d.format(i)
	if w.d.h.Linked() {
		return w.link(i, f, text)
	}
	if len(w.d.h.Messages) == 0 {
		return nil
	}
	if i == history.End {
		i = len(w.d.h.Messages) - 1
	}
	at := int64(-1)
	for _, r := range w.d.h.Messages[i].Records {
		at = max(at, r)
	}
	like, doc, err := w.like(at)
	if err != nil {
		return err
	}
	var v dialect.View
	dialect.NewDetector(f, "").View(doc.Root(), &v)
	n := dialect.NewMessage{Like: doc.Root(), Text: text}
	stamp := v.Stamp()
	n.Ordinal, n.Millis = stamp.Ordinal, stamp.Follow(1).Millis
	if at+int64(len(like))+2 >= w.d.ledger.spool.Size() {
		n.Ordinal = stamp.Follow(1).Ordinal // the client goes on from the last line's
	}
	w.plan.After(at, f.Message(n))
	return nil
}

// like reads the record that a new one is put behind.
func (w *writer) like(at int64) ([]byte, *outline.Doc, error) {
	raw, err := w.d.record(at)
	if err != nil {
		return nil, nil, err
	}
	doc := new(outline.Doc)
	return raw, doc, doc.Parse(raw)
}

// link puts a record on the live path of a linked format.
func (w *writer) link(i int, f dialect.Format, text string) error {
	at, next := w.plan.Chain(i)
	_, doc, err := w.like(at)
	if err != nil {
		return err
	}
	var v dialect.View
	dialect.NewDetector(f, "").View(doc.Root(), &v)
	n := dialect.NewMessage{Like: doc.Root(), Text: text, Stamp: dialect.Stamp{Parent: v.ID.Text()}}
	after, before := v.Time.Text(), ""
	if next >= 0 {
		if before, err = w.timeOf(next, f); err != nil {
			return err
		}
	} else {
		after = max(after, w.d.h.LastTime())
	}
	n.Time, n.Millis = dialect.Later(after, 1, before)
	if n.RecordID, err = w.made(f, n.Parent, text); err != nil {
		return err
	}
	w.plan.Insert(at, next, n.RecordID, f.Message(n))
	return nil
}

func (w *writer) timeOf(at int64, f dialect.Format) (string, error) {
	_, doc, err := w.like(at)
	if err != nil {
		return "", err
	}
	var v dialect.View
	dialect.NewDetector(f, "").View(doc.Root(), &v)
	return v.Time.Text(), nil
}

// made returns the id of a new record: derived from its parent's and its text,
// and not in the file yet.
func (w *writer) made(f dialect.Format, parent, text string) (id string, err error) {
	id = f.MakeID(parent+"\x00"+text, func(id string) bool {
		taken, e := contains(io.NewSectionReader(&w.d.ledger.spool, 0, w.d.ledger.spool.Size()), `"`+id+`"`)
		err = cmp.Or(err, e)
		return taken && err == nil
	})
	return id, err
}

// contains reports whether a text stands in r.
func contains(r io.Reader, text string) (bool, error) {
	buf := make([]byte, 64<<10)
	kept := 0
	for {
		n, err := r.Read(buf[kept:])
		if strings.Contains(string(buf[:kept+n]), text) {
			return true, nil
		}
		if err == io.EOF {
			return false, nil
		}
		if err != nil {
			return false, err
		}
		tail := min(kept+n, len(text)-1)
		kept = copy(buf, buf[kept+n-tail:kept+n])
	}
}
