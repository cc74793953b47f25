package cli

import (
	"bytes"
	"fmt"
	"os"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/goccy/go-json"
	urfave "github.com/urfave/cli/v2"

	"trtools/pkg/transcript"
	"trtools/pkg/transcript/classify"
)

// readsText reports whether the input of tr-classify is one text: somebody says so, or the
// only FILE holds the text of an error and no records.
func readsText(v *urfave.Context) bool {
	if v.Bool("text") || v.Bool("explain") {
		return true
	}
	files := v.Args().Slice()
	if len(files) != 1 || v.IsSet("error") || v.IsSet("error-file") || v.IsSet("dialect") {
		return false
	}
	info, err := os.Stat(files[0])
	if err != nil || !info.Mode().IsRegular() || info.Size() > maxErrorFile {
		return false
	}
	text, err := os.ReadFile(files[0])
	return err == nil && isErrorText(bytes.TrimSpace(text))
}

// isErrorText reports whether a text is words, none of whose lines is a record, or the body of
// an API's answer: over several lines, or in a list. In one line it is a record.
func isErrorText(text []byte) bool {
	if len(text) == 0 || !utf8.Valid(text) || bytes.IndexByte(text, 0) >= 0 {
		return false
	}
	if json.Valid(text) {
		var one map[string]json.RawMessage
		var list []map[string]json.RawMessage
		if bytes.IndexByte(text, '\n') >= 0 && json.Unmarshal(text, &one) == nil {
			list = append(list, one)
		} else if json.Unmarshal(text, &list) != nil {
			return false
		}
		return len(list) > 0 && !slices.ContainsFunc(list, isNoErrorBody)
	}
	for line := range bytes.Lines(text) {
		if line = bytes.TrimSpace(line); len(line) > 1 && line[0] == '{' && json.Valid(line) {
			return false
		}
	}
	return text[0] != '{' // the beginning of a record is damage
}

// isNoErrorBody reports whether an object has no error, or is a request.
func isNoErrorBody(o map[string]json.RawMessage) bool {
	return len(o["error"]) == 0 || len(o["messages"])+len(o["contents"])+len(o["input"])+len(o["role"]) > 0
}

// setupClassify has verdicts said in words on a terminal, by stages that write only those.
func setupClassify(v *urfave.Context, t terminal) (way, error) {
	if err := checkClassify(v); err != nil {
		return way{}, err
	}
	o, err := classifyOptions(v)
	w := way{lists: o.Only, text: o.Text, hint: textHint}
	if t.is && !o.Explain {
		session := "SESSION.jsonl"
		if files := v.Args().Slice(); len(files) == 1 && !o.Text {
			session = files[0]
		}
		w.drawer = &drawer{draw: verdictWords(session).draw}
		o.Only = o.Only || !o.Text
	}
	w.stages = func(j transcript.Job) transcript.Stage { return classify.New(o, j) }
	return w, err
}

// verdictWords draws verdicts: what it is, what it says, and the next command for the session
// of that name.
type verdictWords string

func (w verdictWords) draw(lines [][]byte) string {
	var b strings.Builder
	for _, line := range lines {
		var v classify.Verdict
		if json.Unmarshal(line, &v) != nil {
			continue
		}
		fmt.Fprintf(&b, "%s: %s\n", v.Class, v.Action.Meaning())
		if facts := v.Facts(); facts != "" {
			fmt.Fprintf(&b, "  %s\n", facts)
		}
		if next := w.next(&v); next != "" {
			fmt.Fprintf(&b, "  %s\n", next)
		}
	}
	return b.String()
}

// next returns the command that does what a verdict asks for, "" if none does.
func (w verdictWords) next(v *classify.Verdict) string {
	session := shellQuote(string(w))
	switch {
	case v.Action == classify.Repair:
		return "tr-pair -w " + session
	case v.Action == classify.Shrink && v.LimitTokens != nil:
		return "tr-recover -w --max-tokens " + below(*v.LimitTokens) + " " + session
	case v.Action == classify.Shrink && v.LimitBytes != nil:
		return "tr-recover -w --max-payload " + below(*v.LimitBytes) + " " + session
	case v.Action == classify.Shrink && v.Class == classify.PayloadTooLarge:
		return "tr-recover -w --max-payload 1MB " + session
	case v.Action == classify.Shrink:
		return "tr-recover -w --level 1 " + session
	case v.Action.Recovers():
		return "tr-classify --error-file ERROR " + session + " | tr-recover -o FITS.jsonl"
	}
	return ""
}

// below returns nine tenths of a limit: a request also holds a system prompt and tools, which
// are not in the file.
func below(limit int64) string {
	n := limit / 10 * 9
	if n < 10_000 {
		return fmt.Sprint(n)
	}
	return fmt.Sprintf("%dk", n/1000)
}
