package cli

import (
	"trtools/internal/flags"
	"trtools/pkg/transcript"
	"trtools/pkg/transcript/dialect"
	"trtools/pkg/transcript/prune"
)

// Prune is tr-prune.
var Prune = Command{
	Name:    "tr-prune",
	Summary: "remove the oldest units of a history until it fits",
	Help: `Removes whole units, the oldest first, until all given limits hold. A unit is a message, or a message with calls and all their results; steps of a turn that rely on the signed thinking before them go together with it. Without a limit nothing changes.

What stays whatever the limits say: system messages and what the client wrote before the first user message, the first user message, the newest one, the newest unit, and what the --keep and --pin options name. Summaries of earlier parts go last. If the rest is still over a limit nothing is removed, and the exit status is 1.

In linked formats (Claude Code, pi) the chain is linked anew around what went, so that the client resumes with what stays. Compactions and what is dead are not touched. Of a conversation on one line the messages inside the line are pruned.

Sizes are those of what a request would hold, not of the file. Tokens are estimated as chars/4.`,
	Examples: []Example{
		{"tr-prune --max-tokens 150000 -c session.jsonl", "does it fit?"},
		{"tr-prune --max-tokens 150000 --rejects pruned.jsonl -w session.jsonl", "make it fit, and keep what went"},
		{"agent-history | tr-prune --max-payload 4MB --keep-last 20 | tr-pair", "in a pipe"},
	},
	Dialects: dialect.Names,
	Flags:    pruneFlags,
	Setup:    setupPrune,
}

func pruneFlags() []*flags.Flag {
	return []*flags.Flag{
		flags.Count("max-tokens", "", "most tokens that a history may have, estimated as chars/4; 0: no limit").Env("TR_CONTEXT_WINDOW", "CHATCLI_CONTEXT_WINDOW"),
		flags.Count("max-chars", "", "most code points of text, call arguments and results; 0: no limit"),
		flags.Count("max-messages", "", "most messages; results in a row are one, notices none; 0: no limit"),
		flags.Size("max-payload", "", "most bytes of messages; 0: no limit"),
		flags.Count("keep-first", "", "the first N messages stay, too"),
		flags.Count("keep-last", "1", "the newest N messages stay"),
		flags.List("pin", "ID", "", "the unit with this message, record or call id stays; may be given more than once"),
	}
}

func setupPrune(v flags.Values) (Factory, error) {
	o := prune.Options{
		MaxTokens:   v.Int("max-tokens"),
		MaxChars:    v.Int("max-chars"),
		MaxMessages: v.Int("max-messages"),
		MaxPayload:  v.Int("max-payload"),
		KeepFirst:   int(v.Int("keep-first")),
		KeepLast:    int(v.Int("keep-last")),
		Pins:        v.List("pin"),
	}
	for _, id := range o.Pins {
		if id == "" {
			return nil, Usagef("--pin: an id is not empty")
		}
	}
	return func(j transcript.Job) (transcript.Stage, error) { return prune.New(o, j), nil }, nil
}
