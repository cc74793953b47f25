package cli

import (
	urfave "github.com/urfave/cli/v2"

	"trtools/pkg/transcript"
	"trtools/pkg/transcript/microcompact"
)

// Microcompact is tr-microcompact.
var Microcompact = Command{
	Name:    "tr-microcompact",
	Summary: "shorten tool results as they get older",
	Shrinks: true,
	Help: `The age of a tool result is the number of assistant messages of its thread that come after the one which called it. Several records of one message count as one, and so do several model items in a row; messages that are only for display count as well. Once a result over --min-chars is old enough, it is cut to its first 2000 and last 500 chars with a marker between them; later it becomes one line that says what it was: [Old tool result cleared -- 450 lines, 28K chars, Go source].

What stays: results of tools that write or execute, errors, and the results of a message that has calls which may still be running.

What becomes of a result depends only on the result and its age, so running after every turn gives the same bytes as running once at the end. With --keep-results, --min-gain-chars or --target-chars it also depends on the other results, and the input is read twice. The summary says from which line on a provider's prompt cache no longer holds, and about how many tokens the next request therefore sends uncached.

Further options clear more from age --truncate-turns on: results that a later one repeats, reads of a file that has been read again or changed since, and reasoning of turns that are over (for these three the input is read twice), codes for terminals, images, and long arguments. Errors always stay, and so does the reasoning of a turn that goes on, which an API accepts only unchanged.`,
	Examples: []Example{
		{"agent-history | tr-microcompact", "before a request"},
		{"tr-microcompact --spill-dir results session.jsonl", "keep the full texts"},
		{"tr-microcompact --aggressive --spill-dir results session.jsonl", "free much"},
		{"tr-microcompact --min-gain-chars 50k session.jsonl", "leave the provider's prompt cache alone unless it pays"},
	},
	Flags: microcompactFlags,
	Setup: setupMicrocompact,
}

func microcompactFlags() []urfave.Flag {
	return []urfave.Flag{
		&urfave.GenericFlag{Name: "truncate-turns", Value: count("2"), EnvVars: []string{"TR_MICROCOMPACT_TRUNCATE_TURNS", "CHATCLI_MICROCOMPACT_TRUNCATE_TURNS"}, Usage: "from age `N` on head and tail are left"},
		&urfave.GenericFlag{Name: "summarize-turns", Value: count("4"), EnvVars: []string{"TR_MICROCOMPACT_SUMMARIZE_TURNS", "CHATCLI_MICROCOMPACT_SUMMARIZE_TURNS"}, Usage: "from age `N` on a summary is left"},
		&urfave.GenericFlag{Name: "min-chars", Value: count("3000"), Usage: "results of up to `N` chars stay, whatever their age"},
		&urfave.GenericFlag{Name: "keep-tools", Value: new(list), DefaultText: microcompact.DefaultKeep().String(), Usage: "results of tools named like `GLOBS` stay; separated by commas; case does not matter, and neither does a namespace in front"},
		&urfave.GenericFlag{Name: "keep-results", Value: count(""), Usage: "the newest `N` results stay, whatever their age"},
		&urfave.GenericFlag{Name: "from-tokens", Value: count(""), Usage: "results of fewer than `N` tokens stay, too; estimated"},
		&urfave.GenericFlag{Name: "min-gain-chars", Value: count(""), Usage: "do nothing unless `N` chars or more can be freed"},
		&urfave.GenericFlag{Name: "target-chars", Value: count(""), Usage: "stop when `N` chars are freed; results shrink from the first line on; not limited by default"},
		&urfave.BoolFlag{Name: "aggressive", Usage: "switch on --clear-repeated to --truncate-tools"},
		&urfave.BoolFlag{Name: "clear-repeated", Usage: "replace a result that a later one repeats; by a note"},
		&urfave.BoolFlag{Name: "clear-stale", Usage: "replace what a file said before it changed; by a note, if the file was read again or changed since"},
		&urfave.BoolFlag{Name: "strip-noise", Usage: "remove colours and overwritten lines; of terminals"},
		&urfave.GenericFlag{Name: "image-turns", Value: count(""), Usage: "remove images of age `N` or more, the user's too; 4 with --aggressive, otherwise they stay"},
		&urfave.BoolFlag{Name: "clear-reasoning", Usage: "remove reasoning, signed or not; of turns that are over: the user has spoken since"},
		&urfave.GenericFlag{Name: "max-argument-chars", Value: count(""), Usage: "cut texts over `N` chars in arguments of calls; from age --summarize-turns on; 3000 with --aggressive, otherwise they stay"},
		&urfave.GenericFlag{Name: "truncate-tools", Value: new(list), Usage: "truncate, but do not clear, results of `GLOBS`; tools that --keep-tools has; with --aggressive those that execute"},
		spillFlag("keep the full texts in `DIR`; nobody else may be able to write there"),
		&urfave.BoolFlag{Name: "no-spill", Usage: "keep no full texts, even if TR_SPILL_DIR is set"},
	}
}

func setupMicrocompact(v *urfave.Context, _ terminal) (way, error) {
	keep, err := globsOf(v, "keep-tools")
	if err != nil {
		return way{}, err
	}
	more, err := moreOptions(v)
	if err != nil {
		return way{}, err
	}
	o := microcompact.Options{
		Truncate:   zeroAsNone(int(v.Int64("truncate-turns"))),
		Summarize:  zeroAsNone(int(v.Int64("summarize-turns"))),
		Min:        zeroAsNone(int(v.Int64("min-chars"))),
		KeepNewest: int(v.Int64("keep-results")),
		FromTokens: int(v.Int64("from-tokens")),
		MinGain:    int(v.Int64("min-gain-chars")),
		Target:     int(v.Int64("target-chars")),
		Keep:       keep,
		More:       more,
	}
	return way{stages: func(j transcript.Job) transcript.Stage {
		o := o
		if v.IsSet("spill-dir") {
			o.Store = storeFor(v, j)
		}
		return microcompact.New(o, j)
	}}, checkSpill(v)
}

// moreOptions reads what is cleared beside large old results.
func moreOptions(v *urfave.Context) (microcompact.More, error) {
	var more microcompact.More
	if v.Bool("aggressive") {
		more = microcompact.Aggressive()
	}
	for name, on := range map[string]*bool{
		"clear-repeated": &more.Same, "clear-stale": &more.Stale, "strip-noise": &more.Noise, "clear-reasoning": &more.Reasoning,
	} {
		if v.IsSet(name) {
			*on = v.Bool(name)
		}
	}
	for name, n := range map[string]*int{"image-turns": &more.Images, "max-argument-chars": &more.Arguments} {
		if v.IsSet(name) {
			*n = int(v.Int64(name))
		}
	}
	globs, err := globsOf(v, "truncate-tools")
	if globs != nil {
		more.Shorten = globs
	}
	return more, err
}
