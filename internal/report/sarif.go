package report

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"path"
	"path/filepath"
	"strings"

	"trtools/pkg/transcript"
)

const sarifSchema = "https://json.schemastore.org/sarif-2.1.0.json"

// sarifReporter writes one SARIF 2.1.0 document with one run. Results are
// written as they come, one a line, so that a million findings need no memory.
type sarifReporter struct {
	w     io.Writer
	opt   Options
	begun bool
	note  string // says how many findings were left out
}

type sarifText struct {
	Text string `json:"text"`
}

type sarifDriver struct {
	Name    string      `json:"name"`
	Version string      `json:"version,omitempty"`
	Rules   []sarifRule `json:"rules"`
}

type sarifRule struct {
	ID      string      `json:"id"`
	Short   sarifText   `json:"shortDescription"`
	Full    sarifText   `json:"fullDescription"`
	Help    sarifText   `json:"help"`
	Default sarifConfig `json:"defaultConfiguration"`
}

type sarifConfig struct {
	Level string `json:"level"`
}

type sarifResult struct {
	RuleID       string            `json:"ruleId"`
	RuleIndex    *int              `json:"ruleIndex,omitempty"`
	Level        string            `json:"level"`
	Message      sarifText         `json:"message"`
	Locations    []sarifLocation   `json:"locations"`
	Fingerprints map[string]string `json:"partialFingerprints"`
	Properties   sarifProperties   `json:"properties"`
}

type sarifLocation struct {
	Physical sarifPhysical `json:"physicalLocation"`
}

type sarifPhysical struct {
	Artifact sarifArtifact `json:"artifactLocation"`
	Region   *sarifRegion  `json:"region,omitempty"`
}

type sarifArtifact struct {
	URI string `json:"uri"`
}

type sarifRegion struct {
	StartLine   int64 `json:"startLine"`
	StartColumn int64 `json:"startColumn,omitempty"`
	EndColumn   int64 `json:"endColumn,omitempty"`
}

// sarifProperties holds what SARIF has no place for. Byte offsets stand here
// because a region with both lines and bytes is not valid.
type sarifProperties struct {
	Action string `json:"action"`
	ID     string `json:"id"`
	Number int    `json:"number,omitempty"`
	Offset int64  `json:"offset"`
	Length int64  `json:"length"`
	SHA256 string `json:"sha256"`
}

// begin writes the document up to its first result.
func (s *sarifReporter) begin() error {
	s.begun = true
	d := sarifDriver{Name: s.opt.Tool, Version: s.opt.Version}
	for _, r := range transcript.Rules {
		d.Rules = append(d.Rules, sarifRuleOf(r))
	}
	_, err := fmt.Fprintf(s.w, "{\"$schema\":%q,\"version\":\"2.1.0\",\"runs\":[{\n\"tool\":{\"driver\":%s},\n\"results\":[",
		sarifSchema, encode(d))
	return err
}

func (s *sarifReporter) Add(f transcript.Finding) error {
	sep := ","
	if !s.begun {
		if err := s.begin(); err != nil {
			return err
		}
		sep = ""
	}
	_, err := fmt.Fprintf(s.w, "%s\n%s", sep, encode(sarifResultOf(f)))
	return err
}

// Close ends the document. A run without findings is a document, too.
func (s *sarifReporter) Close() error {
	if !s.begun {
		if err := s.begin(); err != nil {
			return err
		}
	}
	_, err := fmt.Fprintf(s.w, "\n],%s\"columnKind\":\"unicodeCodePoints\"}]}\n", s.note)
	return err
}

// omit notes, for the end of the document, how many findings are not in it.
func (s *sarifReporter) omit(n int64) error {
	s.note = fmt.Sprintf("\"invocations\":[{\"executionSuccessful\":true,\"toolExecutionNotifications\":"+
		"[{\"level\":\"warning\",\"message\":%s}]}],\n", encode(sarifText{omitted(n)}))
	return nil
}

// sarifRuleOf returns the rule for a finding code. GitHub wants all three texts.
func sarifRuleOf(r transcript.Rule) sarifRule {
	text := sarifText{r.Help}
	return sarifRule{string(r.Code), text, text, text, sarifConfig{sarifLevel(r.Severity)}}
}

func sarifResultOf(f transcript.Finding) sarifResult {
	r := sarifResult{
		RuleID:       string(f.Code),
		Level:        sarifLevel(f.Severity),
		Message:      sarifText{message(f)},
		Locations:    []sarifLocation{{sarifPhysical{Artifact: sarifArtifact{uri(f.File)}}}},
		Fingerprints: map[string]string{"primaryLocationLineHash": fingerprint(f)},
		Properties:   sarifProperties{string(f.Action), f.ID, f.Number, f.Offset, f.Length, f.SHA256},
	}
	if i := ruleIndex(f.Code); i >= 0 {
		r.RuleIndex = &i
	}
	if f.Line > 0 {
		r.Locations[0].Physical.Region = &sarifRegion{f.Line, f.Column, f.EndColumn}
	}
	return r
}

func sarifLevel(s transcript.Severity) string {
	switch s {
	case transcript.Error:
		return "error"
	case transcript.Warning:
		return "warning"
	}
	return "note"
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
	var b strings.Builder
	if filepath.IsAbs(name) {
		b.WriteString("file://")
		if !strings.HasPrefix(p, "/") {
			b.WriteByte('/') // C:/x
		}
	}
	for i := 0; i < len(p); i++ {
		if c := p[i]; unreserved(c) {
			b.WriteByte(c)
		} else {
			fmt.Fprintf(&b, "%%%02X", c)
		}
	}
	return b.String()
}

func unreserved(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || strings.IndexByte("-._~/", c) >= 0
}
