package cli

import (
	"os"

	urfave "github.com/urfave/cli/v2"

	"trtools/pkg/transcript"
	"trtools/pkg/transcript/budget"
	"trtools/pkg/transcript/spill"
	"trtools/pkg/transcript/tokens"
)

// Budget is tr-budget.
var Budget = Command{
	Name:    "tr-budget",
	Summary: "shorten tool results that are too large",
	Shrinks: true,
	Help: `Keeps every tool result, and all results of a turn together, inside a limit. A result over its limit is cut to its first 4000 and last 1000 chars, at line breaks where that keeps more than half, with a marker between them that says what was left out and which file holds the full text. Then, as long as a turn is over its limit, its largest results are cut. A turn is one assistant message and what follows it up to the next one.

The marker counts towards the limit; a result exactly as large as the limit stays whole. Sizes are chars (Unicode code points of the text), or estimated tokens. Images, signatures and encrypted content do not count and are never cut; text that only looks like base64 is text. Results of calls that name a file in the spill directory stay whole, because an agent that fetches a part of a full text wants to read it. Earlier cuts are recognised, so a second run changes nothing.

The full texts are saved in --spill-dir before the line that names them is written, in private files named after their content. Without this option they go to FILE.tool-results with -w, and otherwise to a private directory below TMPDIR. If a file cannot be written, the result stays whole and the exit status is 1.`,
	Examples: []Example{
		{"tr-budget --spill-dir results session.jsonl", "cut what is too large"},
		{"tr-budget -c session.jsonl", "what is too large?"},
		{"tr-budget -w --ui-copies=trim session.jsonl", "in place, with copies"},
		{"agent-history | tr-microcompact | tr-budget --no-spill | tr-pair", "before a request"},
	},
	Flags: budgetFlags,
	Setup: setupBudget,
}

func budgetFlags() []urfave.Flag {
	return []urfave.Flag{
		&urfave.GenericFlag{Name: "max-result-chars", Value: count("20000"), EnvVars: []string{"TR_TOOL_RESULT_MAX_CHARS", "CHATCLI_TOOL_RESULT_MAX_CHARS"}, Usage: "one result may have `N` chars"},
		&urfave.GenericFlag{Name: "max-turn-chars", Value: count("200000"), EnvVars: []string{"TR_TOOL_RESULT_BUDGET_CHARS", "CHATCLI_TOOL_RESULT_BUDGET_CHARS"}, Usage: "all results of a turn may have `N` chars"},
		&urfave.GenericFlag{Name: "max-result-tokens", Value: count(""), Usage: "one result may have `N` tokens; not limited by default"},
		estimateFlag(),
		&urfave.GenericFlag{Name: "keep-tools", Value: new(list), Usage: "results of tools named like `GLOBS` stay; separated by commas"},
		spillFlag("keep the full texts in `DIR`; nobody else may be able to write there"),
		&urfave.BoolFlag{Name: "no-spill", Usage: "do not keep the full texts: what is cut is gone"},
		&urfave.GenericFlag{Name: "ui-copies", Value: oneOf("keep", "trim"), Usage: "copies of results for display: those of Claude Code and pi stay, or strings in them over --max-result-chars are cut as well"},
	}
}

func spillFlag(usage string) urfave.Flag { return pathFlag("spill-dir", usage, "TR_SPILL_DIR") }

// estimateFlag says how tokens are estimated, in every stage that has a limit in
// tokens.
func estimateFlag() urfave.Flag {
	return &urfave.GenericFlag{Name: "token-estimate", Value: oneOf(tokens.Names()...),
		Usage: "how tokens are estimated: by weights that were fitted to real tokenizers, or as a quarter of the chars, rounded up"}
}

// checkSpill says what is wrong with the flags about full texts. A directory
// that the environment names gives way to --no-spill.
func checkSpill(v *urfave.Context) error {
	if v.Bool("no-spill") && v.String("spill-dir") != os.Getenv("TR_SPILL_DIR") {
		return Usagef("--spill-dir and --no-spill exclude each other")
	}
	if err := spill.Validate(v.String("spill-dir")); err != nil {
		return Usagef("--spill-dir: %v", err)
	}
	return nil
}

func setupBudget(v *urfave.Context, _ terminal) (way, error) {
	keep, err := globsOf(v, "keep-tools")
	if err != nil {
		return way{}, err
	}
	o := budget.Options{
		Result:     zeroAsNone(int(v.Int64("max-result-chars"))),
		Turn:       zeroAsNone(int(v.Int64("max-turn-chars"))),
		Estimate:   tokens.Named(v.String("token-estimate")),
		Keep:       keep,
		TrimCopies: v.String("ui-copies") == "trim",
	}
	if v.IsSet("max-result-tokens") {
		o.Tokens = zeroAsNone(int(v.Int64("max-result-tokens")))
	}
	return way{stages: func(j transcript.Job) transcript.Stage {
		o := o
		o.Store = storeFor(v, j)
		return budget.New(o, j)
	}}, checkSpill(v)
}

// storeFor returns where the full texts of one input go, nil if they are not kept.
func storeFor(v *urfave.Context, j transcript.Job) *spill.Store {
	switch dir := v.String("spill-dir"); {
	case v.Bool("no-spill"):
		return nil
	case dir != "":
		return spill.New(dir, j.DryRun)
	case v.Bool("write"):
		return spill.New(j.Name+".tool-results", j.DryRun)
	}
	return spill.Default(j.DryRun)
}
