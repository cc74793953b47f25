package cli

import (
	"slices"
	"strings"

	urfave "github.com/urfave/cli/v2"

	"trtools/internal/dialect"
	"trtools/internal/report"
	"trtools/pkg/transcript"
)

// flagsBeside returns the shared flags but for those whose names are among its own.
func (c Command) flagsBeside(own []urfave.Flag, o *options) []urfave.Flag {
	names := map[string]bool{}
	for _, f := range own {
		names[f.Names()[0]] = true
	}
	return slices.DeleteFunc(sharedFlags(o), func(f urfave.Flag) bool { return names[f.Names()[0]] })
}

// allFlags returns all flags of the command, its own first; the others set o.
func (c Command) allFlags(o *options) []urfave.Flag {
	own := c.Flags()
	return append(own, c.flagsBeside(own, o)...)
}

// Arrange takes a command line of the command apart, and says which options are its own
// and which are those of all commands.
func (c Command) Arrange(args []string) (l Line, own, shared []string, err error) {
	flags := c.Flags()
	if l, err = arrange(c.allFlags(new(options)), args); err != nil {
		return l, nil, nil, err
	}
	for _, o := range l.Options {
		name, _, _ := strings.Cut(strings.TrimPrefix(o, "--"), "=")
		if find(flags, name) != nil {
			own = append(own, o)
		} else {
			shared = append(shared, o)
		}
	}
	return l, own, shared, nil
}

// HasFlag reports whether the command has a flag of that name of its own.
func (c Command) HasFlag(name string) bool { return find(c.Flags(), name) != nil }

// sharedFlags returns the flags of every command, most of which set an option at once.
func sharedFlags(o *options) []urfave.Flag {
	o.backup.Suffix = ".bak"
	return []urfave.Flag{
		&urfave.BoolFlag{Destination: &o.check, Name: "check", Aliases: []string{"c"}, Usage: "write no data; findings go to standard output"},
		&urfave.BoolFlag{Destination: &o.list, Name: "list", Aliases: []string{"l"}, Usage: "write no data; print the names of files with errors or warnings"},
		&urfave.BoolFlag{Destination: &o.null, Name: "null", Aliases: []string{"0"}, Usage: "with -l: end names with NUL instead of a line break"},
		&urfave.BoolFlag{Destination: &o.diff, Name: "diff", Aliases: []string{"d"}, Usage: "write no data; print what would change: a patch, or elided on a terminal"},
		&urfave.BoolFlag{Destination: &o.write, Name: "write", Aliases: []string{"w"}, Usage: "rewrite FILE in place, if anything changes"},
		&urfave.GenericFlag{Name: "backup", Value: (*path)(&o.backup.Suffix), Usage: "with -w: keep the old file under its name and `SUFFIX`, never over an older one"},
		&urfave.BoolFlag{Destination: &o.backup.NoBackup, Name: "no-backup", Usage: "with -w: do not keep the old file"},
		&urfave.BoolFlag{Destination: &o.backup.Force, Name: "force", Usage: "with -w: rewrite FILE even if another program has it open for writing"},
		&urfave.GenericFlag{Name: "output", Aliases: []string{"o"}, Value: (*path)(&o.output), TakesFile: true, Usage: "write the data to `FILE`, completely or not at all"},
		&urfave.GenericFlag{Name: "format", Aliases: []string{"f"}, Value: oneOf(report.Formats()...), Usage: "how findings are written"},
		&urfave.GenericFlag{Name: "max-findings", Value: count(""), Usage: "with -f github, sarif: put at most `N` findings into the report, which says how many are left out; 0: no limit"},
		&urfave.GenericFlag{Name: "ignore", Value: &several{words: codes()}, Usage: "neither count nor show findings with this `CODE`, or with these, separated by commas"},
		&urfave.GenericFlag{Name: "only", Value: &several{words: codes()}, Usage: "count and show findings with this `CODE` only, or with these"},
		pathTo(&o.baseline, "baseline", "neither count nor show findings that are in `FILE`, as an earlier run wrote it with -c -f json"),
		pathTo(&o.report, "report", "write all findings to `FILE` in the format of -f; what you see stays text"),
		pathTo(&o.rejects, "rejects", "add every removed or replaced record to `FILE`, one JSON object a line (not with -c, -l, -d)"),
		&urfave.GenericFlag{Name: "dialect", Value: oneOf(append([]string{"auto"}, dialect.Names()...)...), Usage: "the transcript has the format `NAME`, which is not detected for every record; --list-dialects lists them"},
		&urfave.BoolFlag{Destination: &o.exitStatus, Name: "exit-status", Aliases: []string{"e"}, Usage: "exit 1 also when everything found was repaired"},
		&urfave.BoolFlag{Destination: &o.strict, Name: "strict", Usage: "an unreadable line stops the run and no file is written"},
		&urfave.BoolFlag{Destination: &o.allowEmpty, Name: "allow-empty", Usage: "an empty pipe on standard input is passed on, and no error"},
		&urfave.GenericFlag{Name: "jobs", Aliases: []string{"j"}, Value: count("1"), Usage: "work on `N` files at a time, in order; 0: one for each processor"},
		&urfave.GenericFlag{Name: "max-line", Value: size("256MiB"), DefaultText: "256MiB", Usage: "read lines of up to `SIZE`; a longer one passes through with a finding"},
		&urfave.BoolFlag{Destination: &o.lineBuffered, Name: "line-buffered", Usage: "write every line at once, as for a terminal"},
		&urfave.BoolFlag{Destination: &o.quiet, Name: "quiet", Aliases: []string{"q"}, Usage: "no findings and no summary; only why the exit status is not 0"},
		&urfave.BoolFlag{Destination: &o.verbose, Name: "verbose", Aliases: []string{"v"}, Usage: "print info findings, too, and what was recognised in each file"},
		&urfave.GenericFlag{Name: "color", Value: oneOf(colorModes()...), Usage: "colour; auto asks FORCE_COLOR, NO_COLOR, TERM and the terminal"},
		&urfave.GenericFlag{Name: "progress", Value: oneOf(colorModes()...), Usage: "progress on standard error; auto: on a terminal, after two seconds"},
		&urfave.GenericFlag{Name: "glob", Value: new(list), DefaultText: "*.jsonl and *.ndjson", Usage: "which files of a directory are read, as a `PATTERN`; may be given more than once"},
		&urfave.GenericFlag{Name: "exclude", Value: new(list), Usage: "which files and directories of a directory are not read, as a `PATTERN` of a .gitignore; may be given more than once"},
		&urfave.BoolFlag{Name: "hidden", Usage: "read files and directories of a directory whose names begin with a dot, too"},
		&urfave.BoolFlag{Name: "no-ignore", Usage: "read what git ignores, and node_modules, too"},
		&urfave.BoolFlag{Destination: &o.requireRecords, Name: "require-records", Usage: "no-records is a warning for files of a directory as well, not only for those that are named"},
		pathTo(&o.files0, "files0-from", "read the names of the files from `FILE`, each with NUL at its end; - is standard input"),
		&urfave.GenericFlag{Name: "explain", Value: &several{words: codes(), abbreviated: true}, Usage: "print what this `CODE` of findings means, who says what about it and what is done, and exit"},
		&urfave.BoolFlag{Name: "version", Aliases: []string{"V"}, Usage: "print the version and exit"},
		&urfave.BoolFlag{Name: "h", Usage: "print a help of one screen and exit"},
		&urfave.BoolFlag{Name: "help", Usage: "print all of the help and exit"},
		&urfave.BoolFlag{Name: "list-dialects", Usage: "print the formats, what is known of who reads them, and what becomes of their pairs, and exit"},
	}
}

// codes returns the names of all kinds of findings.
func codes() []string {
	var names []string
	for _, r := range transcript.Rules() {
		names = append(names, string(r.Code))
	}
	return names
}

func colorModes() []string { return []string{"auto", "always", "never"} }
