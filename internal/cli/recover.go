package cli

import (
	urfave "github.com/urfave/cli/v2"

	"trtools/pkg/transcript"
	"trtools/pkg/transcript/recover"
	"trtools/pkg/transcript/tokens"
)

// Recover is tr-recover.
var Recover = Command{
	Name:    "tr-recover",
	Summary: "make a history fit again after an API rejected its size",
	Shrinks: true,
	Help: `Level 1 repairs pairs as tr-pair does, shortens old tool results as tr-microcompact does, cuts tool results as tr-budget does with half its limits, and cuts the model's own texts over 5000 chars. Level 2 keeps the system prompt and the last 10 messages, level 3 the last 4, with every text cut to 4000 chars except the newest of the user. A client's instructions and the first and the newest message of the user always stay, calls keep their results, and each level includes the one before.

With a target, as much stays as fits: the oldest results and texts are cut first, then the oldest messages are removed, as far as level 3 allows. If that is not enough, what remains is cut further: results, images older than the newest, arguments of calls, and the newest words of the user last. After a verdict of tr-classify in the stream, the target is the limit that the error names, in the tokens that the error counted, less a margin of 5% for each attempt. After an error without numbers the first attempt keeps 87% of the history by the means of level 1, the second 75% by those of level 2, and the third 50%. If a level frees nothing, the next one is tried. After an error that a smaller history does not cure, the history stays as it is, the exit status is 1, and a message says what helps. Verdicts are removed. Without a target or a verdict nothing changes.

--max-payload is for use before a request is sent: a history over 85% of it is reduced to 70%. A history that cannot be made to fit is left as it is, with exit status 1. Sizes are those of the messages that a request would hold, not of the file: chars (Unicode code points), estimated tokens (--token-estimate), or bytes.

One message in the user's role tells the model how many messages were dropped and, after a proxy rejected a request for its size, how to keep requests small.`,
	Examples: []Example{
		{"tr-classify --error-file e.json h.jsonl | tr-recover >out.jsonl", "on error"},
		{"tr-recover --max-payload 5MB h.jsonl", "before a request, behind a proxy"},
		{"tr-recover -c --max-tokens 200k session.jsonl", "would it fit?"},
		{"tr-recover -w --level 2 session.jsonl", "shorten a session; the old file is kept"},
	},
	Flags: recoverFlags,
	Setup: setupRecover,
}

func recoverFlags() []urfave.Flag {
	return []urfave.Flag{
		&urfave.GenericFlag{Name: "level", Value: oneOf("auto", "1", "2", "3"), Usage: "how far to go"},
		&urfave.GenericFlag{Name: "max-chars", Value: count(""), Usage: "fit into `N` chars of text, arguments and results"},
		&urfave.GenericFlag{Name: "max-tokens", Value: count(""), EnvVars: []string{"TR_CONTEXT_WINDOW", "CHATCLI_CONTEXT_WINDOW"}, Usage: "fit into `N` estimated tokens"},
		estimateFlag(),
		&urfave.GenericFlag{Name: "max-payload", Value: size(""), EnvVars: []string{"TR_MAX_PAYLOAD", "CHATCLI_MAX_PAYLOAD"}, Usage: "fit into `SIZE` bytes of messages"},
		&urfave.GenericFlag{Name: "keep", Value: count("10"), EnvVars: []string{"TR_EMERGENCY_KEEP_MESSAGES", "CHATCLI_EMERGENCY_KEEP_MESSAGES"}, Usage: "level 2 keeps `N` messages"},
		&urfave.GenericFlag{Name: "attempt", Value: count(""), Usage: "this is the `K`-th recovery; for the same request, by default what the verdict says, or the first"},
		&urfave.GenericFlag{Name: "max-attempts", Value: count("3"), EnvVars: []string{"TR_MAX_RECOVERY_ATTEMPTS", "CHATCLI_MAX_RECOVERY_ATTEMPTS"}, Usage: "after `N` recoveries leave the history as it is; exit 1"},
		forFlag(),
		&urfave.BoolFlag{Name: "continue", Usage: "ask the model to go on after a cut answer; adds one message"},
		&urfave.GenericFlag{Name: "max-result-chars", Value: count("20000"), EnvVars: []string{"TR_TOOL_RESULT_MAX_CHARS", "CHATCLI_TOOL_RESULT_MAX_CHARS"}, Usage: "a tool result may have `N` chars; the levels cut results to half of it"},
		&urfave.GenericFlag{Name: "max-turn-chars", Value: count("200000"), EnvVars: []string{"TR_TOOL_RESULT_BUDGET_CHARS", "CHATCLI_TOOL_RESULT_BUDGET_CHARS"}, Usage: "all results of a turn may have `N` chars; the same"},
		spillFlag("keep the full texts of tool results in `DIR`; nobody else may be able to write there"),
		&urfave.BoolFlag{Name: "no-spill", Usage: "keep no full texts: what is cut is gone"},
	}
}

// setupRecover has it said why a file that is inside its target may be refused all the same,
// and what to give where a file is to be rewritten, and nothing says how small it is to be.
// Without -w tr-recover stands in a pipe, and waits for a verdict.
func setupRecover(v *urfave.Context, _ terminal) (w way, err error) {
	if err := checkSpill(v); err != nil {
		return w, err
	}
	if _, err := targetOption(v); err != nil {
		return w, err
	}
	o := recover.Options{
		Level:    chosen(v, "level"),
		MaxChars: v.Int64("max-chars"), MaxTokens: v.Int64("max-tokens"), MaxPayload: v.Int64("max-payload"),
		Estimate: tokens.Named(v.String("token-estimate")), For: v.String("for"),
		Keep: zeroAsNone(boundedInt(v, "keep")), Attempt: boundedInt(v, "attempt"), MaxAttempts: zeroAsNone(boundedInt(v, "max-attempts")),
		Continue: v.Bool("continue"), Result: zeroAsNone(boundedInt(v, "max-result-chars")), Turn: zeroAsNone(boundedInt(v, "max-turn-chars")),
	}
	w.stages = func(j transcript.Job) transcript.Stage {
		o := o
		o.Store = storeFor(v, j)
		return recover.New(o, j)
	}
	switch {
	case o.MaxChars > 0 || o.MaxTokens > 0 || o.MaxPayload > 0:
		w.idle = "nothing is changed: the messages fit, by estimate; a request also holds a system prompt and tools, so give less if an API refuses it"
	case o.Level == 0 && !o.Continue && v.Bool("write"):
		w.notes = []string{"nothing says how small the history is to be: give --level 1, --max-tokens N or --max-payload SIZE"}
	}
	return w, nil
}

// boundedInt returns a count that is small enough to be multiplied as an int.
func boundedInt(v *urfave.Context, name string) int { return int(min(v.Int64(name), 1<<30)) }

// zeroAsNone returns -1 for 0, for options in which 0 stands for the default and a
// negative number for none.
func zeroAsNone(n int) int {
	if n == 0 {
		return -1
	}
	return n
}
