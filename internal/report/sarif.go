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
)

const sarifSchema = "https://json.schemastore.org/sarif-2.1.0.json"

type sarifText struct {
	Text string `json:"text"`
}

type sarifRule struct {
	ID      string    `json:"id"`
	Short   sarifText `json:"shortDescription"`
	Full    sarifText `json:"fullDescription"`
	Help    sarifText `json:"help"`
	Default struct {
		Level string `json:"level"`
	} `json:"defaultConfiguration"`
}

type sarifResult struct {
	RuleID       string            `json:"ruleId"`
	RuleIndex    *int              `json:"ruleIndex,omitempty"`
	Level        string            `json:"level"`
	Message      sarifText         `json:"message"`
	Locations    [1]sarifLocation  `json:"locations"`
	Fingerprints map[string]string `json:"partialFingerprints"`
	Properties   sarifProperties   `json:"properties"`
}

type sarifLocation struct {
	Physical sarifPhysical `json:"physicalLocation"`
}

type sarifPhysical struct {
	Artifact struct {
		URI string `json:"uri"`
	} `json:"artifactLocation"`
	Region *sarifRegion `json:"region,omitempty"`
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

// sarifHead returns a SARIF 2.1.0 document with one run up to its first result. Results are
// written as they come, one a line, so that a million findings need no memory. GitHub wants all
// three texts of a rule.
func sarifHead(o Options) string {
	var driver struct {
		Name    string      `json:"name"`
		Version string      `json:"version,omitempty"`
		Rules   []sarifRule `json:"rules"`
	}
	driver.Name, driver.Version = o.Tool, o.Version
	for _, r := range transcript.Rules {
		text := sarifText{r.Help}
		rule := sarifRule{ID: string(r.Code), Short: text, Full: text, Help: text}
		rule.Default.Level = level(r.Severity, "note")
		driver.Rules = append(driver.Rules, rule)
	}
	return fmt.Sprintf("{\"$schema\":%q,\"version\":\"2.1.0\",\"runs\":[{\n\"tool\":{\"driver\":%s},\n\"results\":[", sarifSchema, encode(driver))
}

// sarifTail returns the end of a document, with a note if there is one. A run without findings
// is a document, too.
func sarifTail(note string) string {
	if note != "" {
		note = fmt.Sprintf("\"invocations\":[{\"executionSuccessful\":true,\"toolExecutionNotifications\":"+
			"[{\"level\":\"warning\",\"message\":%s}]}],\n", encode(sarifText{note}))
	}
	return "\n]," + note + "\"columnKind\":\"unicodeCodePoints\"}]}\n"
}

func sarifResultOf(f transcript.Finding) sarifResult {
	r := sarifResult{
		RuleID:       string(f.Code),
		Level:        level(f.Severity, "note"),
		Message:      sarifText{message(f)},
		Fingerprints: map[string]string{"primaryLocationLineHash": fingerprint(f)},
		Properties:   sarifProperties{string(f.Action), f.ID, f.Number, f.Offset, f.Length, f.SHA256},
	}
	at := &r.Locations[0].Physical
	at.Artifact.URI = uri(f.File)
	if f.Line > 0 {
		at.Region = &sarifRegion{f.Line, f.Column, f.EndColumn}
	}
	if i := slices.IndexFunc(transcript.Rules, func(r transcript.Rule) bool { return r.Code == f.Code }); i >= 0 {
		r.RuleIndex = &i
	}
	return r
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
