package main

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"unicode/utf8"

	"trtools/internal/transcripttest"
	"trtools/pkg/transcript"
	"trtools/pkg/transcript/pair"
)

// version is that of the vectors. It grows when a field or an expectation changes
// its meaning; new cases and classes do not count.
const version = 1

// manifest says what the vectors are.
type manifest struct {
	Version  int               `json:"version"`
	Cases    int               `json:"cases"`
	SHA256   string            `json:"sha256"` // of vectors.jsonl
	Verdicts map[string]int    `json:"verdicts"`
	Classes  map[string]string `json:"classes"`
	Dialects map[string]int    `json:"dialects"` // the number of cases of each
}

// vector is one damaged file and what becomes of it.
type vector struct {
	ID       string    `json:"id"`
	Class    string    `json:"class"`
	Dialect  string    `json:"dialect"`
	Verdict  string    `json:"verdict"`
	Findings []finding `json:"findings"`
	Input    text      `json:"input"`
	Output   *text     `json:"output,omitempty"` // nil: the input
	SHA256   string    `json:"output_sha256"`
}

// finding is what a repair tells.
type finding struct {
	Code   transcript.Code   `json:"code"`
	Line   int64             `json:"line"` // of the input
	Action transcript.Action `json:"action"`
}

// text is the content of a file. One of both is set.
type text struct {
	Text   string `json:"text,omitempty"`
	Base64 string `json:"base64,omitempty"` // of bytes that are not UTF-8
}

func textOf(b []byte) text {
	if utf8.Valid(b) {
		return text{Text: string(b)}
	}
	return text{Base64: base64.StdEncoding.EncodeToString(b)}
}

func (t text) bytes() ([]byte, error) {
	if t.Base64 != "" {
		return base64.StdEncoding.DecodeString(t.Base64)
	}
	return []byte(t.Text), nil
}

func sum(b []byte) string {
	h := sha256.Sum256(b)
	return hex.EncodeToString(h[:])
}

// dialects returns the formats of the vectors: those in which calls and results are
// elements of their own that name each other, and what their reader wants is known.
func dialects() []transcripttest.Dialect {
	return slices.DeleteFunc(transcripttest.All(), func(d transcripttest.Dialect) bool { return d.Inline || d.Free || d.Log || d.Ordered })
}

// all makes all vectors. The error tells all that are not as their class wants.
func all() (list []vector, err error) {
	for _, c := range classes {
		for _, d := range dialects() {
			input, ok := c.make(d)
			if !ok {
				continue
			}
			v := vector{ID: d.Name + "/" + c.name, Class: c.name, Dialect: d.Name, Input: textOf(input)}
			wrong := v.expect(input)
			if wrong == nil {
				wrong = c.judge(d, &v, input)
			}
			if wrong != nil {
				err = errors.Join(err, fmt.Errorf("%s: %w", v.ID, wrong))
			}
			list = append(list, v)
		}
	}
	return list, err
}

// expect notes what a repair makes of the input.
func (v *vector) expect(input []byte) error {
	out, found, err := repaired(input)
	if err != nil {
		return err
	}
	v.Findings, v.SHA256, v.Verdict = found, sum(out), verdict(found, bytes.Equal(out, input))
	if !bytes.Equal(out, input) {
		t := textOf(out)
		v.Output = &t
	}
	return nil
}

// repaired runs the stage with its defaults.
func repaired(input []byte) ([]byte, []finding, error) {
	var out bytes.Buffer
	list, err := pair.Repair(bytes.NewReader(input), &out, pair.Options{})
	found := []finding{}
	for _, f := range list {
		found = append(found, finding{f.Code, f.Line, f.Action})
	}
	slices.SortFunc(found, func(a, b finding) int {
		return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Code, b.Code), cmp.Compare(a.Action, b.Action))
	})
	return out.Bytes(), found, err
}

func verdict(found []finding, same bool) string {
	open := slices.ContainsFunc(found, func(f finding) bool {
		return f.Action == transcript.Keep && transcript.RuleOf(f.Code).Severity != transcript.Info && f.Code != transcript.StrayValue
	})
	switch {
	case same && open:
		return "reported"
	case same:
		return "healthy"
	case open:
		return "partial"
	}
	return "repaired"
}

// judge checks an expectation without asking the stage that it comes from: the
// finding is there that the class is about, the provider accepts what the client
// sends of the output, and a second run finds nothing to do.
func (c *class) judge(d transcripttest.Dialect, v *vector, input []byte) error {
	out := input
	if v.Output != nil {
		out, _ = v.Output.bytes()
	}
	told := slices.ContainsFunc(v.Findings, func(f finding) bool { return f.Code == c.code })
	fine := c.code == "" || in(c.fine, d.Name)
	switch {
	case in(c.as, d.Name):
	case fine && v.Verdict != "healthy":
		return fmt.Errorf("nothing is wrong, but it is %s: %v", v.Verdict, v.Findings)
	case !fine && !told:
		return fmt.Errorf("%s is not told: %v", c.code, v.Findings)
	}
	if err := transcripttest.Check(d, out); err != nil && v.Verdict != "reported" && v.Verdict != "partial" {
		return err
	}
	again, _, err := repaired(out)
	if err == nil && !bytes.Equal(again, out) {
		err = errors.New("a second run changes the output")
	}
	return err
}

// encode writes the vectors as lines, and the manifest.
func encode(list []vector) (lines, index []byte, err error) {
	m := manifest{Version: version, Cases: len(list), Verdicts: map[string]int{}, Classes: map[string]string{}, Dialects: map[string]int{}}
	for _, c := range classes {
		m.Classes[c.name] = c.help
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	for i := range list {
		m.Verdicts[list[i].Verdict]++
		m.Dialects[list[i].Dialect]++
		if err := enc.Encode(&list[i]); err != nil {
			return nil, nil, err
		}
	}
	m.SHA256 = sum(b.Bytes())
	index, err = json.MarshalIndent(m, "", "  ")
	return b.Bytes(), append(index, '\n'), err
}
