package report

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/url"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"trtools/pkg/transcript"
	"trtools/pkg/transcript/outline"
)

const sarifSchema = "https://json.schemastore.org/sarif-2.1.0.json"

// members are those of a JSON object in their order: a name and its value, one pair after another.
// One without a value, nil, is left out.
type members []any

// MarshalJSON implements json.Marshaler.
func (m members) MarshalJSON() ([]byte, error) {
	text := []byte{'{'}
	for ; len(m) > 0; m = m[2:] {
		if m[1] == nil {
			continue
		}
		if len(text) > 1 {
			text = append(text, ',')
		}
		text = append(append(text, outline.Marshal(m[0])...), ':')
		text = append(text, outline.Marshal(m[1])...)
	}
	return append(text, '}'), nil
}

// some returns a value, nil if it says nothing.
func some[T comparable](value T) any {
	if value == *new(T) {
		return nil
	}
	return value
}

// sarifHead returns a SARIF 2.1.0 document with one run up to its first result. Results are
// written as they come, one a line, so that a million findings need no memory. GitHub wants all
// three texts of a rule.
func sarifHead(o Options) string {
	var rules []members
	for _, r := range transcript.Rules() {
		text := members{"text", r.Help}
		rules = append(rules, members{
			"id", r.Code, "shortDescription", text, "fullDescription", text, "help", text,
			"defaultConfiguration", members{"level", level(r.Severity, "note")},
		})
	}
	driver := members{"name", o.Tool, "version", some(o.Version), "rules", rules}
	return fmt.Sprintf("{\"$schema\":%q,\"version\":\"2.1.0\",\"runs\":[{\n\"tool\":{\"driver\":%s},\n\"results\":[", sarifSchema, encode(driver))
}

// sarifTail returns the end of a document, with a note if there is one. A run without findings
// is a document, too.
func sarifTail(note string) string {
	if note != "" {
		note = fmt.Sprintf("\"invocations\":[{\"executionSuccessful\":true,\"toolExecutionNotifications\":"+
			"[{\"level\":\"warning\",\"message\":%s}]}],\n", encode(members{"text", note}))
	}
	return "\n]," + note + "\"columnKind\":\"unicodeCodePoints\"}]}\n"
}

// sarifResultOf returns a finding as a result. SARIF has no place for its properties: byte offsets
// stand among them because a region with both lines and bytes is not valid.
func sarifResultOf(f transcript.Finding) members {
	index := slices.IndexFunc(transcript.Rules(), func(r transcript.Rule) bool { return r.Code == f.Code })
	var region any
	if f.Line > 0 {
		region = members{"startLine", f.Line, "startColumn", some(f.Column), "endColumn", some(f.EndColumn)}
	}
	place := members{"artifactLocation", members{"uri", uri(f.File)}, "region", region}
	return members{
		"ruleId", f.Code, "ruleIndex", index, "level", level(f.Severity, "note"), "message", members{"text", message(f)},
		"locations", []members{{"physicalLocation", place}},
		"partialFingerprints", members{"primaryLocationLineHash", fingerprint(f)},
		"properties", members{"action", f.Action, "id", f.ID, "number", some(f.Number), "offset", f.Offset, "length", f.Length, "sha256", f.SHA256},
	}
}

// fingerprint identifies a finding by what it is about and not by its position, so that
// it stays the same finding when lines are added in front of it. The ":1" is GitHub's
// count of equal fingerprints.
func fingerprint(f transcript.Finding) string {
	h := sha256.Sum256([]byte(string(f.Code) + "\x00" + f.ID + "\x00" + f.SHA256))
	return hex.EncodeToString(h[:8]) + ":1"
}

// uri returns a file name as a uri reference: relative for a relative name,
// file:// for an absolute one. Every byte but letters, digits and -._~/ is
// percent-encoded, so the name can be got back whatever bytes it holds.
func uri(name string) string {
	p := path.Clean(filepath.ToSlash(name))
	if filepath.IsAbs(name) && !strings.HasPrefix(p, "/") {
		p = "/" + p // C:/x
	}
	p = strings.NewReplacer("%2F", "/", "+", "%20").Replace(url.QueryEscape(p))
	if filepath.IsAbs(name) {
		return "file://" + p
	}
	return p
}
