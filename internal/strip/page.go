package strip

import (
	"crypto/sha256"
	_ "embed"
	"encoding/base64"

	"github.com/goccy/go-json"
)

//go:embed page.css
var pageStyle string

//go:embed page.js
var pageScript string

// Head, Of and Tail make a page of strips: Of is said for each file between the other
// two. The page loads nothing. Names from a transcript stand in it as data, which the
// script puts in as text; a browser that heeds the policy runs no other script than that
// one, whatever a name holds.
func Head() string {
	policy := "default-src 'none'; base-uri 'none'; form-action 'none'; style-src " + Hash(pageStyle) + "; script-src " + Hash(pageScript)
	return "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n" +
		"<meta http-equiv=\"Content-Security-Policy\" content=\"" + policy + "\">\n" +
		"<meta name=\"viewport\" content=\"width=device-width\">\n<meta name=\"color-scheme\" content=\"light dark\">\n" +
		"<title>tr-stat</title>\n<style>" + pageStyle + "</style>\n</head>\n<body>\n<main></main>\n"
}

// Hashes returns the hashes by which a policy allows the page's style and its script,
// for a page that shows this one inside: it hands its own policy down.
func Hashes() (style, script string) { return Hash(pageStyle), Hash(pageScript) }

// Page returns the strip as a part of a page.
func (s *Strip) Page() string {
	raw, _ := json.Marshal(s) // nothing in it ends the element: what HTML knows is escaped
	return `<script type="application/json" class="strip">` + string(raw) + "</script>\n"
}

// Tail ends a page.
func Tail() string { return "<script>" + pageScript + "</script>\n</body>\n</html>\n" }

// Hash returns what allows a style or a script in a policy (https://www.w3.org/TR/CSP3).
func Hash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}
