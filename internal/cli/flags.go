package cli

import (
	"slices"

	"trtools/internal/flags"
	"trtools/internal/report"
	"trtools/pkg/transcript"
)

// OwnFlags returns the flags of this command alone, made anew.
func (c Command) OwnFlags() []*flags.Flag {
	if c.Flags == nil {
		return nil
	}
	return c.Flags()
}

// SharedFlags returns the flags of every command, made anew, but for those that
// the command has a meaning of its own for. Where the dialects are known,
// --dialect takes no other name.
func (c Command) SharedFlags() []*flags.Flag { return c.flagsBeside(c.OwnFlags()) }

// flagsBeside returns the shared flags but for those whose names are among its own.
func (c Command) flagsBeside(own []*flags.Flag) []*flags.Flag {
	return slices.DeleteFunc(c.commonFlags(), func(f *flags.Flag) bool { return isNamed(own, f.Name) })
}

// isNamed reports whether one of the flags has that name.
func isNamed(all []*flags.Flag, name string) bool {
	return slices.ContainsFunc(all, func(f *flags.Flag) bool { return f.Name == name })
}

func (c Command) commonFlags() []*flags.Flag {
	list := []*flags.Flag{
		flags.Bool("check", "write no data; findings go to standard output").Short("c"),
		flags.Bool("list", "write no data; print the names of files with errors or warnings").Short("l"),
		flags.Bool("null", "with -l: end names with NUL instead of a line break").Short("0"),
		flags.Bool("diff", "write no data; print what would change: a patch, or elided on a terminal").Short("d"),
		flags.Bool("write", "rewrite FILE in place, if anything changes").Short("w"),
		flags.Path("backup", "SUFFIX", ".bak", "with -w: end of the name under which the old file is kept, never over an older one"),
		flags.Bool("no-backup", "with -w: do not keep the old file"),
		flags.Path("output", "FILE", "", "write the data to FILE, completely or not at all").Short("o"),
		flags.Choice("format", "how findings are written", report.Formats()...).Short("f"),
		flags.Count("max-findings", "", "with -f github, sarif: most findings in the report, which says how many are left out; 0: no limit"),
		flags.Words("ignore", "CODE", "neither count nor show findings with these codes, separated by commas", codes()),
		flags.Words("only", "CODE", "count and show findings with these codes only", codes()),
		flags.Path("baseline", "FILE", "", "neither count nor show findings that are in FILE, as an earlier run wrote it with -c -f json"),
		flags.Path("report", "FILE", "", "write all findings to FILE in the format of -f; what you see stays text"),
		flags.Path("rejects", "FILE", "", "add every removed or replaced record to FILE, one JSON object a line (not with -c, -l, -d)"),
		c.dialectFlag(),
		flags.Bool("exit-status", "exit 1 also when everything found was repaired").Short("e"),
		flags.Bool("strict", "an unreadable line stops the run and no file is written"),
		flags.Bool("allow-empty", "an empty pipe on standard input is passed on, and no error"),
		flags.Count("jobs", "1", "work on N files at a time, or on N parts of one file of conversations, in order; 0: one for each processor").Short("j").Hint("-j 0 works on one file for each processor"),
		flags.Size("max-line", "256MiB", "longest line that is read; a longer one passes through with a finding"),
		flags.Bool("line-buffered", "write every line at once, as for a terminal"),
		flags.Bool("quiet", "no findings and no summary: only why the exit status is not 0").Short("q"),
		flags.Bool("verbose", "print info findings, too, and what was recognised in each file").Short("v"),
		flags.Choice("color", "colour; auto asks FORCE_COLOR, NO_COLOR, TERM and the terminal", colorModes()...),
		flags.Choice("progress", "progress on standard error; auto: on a terminal, after two seconds", colorModes()...),
		flags.List("glob", "PATTERN", "", "which files of a directory are read; may be given more than once [default *.jsonl and *.ndjson]"),
		flags.Path("files0-from", "FILE", "", "read the names of the files from FILE, each with NUL at its end; - is standard input"),
		flags.Words("explain", "CODE", "print what a code of findings means, who says what about it and what is done, and exit", codes()),
		flags.Bool("version", "print the version and exit").Short("V"),
		flags.Bool("help", "print this help and exit").Short("h"),
	}
	if c.Dialects == nil {
		return list
	}
	return append(list, flags.Bool("list-dialects", "print the formats, what is known of who reads them, and what becomes of their pairs, and exit"))
}

// codes returns the names of all kinds of findings.
func codes() []string {
	var names []string
	for _, r := range transcript.Rules {
		names = append(names, string(r.Code))
	}
	return names
}

func colorModes() []string { return []string{"auto", "always", "never"} }

func (c Command) dialectFlag() *flags.Flag {
	const help = "format of the transcript, instead of detecting it for every record"
	if c.Dialects == nil {
		return flags.Text("dialect", "NAME", "", help)
	}
	return flags.Choice("dialect", help+"; --list-dialects lists them", append([]string{"auto"}, c.Dialects()...)...).Meta("NAME")
}

// allFlags returns all flags of the command, its own first.
func (c Command) allFlags() []*flags.Flag {
	own := c.OwnFlags()
	return append(own, c.flagsBeside(own)...)
}
