package cli

import (
	urfave "github.com/urfave/cli/v2"

	"trtools/internal/strip"
	"trtools/pkg/transcript"
	"trtools/pkg/transcript/stat"
	"trtools/pkg/transcript/tokens"
)

// Stat is tr-stat.
var Stat = Command{
	Name:    "tr-stat",
	Summary: "show what is in a transcript, one JSON object for each message",
	Help: `Each object has the message's line and offset, its role, its thread (main, sidechain, or the id of a sub-agent), whether it is live, that is, whether the next request holds it, or why not: compacted, rolled-back, replaced, other-branch, other-root, sidechain or duplicate. Then its calls and results by id and tool, results with whether the tool failed and how long it took as far as the records' times say, its size (chars, estimated tokens, bytes of the message in a request as payload, bytes of its lines, bytes of the client's own copies), its age in turns, what the API counted of the request that it answers (usage: input, of that cached, output, and cost where the client wrote it), and the codes of what tr-pair finds about its lines. A conversation on one line gives one object for each of its messages, with its number.

With --total, one object is printed for each file: messages, live and dead, calls, open calls, tokens by role and by tool, the ten largest results, failed calls, compactions with their lines, branches, what the API counted in all, what the bytes of the file are (where: payload, copies, progress, snapshots, dead, other), findings by code, and what tr-budget, tr-microcompact and the levels of tr-recover would free with their default options and without files for full texts. --no-costs leaves these out, which is faster.

On a terminal, and with --view text, a picture is drawn: each column is a turn, its height the number of tokens; results are coloured by tool (or marked by a letter, without colours), dead parts are dim, and findings are marked; then the ten largest results and what would shrink them, the findings, and what each stage would free. --view html writes the same as one page that loads nothing from the network; --view json gives the objects.

With --sessions the sessions of clients on this machine are listed: client, directory, the beginning of the first prompt, live messages, and the codes of what is wrong. On a terminal these are the 20 newest, the newest last; in a pipe all, the newest first. --client, --damaged and -n choose, --paths prints their paths. Sub-agents' files are no sessions.

Nothing is edited, and apart from that prompt no text of a message is shown. Unreadable lines are findings; all other findings are those of tr-pair -c.`,
	Examples: []Example{
		{"tr-stat session.jsonl | jq -c 'select(.live and .tokens > 5000)'", "large ones"},
		{"tr-stat --total session.jsonl | jq .stages", "what would shrink it?"},
		{"tr-stat --view html session.jsonl >session.html", "a page to search"},
		{"tr-stat --sessions", "which session is it, and what is wrong with it?"},
	},
	Tells: true,
	Flags: statFlags,
	Setup: setupStat,
}

func statFlags() []urfave.Flag {
	return []urfave.Flag{
		&urfave.BoolFlag{Name: "total", Usage: "one object a file; instead of one a message"},
		&urfave.BoolFlag{Name: "no-costs", Usage: "do not say what each stage would free; with --total, which is faster"},
		&urfave.BoolFlag{Name: "sessions", Usage: "list the sessions of the clients on this machine; one object each, the newest first, or a table on a terminal"},
		&urfave.GenericFlag{Name: "newest", Aliases: []string{"n"}, Value: count("0"), DefaultText: "20 on a terminal, else all", Usage: "only the `N` that changed last, of --sessions; 0: all"},
		&urfave.BoolFlag{Name: "damaged", Usage: "only those with errors or warnings, of --sessions"},
		&urfave.GenericFlag{Name: "client", Value: oneOf(append([]string{"all"}, clients()...)...), Usage: "only those of this `CLIENT`, of --sessions: claude-code, codex and so on"},
		&urfave.BoolFlag{Name: "paths", Usage: "print only the paths of --sessions; with -0 each ends with NUL"},
		&urfave.GenericFlag{Name: "view", Value: oneOf("auto", "json", "text", "html"), Usage: "how it is shown: as JSON, as a picture in text, or as a page for a browser; auto is text on a terminal, else json"},
		estimateFlag(),
	}
}

func statOptions(v *urfave.Context) stat.Options {
	return stat.Options{Damaged: v.Bool("damaged"), Total: v.Bool("total"), NoCosts: v.Bool("no-costs"), Estimate: tokens.Named(v.String("token-estimate"))}
}

// checkStat returns a usage error for flags that cannot be meant.
func checkStat(v *urfave.Context) error {
	edits, checks := firstSet(v, "write", "diff", "rejects"), firstSet(v, "check", "list")
	sessions, only := v.Bool("sessions"), firstSet(v, "paths", "newest", "damaged", "client")
	view, total := v.String("view"), v.Bool("total")
	return firstBroken(
		rule{edits != "", "--" + edits + " is not for tr-stat", "it edits nothing"},
		rule{checks != "", "--" + checks + " is not for tr-stat", "tr-pair checks a transcript, tr-stat tells what is in it"},
		rule{sessions && view == "html", "--sessions and --view html exclude each other", ""},
		rule{sessions && total, "--sessions and --total exclude each other", ""},
		rule{sessions && v.Bool("paths") && v.Bool("damaged"), "--paths reads no session, as --damaged has to", "tr-stat --sessions --damaged | jq -r .file"},
		rule{sessions && (v.Args().Len() > 0 || v.IsSet("files0-from")), "--sessions finds the files itself", "leave out FILE, or --sessions"},
		rule{!sessions && only != "", "--" + only + " is for --sessions", ""},
		rule{v.IsSet("no-costs") && !total && view == "json", "--no-costs is for --total, and for pictures", ""},
		rule{total && view != "auto" && view != "json", "--total and --view " + view + " exclude each other", "the picture shows the totals, too"},
	)
}

// firstSet returns the first of some flags that is given, "" for none.
func firstSet(v *urfave.Context, names ...string) string {
	for _, name := range names {
		if v.IsSet(name) {
			return name
		}
	}
	return ""
}

// setupStat finds out which sessions are read, and what draws the data.
func setupStat(v *urfave.Context, t terminal) (way, error) {
	o := statOptions(v)
	w := way{lists: true, prints: v.Bool("paths")}
	view := v.String("view")
	draws := view != "json" && (view != "auto" || t.is && !o.Total)
	if err := checkStat(v); err != nil {
		return w, err
	}
	switch {
	case v.Bool("sessions"):
		askSessions(v, t, draws, &w)
		return w, nil
	case draws && view == "html":
		w.drawer = &drawer{draw: func(lines [][]byte) string { return stripOf(lines).Page() }, head: strip.Head(), tail: strip.Tail()}
	case draws:
		w.drawer = &drawer{draw: func(lines [][]byte) string { return stripOf(lines).Text(t.Screen) }, spaced: true}
	}
	if draws {
		o.Total, o.Listed = true, true
	}
	w.stages = func(j transcript.Job) transcript.Stage { return stat.New(o, j) }
	return w, nil
}
