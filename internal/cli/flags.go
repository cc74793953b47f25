package cli

import "trtools/internal/report"

// Kind is what a flag's value looks like.
type Kind int

const (
	Bool   Kind = iota // --x, --x=true, --x=false
	String             // any text
	Path               // any text but none at all
	Count              // 20000, 20k
	Size               // 4096, 64KiB, 5MB
	Enum               // one of Choices
	List               // any text; every use of the flag adds one
)

// Flag is one row of a table of flags.
type Flag struct {
	Name    string   // without dashes
	Short   string   // one letter, or ""
	Kind    Kind     // what the value looks like
	Meta    string   // what help calls the value: FILE
	Default string   // as it would be typed; "": false, 0, "" or none
	Choices []string // of an Enum
	Env     []string // variables that set it, the first that is set wins: TR_X, CHATCLI_X
	Unit    int64    // of a Size without a suffix; 0: bytes
	Help    string   // one sentence, lower case, no period
}

// shared are the flags of every command.
var shared = []Flag{
	{Name: "check", Short: "c", Help: "write no data; findings go to standard output"},
	{Name: "list", Short: "l", Help: "write no data; print the names of files with errors or warnings"},
	{Name: "null", Short: "0", Help: "with -l: end names with NUL instead of a line break"},
	{Name: "diff", Short: "d", Help: "write no data; print what would change, long values elided"},
	{Name: "write", Short: "w", Help: "rewrite FILE in place, if anything changes"},
	{Name: "backup", Kind: Path, Meta: "SUFFIX", Default: ".bak",
		Help: "with -w: end of the name under which the old file is kept, never over an older one"},
	{Name: "no-backup", Help: "with -w: do not keep the old file"},
	{Name: "output", Short: "o", Kind: Path, Meta: "FILE",
		Help: "write the data to FILE, completely or not at all"},
	{Name: "format", Short: "f", Kind: Enum, Default: "text", Choices: report.Formats(),
		Help: "how findings are written"},
	{Name: "report", Kind: Path, Meta: "FILE",
		Help: "write all findings to FILE in the format of -f; what you see stays text"},
	{Name: "rejects", Kind: Path, Meta: "FILE",
		Help: "add every removed or replaced record to FILE, one JSON object a line (not with -c, -l, -d)"},
	{Name: "dialect", Kind: String, Meta: "NAME", Help: "format of the transcript, instead of detecting it for every record"},
	{Name: "exit-status", Short: "e", Help: "exit 1 also when everything found was repaired"},
	{Name: "strict", Help: "an unreadable line stops the run and no file is written"},
	{Name: "jobs", Short: "j", Kind: Count, Meta: "N", Default: "1",
		Help: "work on N files at a time, in order; 0: one for each processor"},
	{Name: "max-line", Kind: Size, Meta: "SIZE", Default: "256MiB",
		Help: "longest line that is read; a longer one passes through with a finding"},
	{Name: "line-buffered", Help: "write every line at once, as for a terminal"},
	{Name: "quiet", Short: "q", Help: "print errors only: no findings, no summary"},
	{Name: "verbose", Short: "v", Help: "print info findings, too"},
	{Name: "color", Kind: Enum, Default: "auto", Choices: when(),
		Help: "colour; auto asks FORCE_COLOR, NO_COLOR, TERM and the terminal"},
	{Name: "progress", Kind: Enum, Default: "auto", Choices: when(),
		Help: "progress on standard error; auto: on a terminal, after two seconds"},
	{Name: "version", Short: "V", Help: "print the version and exit"},
	{Name: "help", Short: "h", Help: "print this help and exit"},
}

func when() []string { return []string{"auto", "always", "never"} }

// flags returns all flags of the command, its own first.
func (c Command) flags() []Flag {
	all := append([]Flag(nil), c.Flags...)
	return append(all, c.shared()...)
}

// shared returns the shared flags; where the dialects are known, --dialect
// takes no other name.
func (c Command) shared() []Flag {
	all := append([]Flag(nil), shared...)
	for i := range all {
		if f := &all[i]; f.Name == "dialect" && len(c.Dialects) > 0 {
			f.Kind, f.Default, f.Meta = Enum, "auto", ""
			f.Choices = append([]string{"auto"}, c.Dialects...)
		}
	}
	return all
}

// takesValue reports whether the next argument is the flag's value.
func (f *Flag) takesValue() bool { return f.Kind != Bool }

// meta is what help calls the flag's value.
func (f *Flag) meta() string {
	switch {
	case f.Meta != "":
		return f.Meta
	case f.Kind == Bool:
		return ""
	case f.Kind == Enum:
		return joinChoices(f.Choices)
	case f.Kind == Count:
		return "N"
	case f.Kind == Size:
		return "SIZE"
	}
	return "TEXT"
}
