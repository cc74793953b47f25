package cli

import (
	"slices"

	urfave "github.com/urfave/cli/v2"

	"trtools/pkg/transcript"
	"trtools/pkg/transcript/prune"
	"trtools/pkg/transcript/tokens"
)

// Prune is tr-prune.
var Prune = Command{
	Name:    "tr-prune",
	Summary: "remove the oldest units of a history until it fits",
	Shrinks: true,
	Help: `Removes whole units, the oldest first, until all given limits hold. A unit is a message, or a message with calls and all their results; steps of a turn that rely on the signed thinking before them go together with it. Give a limit, or name what to remove with --tool or --id.

These always stay, whatever the limits are: system messages and what the client wrote before the first user message, the first user message, the newest one, the newest unit, and what the --keep and --pin options name. Summaries of earlier parts are removed last. If what has to stay is still over a limit, nothing is removed and the exit status is 1.

--tool removes the units with a call of a tool, except those that have to stay and those that wait for a result; with --keep-last 0 the newest one goes, too. --id always removes its unit. Both are removed before the oldest units.

With --notice, one message in the user's role tells the model how many messages were removed, and from what time; it counts towards the limits, and replaces an earlier notice.

In linked formats (Claude Code, pi) the records that stay are linked to each other, so that the client resumes with all of them; abandoned branches are linked to what stays, too. What a compaction replaced is not touched. If a compaction lists records from before itself that it keeps, those that are removed are removed from its lists, too. Of a conversation on one line the messages inside the line are pruned.

--dead makes the file smaller, not the request: records that no request holds are removed, as far as the client loads the session without them. With --branches, so are the branches that were left, for instance after a prompt was edited: the client cannot go back to them any more.

Sizes are those of what a request would hold, not of the file. Tokens are estimated: --token-estimate says how.`,
	Examples: []Example{
		{"tr-prune --max-tokens 150000 -c session.jsonl", "does it fit?"},
		{"tr-prune --max-tokens 150000 -w session.jsonl", "make it fit"},
		{"tr-prune --tool WebSearch --notice session.jsonl", "without the searches"},
		{"tr-prune --dead --branches -w session.jsonl", "a smaller file, the same request"},
		{"agent-history | tr-prune --max-payload 4MB --keep-last 20 | tr-pair", "in a pipe"},
	},
	Flags: pruneFlags,
	Setup: setupPrune,
}

func pruneFlags() []urfave.Flag {
	return []urfave.Flag{
		&urfave.GenericFlag{Name: "max-tokens", Value: count(""), EnvVars: []string{"TR_CONTEXT_WINDOW", "CHATCLI_CONTEXT_WINDOW"}, Usage: "a history may have `N` tokens; 0: no limit"},
		estimateFlag(),
		&urfave.GenericFlag{Name: "max-chars", Value: count(""), Usage: "a history may have `N` chars; code points of text, call arguments and results; 0: no limit"},
		&urfave.GenericFlag{Name: "max-messages", Value: count(""), Usage: "a history may have `N` messages; results in a row count as one, notices do not count; 0: no limit"},
		&urfave.GenericFlag{Name: "max-payload", Value: size(""), Usage: "its messages may have `SIZE` bytes; 0: no limit"},
		&urfave.GenericFlag{Name: "tool", Value: new(list), Usage: "units with a call of the tool `NAME` go; may be given more than once"},
		&urfave.GenericFlag{Name: "id", Value: new(list), Usage: "the unit with this `ID` goes; of a message, record or call; may be given more than once"},
		&urfave.GenericFlag{Name: "keep-first", Value: count(""), Usage: "the first `N` messages stay, too"},
		&urfave.GenericFlag{Name: "keep-last", Value: count("1"), Usage: "the newest `N` messages stay"},
		&urfave.GenericFlag{Name: "pin", Value: new(list), Usage: "the unit with this `ID` stays; of a message, record or call; may be given more than once"},
		&urfave.BoolFlag{Name: "dead", Usage: "remove what no request holds: progress, snapshots, copies of files; in sessions of Claude Code and Gemini CLI"},
		&urfave.BoolFlag{Name: "branches", Usage: "with --dead: branches that were left go, too; in linked sessions"},
		&urfave.BoolFlag{Name: "notice", Usage: "tell the model how many messages went; in one message"},
	}
}

func setupPrune(v *urfave.Context, _ terminal) (way, error) {
	o := prune.Options{
		MaxTokens:   v.Int64("max-tokens"),
		Estimate:    tokens.Named(v.String("token-estimate")),
		MaxChars:    v.Int64("max-chars"),
		MaxMessages: v.Int64("max-messages"),
		MaxPayload:  v.Int64("max-payload"),
		KeepFirst:   int(v.Int64("keep-first")),
		KeepLast:    int(v.Int64("keep-last")),
		Pins:        listOf(v, "pin"),
		IDs:         listOf(v, "id"),
		Tools:       listOf(v, "tool"),
		Notice:      v.Bool("notice"),
		Dead:        v.Bool("dead"),
		Branches:    v.Bool("branches"),
	}
	for _, name := range []string{"pin", "id", "tool"} {
		if slices.Contains(listOf(v, name), "") {
			return way{}, Usagef("--%s: the name is empty", name)
		}
	}
	err := firstBroken(
		rule{o.Branches && !o.Dead, "--branches goes with --dead", "tr-prune --dead --branches FILE"},
		rule{o.MaxTokens == 0 && o.MaxChars == 0 && o.MaxMessages == 0 && o.MaxPayload == 0 && len(o.IDs) == 0 && len(o.Tools) == 0 && !o.Dead,
			"what is to go?", "give a limit such as --max-tokens N, or --tool, --id or --dead"},
	)
	return way{stages: func(j transcript.Job) transcript.Stage { return prune.New(o, j) }}, err
}
