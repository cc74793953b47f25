package cli

import (
	"trtools/internal/flags"
	"trtools/pkg/transcript"
	"trtools/pkg/transcript/dialect"
	"trtools/pkg/transcript/microcompact"
	"trtools/pkg/transcript/spill"
)

// Microcompact is tr-microcompact.
var Microcompact = Command{
	Name:    "tr-microcompact",
	Summary: "shrink old tool results with age",
	Help: `The age of a tool result is the number of assistant messages of its thread that come after the one which called it; several records of one message, or model items in a row, are one message, and those that only show something count. A result over --min-chars that is old enough is shown as its first 2000 and last 500 chars around a marker, and a still older one as a line that says what it was: [Old tool result cleared -- 450 lines, 28K chars, Go source].

What stays: results of tools that write or execute, errors, and the results of a message that has calls which may still be running.

What a result becomes depends on nothing but itself and its age, so that to run after every turn gives the same bytes as to run once. With --min-gain-chars or --target-chars it depends on the others, and the input is read twice.`,
	Examples: []Example{
		{"agent-history | tr-microcompact", "before a request"},
		{"tr-microcompact --spill-dir results session.jsonl", "keep the full texts"},
		{"tr-microcompact --min-gain-chars 50k session.jsonl", "leave the provider's prompt cache alone unless it pays"},
	},
	Dialects: dialect.Names,
	Flags:    microcompactFlags,
	Setup:    setupMicrocompact,
}

func microcompactFlags() []*flags.Flag {
	return []*flags.Flag{
		flags.Count("truncate-turns", "2", "age from which on head and tail are left").Env("TR_MICROCOMPACT_TRUNCATE_TURNS", "CHATCLI_MICROCOMPACT_TRUNCATE_TURNS"),
		flags.Count("summarize-turns", "4", "age from which on a summary is left").Env("TR_MICROCOMPACT_SUMMARIZE_TURNS", "CHATCLI_MICROCOMPACT_SUMMARIZE_TURNS"),
		flags.Count("min-chars", "3000", "results of up to N chars stay, whatever their age"),
		flags.List("keep-tools", "GLOBS", microcompact.DefaultKeep().String(), "names of tools whose results stay, separated by commas; case does not matter, and neither does a namespace in front"),
		flags.Count("min-gain-chars", "", "do nothing unless N chars or more can be freed"),
		flags.Count("target-chars", "", "shrink from the first line on until N chars are freed, and nothing more; not limited by default"),
		spillFlag("keep the full texts in DIR; nobody else may be able to write there"),
	}
}

func setupMicrocompact(v flags.Values) (Factory, error) {
	keep, err := microcompact.ParseGlobs(v.List("keep-tools"))
	if err != nil {
		return nil, Usagef("--keep-tools: %v", err)
	}
	if err := spill.Validate(v.String("spill-dir")); err != nil {
		return nil, Usagef("--spill-dir: %v", err)
	}
	o := microcompact.Options{
		Truncate:  int(v.Int("truncate-turns")),
		Summarize: int(v.Int("summarize-turns")),
		Min:       int(v.Int("min-chars")),
		MinGain:   int(v.Int("min-gain-chars")),
		Target:    int(v.Int("target-chars")),
		Keep:      keep,
	}
	return func(j transcript.Job) (transcript.Stage, error) {
		o := o
		if v.IsSet("spill-dir") {
			o.Store = storeFor(v, j)
		}
		return microcompact.New(o, j), nil
	}, nil
}
