package cli

import (
	urfave "github.com/urfave/cli/v2"

	"trtools/internal/refusal"
	"trtools/pkg/transcript"
	"trtools/pkg/transcript/pair"
)

// Pair is tr-pair.
var Pair = Command{
	Name:    "tr-pair",
	Summary: "make sure that every tool call has exactly one result",
	Help: `Repairs a transcript that an API rejects: tool calls whose result is lost, results without a call, in the wrong place or written twice, records that were torn, glued together or cut off from the rest of the session. Lines without a finding come out byte for byte as they went in. All input is read before the first byte is written. A JSON document with messages is repaired in place.

For a session on disk, look first and then repair. The original is kept beside the repaired file.

The format of each record is detected: sessions of Claude Code, Codex, pi, OpenClaw, Droid, goose, Copilot CLI, Gemini CLI, Kiro and others; messages of the Anthropic, OpenAI, Gemini and Converse APIs, of LangChain and the AI SDK, one a line; and whole conversations, one a line. --list-dialects lists them all.`,
	Examples: []Example{
		{"tr-pair -c session.jsonl", "what is wrong?"},
		{"tr-pair -d session.jsonl", "what would change?"},
		{"tr-pair -w session.jsonl", "repair it; the old file is session.jsonl.bak"},
		{"mv session.jsonl.bak session.jsonl", "undo that"},
		{"agent-history | tr-pair | jq -c .role", "repair in a pipe"},
		{"tr-pair --drop-broken --rejects bad.jsonl data.jsonl", "training data without damage"},
		{"tr-pair -c -f github transcripts/*.jsonl", "lint in CI"},
	},
	Repairs: true,
	Flags:   pairFlags,
	Setup:   setupPair,
}

func pairFlags() []urfave.Flag {
	return []urfave.Flag{
		&urfave.BoolFlag{Name: "no-mend", Usage: "leave damaged lines as they are: torn, glued, split over lines, NUL bytes, half surrogate pairs"},
		&urfave.BoolFlag{Name: "no-relink", Usage: "leave links to parents as they are; in linked formats"},
		&urfave.GenericFlag{Name: "missing", Value: oneOf("inject", "strip", "keep"), Usage: "what becomes of a call without a result: it gets one that says so, is removed, or stays"},
		&urfave.GenericFlag{Name: "tail", Value: oneOf("repair", "keep"), Usage: "the same for calls at the very end; they may still be running"},
		&urfave.GenericFlag{Name: "orphans", Value: oneOf("drop", "text", "keep"), Usage: "what becomes of a result without a call: it is removed, becomes a user's text, or stays"},
		&urfave.GenericFlag{Name: "duplicates", Value: oneOf("first", "rename", "keep"), Usage: "two calls with one id in a message: the first stays, the second is renamed, or both stay"},
		&urfave.BoolFlag{Name: "no-assume-lost", Usage: "leave what an unreadable line may complete; an orphan, a call without a result, a lost parent"},
		&urfave.BoolFlag{Name: "drop-broken", Usage: "write only conversations without errors; of whole conversations, one a line, the others go to --rejects"},
		forFlag(),
		&urfave.StringFlag{Name: "synthetic-text", Usage: "an inserted result says `TEXT`"},
		&urfave.BoolFlag{Name: "no-error-flag", Usage: "do not mark such a result as an error"},
	}
}

func setupPair(v *urfave.Context, _ terminal) (way, error) {
	o := pair.Options{
		NoMend:        v.Bool("no-mend"),
		NoRelink:      v.Bool("no-relink"),
		Missing:       pair.Missing(chosen(v, "missing")),
		Tail:          tailOption(v),
		Orphans:       pair.Orphans(chosen(v, "orphans")),
		Duplicates:    pair.Duplicates(chosen(v, "duplicates")),
		HoldBack:      v.Bool("no-assume-lost"),
		DropBroken:    v.Bool("drop-broken"),
		SyntheticText: v.String("synthetic-text"),
		NoErrorFlag:   v.Bool("no-error-flag"),
	}
	var err error
	if o.For, err = targetOption(v); err != nil {
		return way{}, err
	}
	return way{stages: func(j transcript.Job) transcript.Stage { return pair.New(o, j) }, mends: !o.NoMend}, nil
}

// forFlag is the flag of commands that judge what an API refuses.
func forFlag() urfave.Flag {
	return &urfave.StringFlag{Name: "for", Usage: "where the history will be sent, as `API[/MODEL]`: " + orList(refusal.Names()) + "; else what the file tells"}
}

// targetOption reads --for.
func targetOption(v *urfave.Context) (to pair.Target, err error) {
	text := v.String("for")
	if text == "" {
		return to, nil
	}
	if to, err = pair.ParseTarget(text); err != nil {
		return to, Usagef("--for: %v", err)
	}
	return to, nil
}

// tailOption tells a tail that was asked for from the default, which depends on
// what kind of file it is.
func tailOption(v *urfave.Context) pair.Tail {
	if !v.IsSet("tail") {
		return pair.DefaultTail
	}
	return pair.DefaultTail + 1 + pair.Tail(chosen(v, "tail"))
}
