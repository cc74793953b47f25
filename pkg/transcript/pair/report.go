package pair

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"trtools/pkg/transcript"
	"trtools/pkg/transcript/rewrite"
)

// settleFindings sorts the findings by place and looks up the line and the hash
// of each.
func (a *analysis) settleFindings() []transcript.Finding {
	slices.SortStableFunc(a.plan.findings, func(x, y finding) int { return cmp.Compare(x.start, y.start) })
	count, sums := rewrite.Places{Source: a.src.r}, summer{src: a.src}
	list := make([]transcript.Finding, len(a.plan.findings))
	for i, f := range a.plan.findings {
		list[i] = transcript.Finding{
			Tool: "tr-pair", File: a.job.Name, Line: count.Line(f.start), Offset: f.start, Length: f.end - f.start,
			SHA256: sums.of(f.start, f.end), Code: f.code, Severity: f.severity, Action: f.action,
			ID: f.id, Message: f.message(),
		}
	}
	return list
}

// longestID is how much of an id a message shows, in bytes.
const longestID = 200

// message is what the finding says, with the id that it is about.
func (f *finding) message() string {
	id := f.id
	switch {
	case id == "":
		return f.why
	case len(id) > longestID:
		id = strings.ToValidUTF8(id[:longestID], "") + "..."
	}
	return fmt.Sprintf("%s: %q", f.why, id)
}

// summer hashes stretches of the input. Many findings can be about one large
// record: it remembers the last stretch.
type summer struct {
	src        *source
	start, end int64
	last       string
}

func (s *summer) of(start, end int64) string {
	if s.last == "" || start != s.start || end != s.end {
		s.start, s.end, s.last = start, end, s.src.sum(start, end)
	}
	return s.last
}

// sum returns the SHA-256 of a stretch of the input, read in pieces.
func (s *source) sum(start, end int64) string {
	h := sha256.New()
	if _, err := io.Copy(h, io.NewSectionReader(s.r, start, end-start)); err != nil {
		s.fail(err)
	}
	return hex.EncodeToString(h.Sum(nil))
}

// summary counts what was done.
type summary map[transcript.Action]int

// verbs are the actions in the order and words of the summary.
var verbs = []struct {
	action transcript.Action
	done   string
}{
	{transcript.Inject, "injected"}, {transcript.Move, "moved"}, {transcript.Remove, "removed"},
	{transcript.Rename, "renamed"}, {transcript.Relink, "relinked"}, {transcript.Split, "split"},
	{transcript.Join, "joined"}, {transcript.Replace, "replaced"},
}

// String says what was done, "" if nothing was.
func (s summary) String() string {
	var parts []string
	for _, v := range verbs {
		if n := s[v.action]; n > 0 {
			parts = append(parts, strconv.Itoa(n)+" "+v.done)
		}
	}
	return strings.Join(parts, ", ")
}
