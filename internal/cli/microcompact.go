package cli

import (
	"trtools/internal/dialect"
	"trtools/internal/flags"
	"trtools/pkg/transcript"
	"trtools/pkg/transcript/microcompact"
)

// Microcompact is tr-microcompact.
var Microcompact = Command{
	Name:    "tr-microcompact",
	Summary: "shrink old tool results with age",
	Help: `The age of a tool result is the number of assistant messages of its thread that come after the one which called it. Several records of one message count as one, and so do several model items in a row; messages that are only for display count, too. A result over --min-chars that is old enough is shown as its first 2000 and last 500 chars around a marker, and a still older one as a line that says what it was: [Old tool result cleared -- 450 lines, 28K chars, Go source].

What stays: results of tools that write or execute, errors, and the results of a message that has calls which may still be running.

What a result becomes depends on nothing but itself and its age, so running after every turn gives the same bytes as running once. With --min-gain-chars or --target-chars it depends on the others, and the input is read twice.

Options clear more from age --truncate-turns on: results that a later one repeats and reads of a file that was read again or changed since (for both the input is read twice), codes for terminals, images, reasoning without a signature, and long arguments. Errors always stay, and so does what an API accepts only unchanged, such as signed thinking.`,
	Examples: []Example{
		{"agent-history | tr-microcompact", "before a request"},
		{"tr-microcompact --spill-dir results session.jsonl", "keep the full texts"},
		{"tr-microcompact --aggressive --spill-dir results session.jsonl", "free as much as can be"},
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
		flags.Count("target-chars", "", "shrink results from the first line on and stop when N chars are freed; not limited by default"),
		flags.Bool("aggressive", "switch on all options from --clear-repeated to --truncate-tools"),
		flags.Bool("clear-repeated", "replace a result that a later one repeats by a note"),
		flags.Bool("clear-stale", "replace what was read from a file by a note, if the file was read again or changed since"),
		flags.Bool("strip-noise", "remove the colours and overwritten lines of terminals"),
		flags.Count("image-turns", "", "remove images from results of age N or more; 4 with --aggressive, otherwise they stay"),
		flags.Bool("clear-reasoning", "remove reasoning that is not signed"),
		flags.Count("max-argument-chars", "", "from age --summarize-turns on, cut texts over N chars in the arguments of calls; 3000 with --aggressive, otherwise they stay"),
		flags.List("truncate-tools", "GLOBS", "", "names of tools among --keep-tools whose results are truncated but never cleared; with --aggressive those that execute"),
		spillFlag("keep the full texts in DIR; nobody else may be able to write there"),
		flags.Bool("no-spill", "keep no full texts, even if TR_SPILL_DIR is set"),
	}
}

func setupMicrocompact(v flags.Values) (Factory, error) {
	keep, err := microcompact.ParseGlobs(v.List("keep-tools")...)
	if err != nil {
		return nil, Usagef("--keep-tools: %v", err)
	}
	more, err := moreOptions(v)
	if err != nil {
		return nil, err
	}
	if err := checkSpill(v); err != nil {
		return nil, err
	}
	o := microcompact.Options{
		Truncate:  zeroAsNone(int(v.Int("truncate-turns"))),
		Summarize: zeroAsNone(int(v.Int("summarize-turns"))),
		Min:       zeroAsNone(int(v.Int("min-chars"))),
		MinGain:   int(v.Int("min-gain-chars")),
		Target:    int(v.Int("target-chars")),
		Keep:      keep,
		More:      more,
	}
	return func(j transcript.Job) (transcript.Stage, error) {
		o := o
		if v.IsSet("spill-dir") && !v.Bool("no-spill") {
			o.Store = storeFor(v, j)
		}
		return microcompact.New(o, j), nil
	}, nil
}

// moreOptions reads what is cleared beside large old results.
func moreOptions(v flags.Values) (microcompact.More, error) {
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
			*n = int(v.Int(name))
		}
	}
	if v.IsSet("truncate-tools") {
		globs, err := microcompact.ParseGlobs(v.List("truncate-tools")...)
		if err != nil {
			return more, Usagef("--truncate-tools: %v", err)
		}
		more.Shorten = globs
	}
	return more, nil
}
