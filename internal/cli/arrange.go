package cli

import (
	"strconv"
	"strings"

	urfave "github.com/urfave/cli/v2"

	"trtools/internal/report"
)

// Line is a command line taken apart: every option as --name=value, and the files.
type Line struct{ Options, Files []string }

// arrange takes a command line apart. The library's parser stops at the first file and
// takes an option behind it for another file, and it knows neither -j4 nor -ldj4, nor
// that --no-mend and --mend=false are the same.
func arrange(flags []urfave.Flag, args []string) (l Line, err error) {
	for len(args) > 0 && err == nil {
		arg := args[0]
		args = args[1:]
		switch {
		case arg == "--":
			l.Files = append(l.Files, args...)
			return l, nil
		case arg == "-" || !strings.HasPrefix(arg, "-"):
			l.Files = append(l.Files, arg)
		default:
			args, err = l.addOptions(flags, arg, args)
		}
	}
	return l, err
}

// addOptions adds the options of one argument, of which the last may take its value from
// the rest, and returns what is left of that.
func (l *Line) addOptions(flags []urfave.Flag, arg string, rest []string) ([]string, error) {
	name, value, attached := strings.Cut(strings.TrimPrefix(arg[1:], "-"), "=")
	if f := find(flags, name); f != nil && len(name) > 1 { // --name and, as Go programs do, -name
		return l.add(f, "--"+name, value, attached, rest)
	}
	if opposite := find(flags, negated(name)); opposite != nil && !takesValue(opposite) && len(name) > 1 {
		l.Options = append(l.Options, "--"+negated(name)+"="+not(value))
		return rest, nil
	}
	if strings.HasPrefix(arg, "--") {
		return nil, unknownFlag(flags, arg, name)
	}
	return l.addCluster(flags, arg, rest)
}

// addCluster adds a group of short options, of which the last may take a value: -x, -xyz,
// -xVALUE.
func (l *Line) addCluster(flags []urfave.Flag, arg string, rest []string) ([]string, error) {
	for i := 1; i < len(arg); i++ {
		f := find(flags, arg[i:i+1])
		if f == nil {
			return nil, unknownFlag(flags, arg, arg[1:])
		}
		if takesValue(f) {
			return l.add(f, "-"+arg[i:i+1], strings.TrimPrefix(arg[i+1:], "="), i+1 < len(arg), rest)
		}
		l.Options = append(l.Options, "--"+f.Names()[0]+"=true")
	}
	return rest, nil
}

// add adds one option with its value: the attached one, true, or the next argument,
// whatever that looks like.
func (l *Line) add(f urfave.Flag, typed, value string, attached bool, rest []string) ([]string, error) {
	switch {
	case attached:
	case !takesValue(f):
		value = "true"
	case len(rest) == 0:
		return nil, Usagef("%s needs a value: %s %s", typed, typed, rowOf(f).Operand)
	default:
		value, rest = rest[0], rest[1:]
	}
	l.Options = append(l.Options, "--"+f.Names()[0]+"="+value)
	return rest, nil
}

// find returns the flag of a name or a letter.
func find(flags []urfave.Flag, name string) urfave.Flag {
	for _, f := range flags {
		for _, n := range f.Names() {
			if n == name {
				return f
			}
		}
	}
	return nil
}

func takesValue(f urfave.Flag) bool { return f.(urfave.DocGenerationFlag).TakesValue() }

// negated returns no-mend for mend, and mend for no-mend.
func negated(name string) string {
	if rest, is := strings.CutPrefix(name, "no-"); is {
		return rest
	}
	return "no-" + name
}

// not returns the opposite of the value of an option that is on without one.
func not(value string) string {
	on, err := strconv.ParseBool(value)
	if value != "" && err != nil {
		return value // which is refused
	}
	return strconv.FormatBool(value != "" && !on)
}

// otherWord says what is called by another name here than in other programs, or "".
func otherWord(name string) string {
	switch name {
	case "fix", "repair", "in-place", "inplace", "i":
		return rewrites
	case "dry-run", "dryrun", "n":
		return shows
	}
	return ""
}

const (
	rewrites = "-w rewrites FILE in place and keeps the old one; -d shows what it would change"
	shows    = "-d shows what would change, and -c what is wrong"
)

// unknownFlag is the error for a flag that is in no table. typed is what stood on the
// command line, name what it seems to name.
func unknownFlag(flags []urfave.Flag, typed, name string) error {
	typed, _, _ = strings.Cut(typed, "=")
	err := &UsageError{Msg: "unknown flag " + report.Clip(report.Name(typed), 80), Hint: otherWord(name)}
	if err.Hint == "" && len(name) > 1 {
		if n := urfave.SuggestFlag(flags, name, true); n != "" {
			err.Hint = "did you mean " + n + "?"
		}
	}
	return err
}
