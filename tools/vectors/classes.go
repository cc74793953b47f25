package main

import (
	"slices"
	"strings"

	"trtools/internal/transcripttest"
	"trtools/pkg/transcript"
)

// class is one kind of damage.
type class struct {
	name string
	code transcript.Code // that a repair has to tell; "" where nothing is wrong
	help string

	events string // in the notation of package transcripttest, or
	lines  string // the name of a damage of its lines
	only   string // the dialects that it is made for; "" for all that can hold it
	fine   string // those in which nothing is wrong with it
	as     string // those that see something else in it, and may say so with another code
}

const (
	allBlocks = "claude-serial claude-fan anthropic converse droid conv-anthropic"
	byID      = "openai-responses codex codex-ordinal conv-input"
	geminis   = "gemini gemini-no-id conv-contents"
	sequences = "openai-chat openai-flat openai-legacy pi pi-v1 conv-messages langchain langchain-lc ai-sdk goose kiro copilot-cli"
	labels    = "conv-messages conv-anthropic conv-contents conv-input"
	// families has one dialect for each family: lines break in all of them alike.
	families = "claude-fan anthropic gemini openai-chat openai-responses codex pi conv-messages"
	linked   = "claude-serial claude-fan pi"
)

// classes are all kinds of damage.
var classes = []class{
	{name: "healthy", events: "U A[x] R(x) U F", help: "nothing is wrong"},
	{name: "healthy-parallel", events: "U A+[x,y] R(y) R(x) F", help: "two calls at once, answered in another order"},
	{name: "healthy-compaction", events: "U A[x] R(x) C U F", help: "a compaction, and the session goes on"},

	{name: "result-lost", code: transcript.MissingResult, events: "U A[x] F", help: "a call without a result"},
	{name: "result-lost-of-two", code: transcript.MissingResult, events: "U A[x,y] R(x) F", help: "one of two results is missing"},
	{name: "result-lost-at-end", code: transcript.MissingResult, events: "U A[x]", fine: labels, help: "the last call was never answered; inside a conversation it is a label"},
	{name: "call-lost", code: transcript.OrphanResult, events: "U R(x) F", help: "a result without a call"},
	{name: "result-twice", code: transcript.DuplicateResult, events: "U A[x] R(x) R(x) F", fine: "claude-fan", help: "the same result twice; where records are a tree it is on a branch that is not live"},
	{name: "results-differ", code: transcript.DuplicateResult, events: "U A[x] R(x=1) R(x=2) F", fine: "claude-fan", help: "two results of one call"},
	{name: "result-behind-user", code: transcript.DisplacedResult, events: "U A[x] U R(x) F", fine: byID, help: "a text of the user between call and result"},
	{name: "result-before-call", code: transcript.DisplacedResult, events: "U R(x) A[x] F", as: allBlocks + " " + sequences + " " + geminis, help: "a result in front of its call"},
	{name: "results-apart", code: transcript.DisplacedResult, events: "U A[x,y] R(x) U R(y) F", fine: byID, help: "the second of two results comes a message too late"},
	{name: "stand-in-first", code: transcript.DuplicateResult, events: "U A[x] S(x) U R(x) F", help: "a text that stands in for a result, and the real one later"},
	{name: "stand-in-later", code: transcript.DuplicateResult, events: "U A[x] R(x) S(x) F", help: "a real result, and a text that stands in for it"},
	{name: "call-twice", code: transcript.DuplicateCall, events: "U A[x=1,x=2] R(x) F", as: geminis, help: "two calls of one id in one message"},
	{name: "id-reused", code: transcript.ReusedID, events: "U A[f=1] R(f=1) A[f=2] R(f=2) F", fine: sequences + " " + geminis, help: "two calls of one id in one request"},

	{name: "record-lost-result", code: transcript.MissingResult, lines: "result record lost", only: linked + " codex openai-chat", help: "the record of a result is lost; links to it are broken"},
	{name: "record-lost-call", code: transcript.OrphanResult, lines: "call record lost", only: linked + " codex openai-chat", help: "the record of a call is lost; links to it are broken"},
	{name: "torn-at-end", code: transcript.TornRecord, lines: "torn tail", only: families, help: "the last record was cut off"},
	{name: "torn-alone", code: transcript.TornRecord, lines: "torn alone", only: families, as: "conv-messages", help: "a record in the middle was cut off"},
	{name: "torn-then-whole", code: transcript.TornRecord, lines: "torn, then whole", only: families, help: "a record was cut off and written again"},
	{name: "torn-and-next", code: transcript.TornRecord, lines: "torn, glued to the next", only: families, help: "a record was cut off, and the next one stands on its line"},
	{name: "torn-and-copy", code: transcript.TornRecord, lines: "torn, glued to its copy", only: families, help: "a record was cut off and written again on the same line"},
	{name: "foreign-torn-and-next", code: transcript.TornRecord, lines: "torn and glued", only: families, help: "a cut record of another kind in front of a whole one"},
	{name: "glued", code: transcript.GluedRecords, lines: "glued", only: families, help: "no line break between two records"},
	{name: "split", code: transcript.SplitRecord, lines: "split record", only: families, help: "a raw line break inside a string"},
	{name: "nul-run", code: transcript.NULBytes, lines: "NUL run", only: families, help: "NUL bytes in front of a record, as a crash leaves them"},
	{name: "nul-inside", code: transcript.NULBytes, lines: "NULs inside", only: families, help: "NUL bytes between two tokens"},
	{name: "stray-value", code: transcript.StrayValue, lines: "stray value", only: families, help: "a line that is a bare value; in a file that is no session it may stay"},
	{name: "not-json", code: transcript.UnreadableLine, lines: "garbage line", only: families, help: "a line that is no JSON and no part of a record: it stays"},
	{name: "lone-surrogate", code: transcript.LoneSurrogate, lines: "lone surrogate", only: families, help: "half a surrogate pair in a text"},
	{name: "invalid-escape", code: transcript.InvalidString, lines: "invalid escape", only: families, help: `\[ in a text`},
	{name: "control-character", code: transcript.InvalidString, lines: "control character", only: families, help: "a raw U+0001 in a text"},
	{name: "bad-utf8", code: transcript.InvalidString, lines: "bad UTF-8", only: families, help: "a byte that is no UTF-8 in a text"},
	{name: "bom", code: transcript.BOM, lines: bomDamage, only: families, help: "a byte order mark in front of the file"},
	{name: "file-twice", code: transcript.DuplicateRecord, lines: "file twice", only: linked, help: "all records are there twice"},
	{name: "crlf", lines: "CRLF", only: families, help: "lines end in CRLF: nothing is wrong"},
	{name: "head-cut", lines: "head cut", only: linked + " codex openai-chat", as: linked + " codex openai-chat", help: "the beginning of the file is missing"},
}

const (
	bomDamage = "BOM"
	// whole is the conversation whose lines break.
	whole = "U A[x] R(x) U A[y] R(y) F"
)

// in reports whether a list of names has one.
func in(list, name string) bool { return slices.Contains(strings.Fields(list), name) }

// make returns the damaged file, and whether the dialect can hold it.
func (c *class) make(d transcripttest.Dialect) ([]byte, bool) {
	if c.only != "" && !in(c.only, d.Name) {
		return nil, false
	}
	if c.lines == "" {
		events := transcripttest.Parse(c.events)
		return d.Bytes(c.events), d.Holds(events) && !(d.NoID && strings.Contains(c.events, "=")) && !(c.name == "id-reused" && d.NoID)
	}
	healthy := d.Render(transcripttest.Parse(whole))
	before := transcripttest.Join(healthy)
	if c.lines == bomDamage {
		return append([]byte("\ufeff"), before...), true
	}
	after := transcripttest.Join(damageNamed(c.lines).Apply(healthy, middle))
	return after, string(after) != string(before)
}

// middle picks what stands in the middle.
func middle(n int) int { return n / 2 }

func damageNamed(name string) transcripttest.LineDamage {
	for _, d := range transcripttest.LineDamages {
		if d.Name == name {
			return d
		}
	}
	return transcripttest.LineDamagesNamed(name)[0]
}
