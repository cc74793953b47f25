package cli

import (
	"slices"

	"trtools/internal/dialect"
	"trtools/internal/flags"
	"trtools/pkg/transcript"
	"trtools/pkg/transcript/prune"
	"trtools/pkg/transcript/tokens"
)

// Prune is tr-prune.
var Prune = Command{
	Name:    "tr-prune",
	Summary: "remove the oldest units of a history until it fits",
	Help: `Removes whole units, the oldest first, until all given limits hold. A unit is a message, or a message with calls and all their results; steps of a turn that rely on the signed thinking before them go together with it. Give a limit, or say what is to go with --tool or --id.

What stays whatever the limits say: system messages and what the client wrote before the first user message, the first user message, the newest one, the newest unit, and what the --keep and --pin options name. Summaries of earlier parts go last. If the rest is still over a limit nothing is removed, and the exit status is 1.

--tool removes the units with a call of a tool, except those that have to stay and those that wait for a result; with --keep-last 0 the newest one goes, too. --id removes a unit in any case. Both go before the oldest.

With --notice one message in the user's role tells the model how many messages went, and from when; it counts for the limits, and takes the place of an earlier one.

In linked formats (Claude Code, pi) the records that stay are linked to each other, so that the client resumes with all of them; abandoned branches are linked to what stays, too. What a compaction replaced is not touched. If a compaction keeps records from before itself, those that go are taken out of its lists. Of a conversation on one line the messages inside the line are pruned.

Sizes are those of what a request would hold, not of the file. Tokens are estimated: --token-estimate says how.`,
	Examples: []Example{
		{"tr-prune --max-tokens 150000 -c session.jsonl", "does it fit?"},
		{"tr-prune --max-tokens 150000 --rejects pruned.jsonl -w session.jsonl", "make it fit, and keep what went"},
		{"tr-prune --tool WebSearch --notice session.jsonl", "without what was searched for"},
		{"agent-history | tr-prune --max-payload 4MB --keep-last 20 | tr-pair", "in a pipe"},
	},
	Dialects: dialect.Names,
	Flags:    pruneFlags,
	Setup:    setupPrune,
}

func pruneFlags() []*flags.Flag {
	return []*flags.Flag{
		flags.Count("max-tokens", "", "most tokens that a history may have; 0: no limit").Env("TR_CONTEXT_WINDOW", "CHATCLI_CONTEXT_WINDOW"),
		estimateFlag(),
		flags.Count("max-chars", "", "most code points of text, call arguments and results; 0: no limit"),
		flags.Count("max-messages", "", "most messages; results in a row are one, notices none; 0: no limit"),
		flags.Size("max-payload", "", "most bytes of messages; 0: no limit"),
		flags.List("tool", "NAME", "", "units with a call of this tool go; may be given more than once"),
		flags.List("id", "ID", "", "the unit with this message, record or call id goes; may be given more than once"),
		flags.Count("keep-first", "", "the first N messages stay, too"),
		flags.Count("keep-last", "1", "the newest N messages stay"),
		flags.List("pin", "ID", "", "the unit with this message, record or call id stays; may be given more than once"),
		flags.Bool("notice", "tell the model how many messages went, in one message"),
	}
}

func setupPrune(v flags.Values) (Factory, error) {
	o := prune.Options{
		MaxTokens:   v.Int("max-tokens"),
		Estimate:    tokens.Named(v.String("token-estimate")),
		MaxChars:    v.Int("max-chars"),
		MaxMessages: v.Int("max-messages"),
		MaxPayload:  v.Int("max-payload"),
		KeepFirst:   int(v.Int("keep-first")),
		KeepLast:    int(v.Int("keep-last")),
		Pins:        v.List("pin"),
		IDs:         v.List("id"),
		Tools:       v.List("tool"),
		Notice:      v.Bool("notice"),
	}
	for _, name := range []string{"pin", "id", "tool"} {
		if slices.Contains(v.List(name), "") {
			return nil, Usagef("--%s: the name is empty", name)
		}
	}
	if o.MaxTokens == 0 && o.MaxChars == 0 && o.MaxMessages == 0 && o.MaxPayload == 0 && len(o.IDs) == 0 && len(o.Tools) == 0 {
		return nil, usageHint("what is to go?", "give a limit such as --max-tokens N, or --tool or --id")
	}
	return func(j transcript.Job) (transcript.Stage, error) { return prune.New(o, j), nil }, nil
}
