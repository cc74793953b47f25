package cli

import (
	"trtools/internal/flags"
	"trtools/pkg/transcript"
	"trtools/pkg/transcript/budget"
	"trtools/pkg/transcript/dialect"
	"trtools/pkg/transcript/spill"
)

// Budget is tr-budget.
var Budget = Command{
	Name:    "tr-budget",
	Summary: "cut tool results that are too large to head and tail",
	Help: `Keeps every tool result, and all results of a turn together, inside a limit. A result over its own is shown as its first 4000 and last 1000 chars, at line breaks where that keeps more than half, around a marker that says what was left out and which file holds the full text. Then, while a turn is over, its largest results give way. A turn is one assistant message and what follows it up to the next one.

A limit includes the marker; what is exactly as large stays. Sizes are chars (Unicode code points of the text), or tokens, estimated as a quarter of that. Images and other encoded data do not count and are never cut. What was cut before is recognised: a second run changes nothing.

The full texts go to --spill-dir before the line that names them is written, in private files that are named by their content. Without the flag that is FILE.tool-results with -w, and else a directory of yours below TMPDIR. Where a file cannot be written the result stays whole, and the exit status is 1.`,
	Examples: []Example{
		{"tr-budget --spill-dir results session.jsonl", "cut what is too large"},
		{"tr-budget -c session.jsonl", "what is too large?"},
		{"tr-budget -w --ui-copies=trim session.jsonl", "the same in place, and in the client's own copies"},
		{"agent-history | tr-microcompact | tr-budget --no-spill | tr-pair", "before a request"},
	},
	Dialects: dialect.Names,
	Flags:    budgetFlags,
	Setup:    setupBudget,
}

func budgetFlags() []*flags.Flag {
	return []*flags.Flag{
		flags.Count("max-result-chars", "20000", "chars that one result may have").Env("TR_TOOL_RESULT_MAX_CHARS", "CHATCLI_TOOL_RESULT_MAX_CHARS"),
		flags.Count("max-turn-chars", "200000", "chars that all results of a turn may have").Env("TR_TOOL_RESULT_BUDGET_CHARS", "CHATCLI_TOOL_RESULT_BUDGET_CHARS"),
		flags.Count("max-result-tokens", "", "tokens that one result may have, four chars each; not limited by default"),
		spillFlag("keep the full texts in DIR; nobody else may be able to write there"),
		flags.Bool("no-spill", "do not keep the full texts: what is cut is gone"),
		flags.Choice("ui-copies", "the copies of results that Claude Code and pi keep for their display stay, or strings in them over --max-result-chars are cut as well", "keep", "trim"),
	}
}

func spillFlag(help string) *flags.Flag { return flags.Path("spill-dir", "DIR", "", help) }

func setupBudget(v flags.Values) (Factory, error) {
	o := budget.Options{
		Result:     int(v.Int("max-result-chars")),
		Turn:       int(v.Int("max-turn-chars")),
		Tokens:     int(v.Int("max-result-tokens")),
		TokenLimit: v.IsSet("max-result-tokens"),
		TrimCopies: v.String("ui-copies") == "trim",
	}
	if v.Bool("no-spill") && v.IsSet("spill-dir") {
		return nil, Usagef("--spill-dir and --no-spill exclude each other")
	}
	if err := spill.Validate(v.String("spill-dir")); err != nil {
		return nil, Usagef("--spill-dir: %v", err)
	}
	return func(j transcript.Job) (transcript.Stage, error) {
		o := o
		if !v.Bool("no-spill") {
			o.Store = storeFor(v, j)
		}
		return budget.New(o, j), nil
	}, nil
}

// storeFor returns where the full texts of one input go.
func storeFor(v flags.Values, j transcript.Job) *spill.Store {
	switch dir := v.String("spill-dir"); {
	case dir != "":
		return spill.New(dir, j.DryRun)
	case v.Bool("write"):
		return spill.New(j.Name+".tool-results", j.DryRun)
	}
	return spill.Default(j.DryRun)
}
