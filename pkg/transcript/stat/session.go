package stat

import (
	"strings"
	"time"
	"unicode"

	"trtools/internal/dialect"
	"trtools/pkg/transcript"
	"trtools/pkg/transcript/outline"
)

// Session is what is told of a client's session as a whole. It is the one place where a
// text of the transcript is shown.
type Session struct {
	File      string    `json:"file"`
	Client    string    `json:"client"`
	Modified  time.Time `json:"modified"`
	Directory string    `json:"directory"` // that the session is about
	Prompt    string    `json:"prompt"`    // the beginning of the first one, on one line, without control characters

	Messages int64                     `json:"messages"` // live ones
	Tokens   int64                     `json:"tokens"`   // of these, estimated
	Healthy  bool                      `json:"healthy"`
	Findings map[transcript.Code]int64 `json:"findings"` // of tr-pair: errors and warnings
}

// mostPrompt is how many characters of the first prompt are shown.
const mostPrompt = 200

// lookAt looks for the directory and the first prompt in a record.
func (s *Session) lookAt(rec outline.Value, v *dialect.View) {
	if s.Directory == "" {
		s.Directory = inert(dialect.Directory(rec))
	}
	if s.Prompt != "" || v == nil || v.Class != dialect.Message || v.Sidechain || !v.Prompt() || v.Instructions() {
		return
	}
	var words []string
	for t := range v.Words() {
		words = append(words, t.Text())
	}
	s.Prompt = inert(strings.Join(words, " "))
}

// inert returns the beginning of a text on one line, in which no character does
// anything to a terminal.
func inert(text string) string {
	var b strings.Builder
	n := 0
	for _, word := range strings.Fields(text) {
		if n > 0 {
			word = " " + word
		}
		for _, r := range word {
			if n++; n > mostPrompt {
				return b.String() + "..."
			}
			if !unicode.IsPrint(r) {
				r = unicode.ReplacementChar
			}
			b.WriteRune(r)
		}
	}
	return b.String()
}

// tellSession passes on what there is to say of the session.
func (s *stage) tellSession() {
	about := *s.opt.Session
	about.File, about.Messages, about.Tokens = s.job.Name, s.total.Live, s.total.Tokens
	about.Findings = map[transcript.Code]int64{}
	for _, f := range s.pairs.Plan.Report.All() {
		if f.Severity != transcript.Info {
			about.Findings[f.Code]++
		}
	}
	about.Healthy = len(about.Findings) == 0
	if about.Healthy && (about.Messages == 0 || s.opt.Damaged) {
		return
	}
	s.push(&about, 1)
}
