package flags

import (
	"os"
	"strings"
)

// order takes a command line apart by the table of flags: flags, which may stand
// anywhere before "--", come back as --name=value, everything else as files.
// Short flags combine (-ld), a value may be attached (-j4, --jobs=4) or follow,
// and a flag without value becomes --name=true.
func order(flags []*Flag, args []string) (given, files []string, err error) {
	o := orderer{flags: flags, rest: args}
	for len(o.rest) > 0 && o.err == nil {
		o.next()
	}
	return o.given, o.files, o.err
}

// orderer is a command line being taken apart.
type orderer struct {
	flags []*Flag
	rest  []string
	given []string
	files []string
	err   error

	last string // the flag without value before this argument
}

func (o *orderer) next() {
	arg := o.take()
	last := o.last
	o.last = ""
	name, value, attached := strings.Cut(strings.TrimPrefix(arg[min(1, len(arg)):], "-"), "=")
	switch f := find(o.flags, name); {
	case arg == "--":
		o.files = append(o.files, o.rest...)
		o.rest = nil
	case arg == "-" || !strings.HasPrefix(arg, "-"):
		o.file(arg, last)
	case f != nil && len(name) > 1: // --name and, as many Go programs do, -name
		o.add(f, "--"+name, value, attached)
	case strings.HasPrefix(arg, "--"):
		o.err = unknownFlag(o.flags, "--"+name, name)
	default:
		o.cluster(arg)
	}
}

func (o *orderer) take() string {
	arg := o.rest[0]
	o.rest = o.rest[1:]
	return arg
}

// file handles an argument that is no flag. Behind a flag that takes no value, the
// words that it would take are a file only if there is one.
func (o *orderer) file(arg, last string) {
	if _, err := parseBool(arg); err == nil && last != "" {
		if _, err := os.Stat(arg); err != nil {
			o.err = &UsageError{Msg: last + " " + arg + " would read a file called " + arg, Hint: "write " + last + "=" + arg}
			return
		}
	}
	o.files = append(o.files, arg)
}

// cluster handles a group of short flags, of which the last may take a value:
// -x, -xyz, -xVALUE.
func (o *orderer) cluster(arg string) {
	for i := 1; i < len(arg); i++ {
		f := find(o.flags, arg[i:i+1])
		if f == nil {
			o.err = unknownFlag(o.flags, arg, arg[1:])
			return
		}
		value := strings.TrimPrefix(arg[i+1:], "=")
		o.add(f, "-"+arg[i:i+1], value, f.TakesValue() && i+1 < len(arg))
		if f.TakesValue() {
			return
		}
	}
}

// add gives the flag its value: the attached one, true, or the next argument,
// whatever that looks like.
func (o *orderer) add(f *Flag, typed, value string, attached bool) {
	switch {
	case attached:
	case !f.TakesValue():
		value, o.last = "true", typed
	case len(o.rest) == 0:
		o.err = Usagef("%s needs a value: %s %s", typed, typed, f.meta)
		return
	default:
		value = o.take()
	}
	o.given = append(o.given, "--"+f.Name+"="+value)
}

// find returns the flag of a name or a letter.
func find(flags []*Flag, name string) *Flag {
	for _, f := range flags {
		if f.Name == name || len(f.Aliases) > 0 && f.Aliases[0] == name {
			return f
		}
	}
	return nil
}
