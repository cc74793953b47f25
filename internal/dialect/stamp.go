package dialect

import (
	"strconv"
	"time"

	"trtools/pkg/transcript/outline"
)

// Stamp is the place and time of a record, in formats that link or stamp
// theirs. In a new record what is empty is left out, or copied from the record
// that it is modelled on.
type Stamp struct {
	RecordID, Parent string
	Time             string // RFC 3339
	Millis           int64  // the same as Unix milliseconds
	Ordinal          string // a number's text
}

// Stamp returns the place and time of the record.
func (v *View) Stamp() Stamp {
	s := Stamp{RecordID: v.ID.Text(), Parent: v.Parent.Text(), Time: v.Time.Text(), Ordinal: string(v.Ordinal.Raw())}
	var err error
	if s.Millis, err = strconv.ParseInt(string(v.Millis.Raw()), 10, 64); err != nil {
		_, s.Millis = Later(s.Time, 0, "")
	}
	return s
}

// Follow returns the stamp of the n-th record that is put in behind this one at
// the end of its file, from 1 on: a child of it, n milliseconds and n numbers
// later. The id is left to Format.MakeID.
func (s Stamp) Follow(n int) Stamp {
	next := Stamp{Parent: s.RecordID, Ordinal: s.Ordinal}
	next.Time, next.Millis = Later(s.Time, n, "")
	if next.Time == "" && s.Millis != 0 {
		next.Millis = s.Millis + int64(n)
	}
	if o, err := strconv.Atoi(s.Ordinal); err == nil {
		next.Ordinal = strconv.Itoa(o + n)
	}
	return next
}

// follow places a record that was given no place behind the one that it is like, which has its
// id in a member. What it says tells it from others.
func (w *writing) follow(id, says string) {
	if w.RecordID == "" {
		w.Parent = w.like.Get(id).Text()
		w.RecordID = uuid5(w.Parent + "\x00" + says)
	}
	if w.Time == "" {
		w.Time, _ = Later(w.like.Get("timestamp").Text(), 1, "")
	}
}

// stampLayout is how the clients write times.
const stampLayout = "2006-01-02T15:04:05.000Z07:00"

// Later returns the time n milliseconds after another one, as RFC 3339 and as
// Unix milliseconds, kept before the time limit where there is room between the
// two. It returns "" and 0 if after is no time; limit may be empty.
//
// Older versions of Claude Code take the record with the greatest time for the
// leaf: a record in the middle must not be later than what follows it.
func Later(after string, n int, limit string) (text string, ms int64) {
	t, err := time.Parse(time.RFC3339Nano, after)
	if err != nil {
		return "", 0
	}
	made := t.Add(time.Duration(n) * time.Millisecond)
	if end, err := time.Parse(time.RFC3339Nano, limit); err == nil && !made.Before(end) && end.After(t.Add(time.Millisecond)) {
		made = end.Add(-time.Millisecond)
	}
	return TimeOf(made.UnixMilli()), made.UnixMilli()
}

// When returns when the record was written, in Unix milliseconds, 0 if it does not say.
func (v *View) When() int64 {
	if ms := number(v.Millis); ms > 0 {
		return int64(ms)
	}
	t, err := time.Parse(time.RFC3339Nano, v.Time.Text())
	if err != nil {
		return 0
	}
	return t.UnixMilli()
}

// TimeOf returns the text of a time in Unix milliseconds.
func TimeOf(ms int64) string { return time.UnixMilli(ms).UTC().Format(stampLayout) }

// SetTime returns the edits that give the record another time, in every member
// that holds it.
func (v *View) SetTime(text string) []outline.Edit {
	if v.Time.Kind() != outline.String {
		return nil
	}
	edits := []outline.Edit{replace(v.Time, outline.Quote(text))}
	if _, ms := Later(text, 0, ""); v.Millis.Kind() == outline.Number && ms != 0 {
		edits = append(edits, replace(v.Millis, []byte(millis(ms))))
	}
	return edits
}

// SetParent returns the edits that link the record to another parent, "" for
// none: null where the record has a member for it. A record without that member
// gets no parent: nothing that follows links would read it.
func (v *View) SetParent(id string) []outline.Edit {
	if !v.Declared.Exists() {
		return nil
	}
	return []outline.Edit{replace(v.Declared, []byte(strOrNull(id)))}
}

// SetOrdinal returns the edits that give the record rec another number, or one where it has
// none.
func (v *View) SetOrdinal(rec outline.Value, number string) []outline.Edit {
	if !v.Ordinal.Exists() {
		start, _ := rec.Span()
		return []outline.Edit{{Start: start + 1, End: start + 1, Text: []byte(`"ordinal":` + number + `,`)}}
	}
	return []outline.Edit{replace(v.Ordinal, []byte(number))}
}

// replace is the edit that puts a text in place of a value.
func replace(v outline.Value, text []byte) outline.Edit {
	start, end := v.Span()
	return outline.Edit{Start: start, End: end, Text: text}
}

func millis(ms int64) string {
	if ms == 0 {
		return ""
	}
	return strconv.FormatInt(ms, 10)
}
