package cli

import (
	"trtools/internal/dialect"
	"trtools/internal/flags"
	"trtools/pkg/transcript"
	"trtools/pkg/transcript/pair"
)

// Pair is tr-pair.
var Pair = Command{
	Name:    "tr-pair",
	Summary: "see to it that every tool call has exactly one result",
	Help: `Repairs a transcript that an API rejects: tool calls whose result is lost, results without a call, in the wrong place or written twice, records that were torn, glued together or cut off from the rest of the session. Lines without a finding come out byte for byte as they went in. Everything is read and planned before the first byte is written. A JSON document with messages is repaired in place.

A session on disk: look first, then repair. The old file stays beside the new one.

Formats are detected for every record: sessions of Claude Code, Codex, pi, OpenClaw, Droid, goose, Copilot CLI, Gemini CLI, Kiro and others; messages of the Anthropic, OpenAI, Gemini and Converse APIs, of LangChain and the AI SDK, one a line; and whole conversations, one a line. --list-dialects lists them all.`,
	Examples: []Example{
		{"tr-pair -c session.jsonl", "what is wrong?"},
		{"tr-pair -d session.jsonl", "what would change?"},
		{"tr-pair -w session.jsonl", "repair it; the old file is kept as session.jsonl.bak"},
		{"mv session.jsonl.bak session.jsonl", "undo that"},
		{"agent-history | tr-pair | jq -c .role", "repair in a pipe"},
		{"tr-pair -c -f github transcripts/*.jsonl", "lint in CI"},
	},
	Repairs:  true,
	Mends:    func(v flags.Values) bool { return v.Bool("mend") },
	Dialects: dialect.Names,
	Flags:    pairFlags,
	Setup:    setupPair,
}

func pairFlags() []*flags.Flag {
	return []*flags.Flag{
		flags.BoolOn("mend", "mend lines: torn, glued, split over lines, NUL bytes, half surrogate pairs"),
		flags.BoolOn("relink", "repair links to parents, in linked formats"),
		flags.Choice("missing", "a call without a result gets one that says so, is removed, or stays", "inject", "strip", "keep"),
		flags.Choice("tail", "the same for calls at the very end, which may still be running", "repair", "keep"),
		flags.Choice("orphans", "a result without a call is removed, becomes a user's text, or stays", "drop", "text", "keep"),
		flags.Choice("duplicates", "of two calls with one id in a message, the first stays, the second is renamed, or both stay", "first", "rename", "keep"),
		flags.BoolOn("assume-lost", "repair although what is missing may be on an unreadable line"),
		flags.Text("synthetic-text", "TEXT", "", "text of an inserted result"),
		flags.Bool("no-error-flag", "do not mark such a result as an error"),
	}
}

func setupPair(v flags.Values) (Factory, error) {
	o := pair.Options{
		NoMend:        !v.Bool("mend"),
		NoRelink:      !v.Bool("relink"),
		Missing:       choiceOf[pair.Missing](v, "missing", "inject", "strip", "keep"),
		Tail:          tailOption(v),
		Orphans:       choiceOf[pair.Orphans](v, "orphans", "drop", "text", "keep"),
		Duplicates:    choiceOf[pair.Duplicates](v, "duplicates", "first", "rename", "keep"),
		HoldBack:      !v.Bool("assume-lost"),
		SyntheticText: v.String("synthetic-text"),
		NoErrorFlag:   v.Bool("no-error-flag"),
	}
	return func(j transcript.Job) (transcript.Stage, error) { return pair.New(o, j), nil }, nil
}

// tailOption tells a tail that was asked for from the default, which depends on
// what kind of file it is.
func tailOption(v flags.Values) pair.Tail {
	if !v.IsSet("tail") {
		return pair.DefaultTail
	}
	return choiceOf[pair.Tail](v, "tail", "", "repair", "keep")
}

// choiceOf returns the number of the flag's value among the given names.
func choiceOf[T ~uint8](v flags.Values, flag string, names ...string) T {
	for i, n := range names {
		if v.String(flag) == n {
			return T(i)
		}
	}
	return 0
}
