package shrink

import (
	"errors"
	"fmt"
	"io/fs"
	"iter"

	"trtools/internal/dialect"
	"trtools/pkg/transcript"
	"trtools/pkg/transcript/tokens"
)

// Result is one tool result of the input, or something else that ages as one does.
type Result struct {
	In      *Line
	ID      string // of its call, as the result gives it
	Tool    string // name of the tool, "" if no call told
	Failed  bool   // it is an error
	Spilled bool   // its call reads spilled text back
	Copy    bool   // not a result, but a client's own copy of the results of its line
	Alone   bool   // its content is one text, or one part
	Texts   []*Text

	note *Note  // what there is to say of the decision
	said []Note // and of earlier ones
}

// Note says what was decided of a result and why.
type Note struct {
	Code       transcript.Code
	Severity   transcript.Severity
	Action     transcript.Action
	Why        string // without the id
	Start, End int    // the bytes of the line that it is about
}

// NewResult returns what a format sees of a result in a line. Texts that hold nothing are none.
func NewResult(l *Line, v *dialect.View, x *dialect.Result) Result {
	r := Result{In: l, Failed: v.Failed(x)}
	r.Add(v.Texts(x))
	return r
}

// Add adds texts to the result. Those that hold nothing, or stand for images, are none.
func (r *Result) Add(texts []dialect.ResultText) {
	for _, x := range texts {
		if t := newText(r.In, x); t.Bound() > 0 && !standsForImages(x.Value.Raw()) {
			r.Texts = append(r.Texts, t)
		}
	}
}

// sum adds up what f tells of the texts.
func (r *Result) sum(f func(*Text) int) (n int) {
	for _, t := range r.Texts {
		n += f(t)
	}
	return n
}

// any reports whether f holds for one of the texts.
func (r *Result) any(f func(*Text) bool) bool {
	for _, t := range r.Texts {
		if f(t) {
			return true
		}
	}
	return false
}

// Size returns the chars that the result has, as far as it is decided.
func (r *Result) Size() int { return r.sum((*Text).Size) }

// Was returns the chars that the result had when it was read, or that the last decision left.
func (r *Result) Was() int { return r.sum((*Text).Was) }

// Original returns the chars that the result had before anybody here cut it.
func (r *Result) Original() int { return r.sum((*Text).Original) }

// Bound returns a number of chars that the result does not exceed, which costs nothing to
// know.
func (r *Result) Bound() int { return r.sum((*Text).Bound) }

// Tokens estimates the tokens of the result's texts as far as they are decided.
func (r *Result) Tokens(m tokens.Model) int {
	return r.sum(func(t *Text) int { return t.Tokens(m) })
}

// MayBeOver reports whether the result may have had more than so many chars before anybody
// here cut it. It costs less than to know.
func (r *Result) MayBeOver(chars int) bool { return r.Bound() > chars || r.any((*Text).mayBeCut) }

// MayBeNoisy reports whether the result may hold what only terminals read.
func (r *Result) MayBeNoisy() bool { return r.any((*Text).MayBeNoisy) }

// Changed reports whether something in the result gets shorter by what is decided now.
func (r *Result) Changed() bool { return r.any(func(t *Text) bool { return t.changed }) }

// Keep leaves the result as it is.
func (r *Result) Keep() {
	for _, t := range r.Texts {
		t.Keep()
	}
}

// Forget drops what was decoded of the result.
func (r *Result) Forget() {
	for _, t := range r.Texts {
		t.Forget()
	}
}

// Settle makes final what is decided: the next decision is about what that leaves.
func (r *Result) Settle() {
	for _, t := range r.Texts {
		t.settle()
	}
	r.said, r.note = r.Notes(), nil
}

// Notes returns what there is to say of the decisions, in their order.
func (r *Result) Notes() []Note {
	if r.note == nil {
		return r.said
	}
	return append(r.said[:len(r.said):len(r.said)], *r.note)
}

// Save writes the full texts of what gets shorter in a result. On failure, or on a line that
// is not sound, the result stays whole, a note says so, and Save returns false.
func (r *Result) Save() bool {
	if !r.Changed() {
		return true
	}
	if !r.In.Sound {
		r.keepWhole(transcript.UnreadableLine, "its strings are not valid JSON or UTF-8: the line is not edited")
		return false
	}
	for _, t := range r.Texts {
		if err := t.save(); err != nil {
			r.keepWhole(transcript.SpillFailed, NotKept(err))
			return false
		}
	}
	return true
}

// NotKept says that a text stays whole because of an error of keeping it in a file: without
// the names in the error, which may be of any length; the directory is on the command line.
func NotKept(err error) string {
	return "its full text cannot be kept in a file, so it stays whole: " + reason(err)
}

func reason(err error) string {
	if path, ok := errors.AsType[*fs.PathError](err); ok {
		return fmt.Sprintf("%s %q: %v", path.Op, path.Path, path.Err)
	}
	return err.Error()
}

// keepWhole leaves the result as it is.
func (r *Result) keepWhole(code transcript.Code, why string) {
	r.Keep()
	r.Note(code, transcript.Keep, why)
	r.note.Severity = transcript.Error
}

// Note says why a result changed.
func (r *Result) Note(code transcript.Code, action transcript.Action, why string) {
	r.note = &Note{Code: code, Severity: transcript.RuleOf(code).Severity, Action: action, Why: why}
	r.note.Start, r.note.End = r.span()
}

// Code returns what the note of the decision is about, "" without one.
func (r *Result) Code() transcript.Code {
	if r.note == nil {
		return ""
	}
	return r.note.Code
}

// Cut yields where the texts stand in the line that change.
func (r *Result) Cut() iter.Seq2[int, int] {
	return func(yield func(int, int) bool) {
		for _, t := range r.Texts {
			if t.changes() && !yield(t.start, t.end) {
				return
			}
		}
	}
}

// span returns the bytes of the line that the texts which change are in, or all texts if none
// does.
func (r *Result) span() (start, end int) {
	some := r.Changed()
	for _, t := range r.Texts {
		if some && !t.changed {
			continue
		}
		if end == 0 || t.start < start {
			start = t.start
		}
		end = max(end, t.end)
	}
	return start, end
}
