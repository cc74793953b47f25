package cli

import (
	"trtools/pkg/transcript"
	"trtools/pkg/transcript/dialect"
	"trtools/pkg/transcript/pair"
)

// Pair is tr-pair.
var Pair = Command{
	Name:    "tr-pair",
	Summary: "see to it that every tool call has exactly one result",
	Help: `Repairs a transcript that an API rejects: tool calls whose result is lost, results without a call, in the wrong place or written twice, records that were torn, glued together or cut off from the rest of the session. Lines without a finding come out byte for byte as they went in. Everything is read and planned before the first byte is written.

A session on disk: look first, then repair. The old file stays beside the new one.

Formats are detected for every record: Claude Code, Codex, pi, OpenClaw and Droid sessions; messages of the Anthropic, OpenAI, Gemini and Converse APIs, one a line; and whole conversations, one a line.`,
	Examples: []Example{
		{"tr-pair -c session.jsonl", "what is wrong?"},
		{"tr-pair -d session.jsonl", "what would change?"},
		{"tr-pair -w session.jsonl", "repair it; the old file is kept as session.jsonl.bak"},
		{"mv session.jsonl.bak session.jsonl", "undo that"},
		{"agent-history | tr-pair | jq -c .role", "repair in a pipe"},
		{"tr-pair -c -f github transcripts/*.jsonl", "lint in CI"},
	},
	Dialects: dialect.Names(),
	Flags: []Flag{
		{Name: "mend", Default: "true", Help: "mend lines: torn, glued, split over lines, NUL bytes, half surrogate pairs"},
		{Name: "relink", Default: "true", Help: "repair links to parents, in linked formats"},
		{Name: "missing", Kind: Enum, Default: "inject", Choices: []string{"inject", "strip", "keep"},
			Help: "a call without a result gets one that says so, is removed, or stays"},
		{Name: "tail", Kind: Enum, Default: "repair", Choices: []string{"repair", "keep"},
			Help: "the same for calls at the very end, which may still be running"},
		{Name: "orphans", Kind: Enum, Default: "drop", Choices: []string{"drop", "text", "keep"},
			Help: "a result without a call is removed, becomes a user's text, or stays"},
		{Name: "duplicates", Kind: Enum, Default: "first", Choices: []string{"first", "rename", "keep"},
			Help: "of two calls with one id in a message, the first stays, the second is renamed, or both stay"},
		{Name: "assume-lost", Help: "repair although what is missing may be on an unreadable line"},
		{Name: "synthetic-text", Kind: String, Meta: "TEXT", Help: "text of a result that is put in"},
		{Name: "no-error-flag", Help: "do not mark such a result as an error"},
	},
	Setup: setupPair,
}

func setupPair(v Values) (Factory, error) {
	o := pair.Options{
		Mend:          v.Bool("mend"),
		Relink:        v.Bool("relink"),
		Missing:       choice[pair.Missing](v, "missing", "inject", "strip", "keep"),
		Tail:          choice[pair.Tail](v, "tail", "repair", "keep"),
		Orphans:       choice[pair.Orphans](v, "orphans", "drop", "text", "keep"),
		Duplicates:    choice[pair.Duplicates](v, "duplicates", "first", "rename", "keep"),
		AssumeLost:    v.Bool("assume-lost"),
		SyntheticText: v.String("synthetic-text"),
		ErrorFlag:     !v.Bool("no-error-flag"),
	}
	return func(j transcript.Job) (transcript.Stage, error) { return pair.New(o, j), nil }, nil
}

// choice returns the number of the flag's value among the given names.
func choice[T ~uint8](v Values, flag string, names ...string) T {
	for i, n := range names {
		if v.String(flag) == n {
			return T(i)
		}
	}
	return 0
}
