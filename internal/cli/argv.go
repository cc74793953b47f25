package cli

import "strings"

// splitArgs takes a command line apart by the table of flags: flags, which may
// stand anywhere before "--", come back as --name=value, everything else as
// files. Short flags combine (-ld), a value may be attached (-j4, --jobs=4) or
// follow, and a flag without value becomes --name=true.
//
// The parser behind it stops at the first file and takes a flag after it for
// another file, so it never sees argv as it was typed.
func splitArgs(flags []Flag, args []string) (canonical, files []string, err error) {
	a := argv{flags: flags, rest: args}
	for len(a.rest) > 0 && a.err == nil {
		a.next()
	}
	return a.canonical, a.files, a.err
}

// argv is a command line being taken apart.
type argv struct {
	flags     []Flag
	rest      []string
	canonical []string
	files     []string
	err       error
}

func (a *argv) next() {
	arg := a.take()
	switch {
	case arg == "--":
		a.files = append(a.files, a.rest...)
		a.rest = nil
	case arg == "-" || !strings.HasPrefix(arg, "-"):
		a.files = append(a.files, arg)
	case strings.HasPrefix(arg, "--"):
		a.long(arg, arg[2:])
	default:
		a.dash(arg)
	}
}

func (a *argv) take() string {
	arg := a.rest[0]
	a.rest = a.rest[1:]
	return arg
}

// long handles --name and --name=value; text is what follows the dashes.
func (a *argv) long(arg, text string) {
	name, value, attached := strings.Cut(text, "=")
	f := findLong(a.flags, name)
	switch {
	case f == nil:
		a.err = unknownFlag(a.flags, arg[:len(arg)-len(text)]+name, name)
	case attached:
		a.add(f, value)
	case f.takesValue():
		a.follow(f, "--"+name)
	default:
		a.add(f, "true")
	}
}

// dash handles -x, -xyz, -xVALUE and, as many Go programs do, -name.
func (a *argv) dash(arg string) {
	name, _, _ := strings.Cut(arg[1:], "=")
	if len(name) > 1 && findLong(a.flags, name) != nil {
		a.long(arg, arg[1:])
		return
	}
	a.cluster(arg)
}

// cluster handles a group of short flags, of which the last may take a value.
func (a *argv) cluster(arg string) {
	for i := 1; i < len(arg); i++ {
		f := findShort(a.flags, arg[i:i+1])
		switch {
		case f == nil:
			a.err = unknownFlag(a.flags, arg, arg[1:])
			return
		case !f.takesValue():
			a.add(f, "true")
		case i+1 < len(arg):
			a.add(f, strings.TrimPrefix(arg[i+1:], "="))
			return
		default:
			a.follow(f, "-"+f.Short)
		}
	}
}

// follow takes the next argument, whatever it looks like, as the value of f.
func (a *argv) follow(f *Flag, typed string) {
	if len(a.rest) == 0 {
		a.err = Usagef("%s needs a value: %s %s", typed, typed, f.meta())
		return
	}
	a.add(f, a.take())
}

func (a *argv) add(f *Flag, value string) {
	a.canonical = append(a.canonical, "--"+f.Name+"="+value)
}

func findLong(flags []Flag, name string) *Flag {
	for i := range flags {
		if flags[i].Name == name {
			return &flags[i]
		}
	}
	return nil
}

func findShort(flags []Flag, letter string) *Flag {
	for i := range flags {
		if flags[i].Short == letter {
			return &flags[i]
		}
	}
	return nil
}
