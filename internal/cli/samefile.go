package cli

import (
	"os"
	"path/filepath"
	"slices"

	"trtools/internal/report"
)

// place is a file that is read or written, and how a message names it.
type place struct {
	name string
	path string      // of a file that does not exist
	info os.FileInfo // nil if it does not exist or is no regular file
}

func placeOf(flag, path string) (p place) {
	p.name = flag + report.Name(path)
	if info, err := os.Stat(path); err != nil {
		p.path, _ = filepath.Abs(path)
	} else if info.Mode().IsRegular() {
		p.info = info
	}
	return p
}

// stdoutName is what messages call standard output.
const stdoutName = "<stdout>"

func placeOfStream(name string, stream any) place {
	p := place{name: name}
	if info := infoOf(stream); info != nil && info.Mode().IsRegular() {
		p.info = info
	}
	return p
}

// same reports whether both are one file, under whatever names.
func (p place) same(q place) bool {
	if p.info != nil && q.info != nil {
		return os.SameFile(p.info, q.info)
	}
	return p.path != "" && p.path == q.path
}

// checkSameFile refuses an output that is also an input or another output. It
// compares inodes, before anything is opened for writing.
func (p *program) checkSameFile() error {
	outs := p.outputs()
	for i, out := range outs {
		if j := slices.IndexFunc(outs[:i], out.same); j >= 0 {
			return Usagef("%s and %s are the same file", outs[j].name, out.name)
		}
	}
	for _, arg := range p.files {
		if len(outs) == 0 {
			break
		}
		in := p.placeOfInput(arg)
		if i := slices.IndexFunc(outs, in.same); i >= 0 {
			return p.sameFileError(in, outs[i])
		}
	}
	return nil
}

// sameFileError is the error of an input that is also an output.
func (p *program) sameFileError(in, out place) error {
	if in.info != nil && in.info.Size() == 0 && out.name == stdoutName {
		return usageHint(in.name+" is also the output: the shell emptied it before "+p.cmd.Name+" began",
			"get the file back from a copy, then use -w")
	}
	return usageHint(in.name+" is also the output "+out.name, "to rewrite a file in place use -w")
}

func (p *program) placeOfInput(arg string) place {
	if arg == "-" {
		return placeOfStream(stdinName, p.s.In)
	}
	return placeOf("", arg)
}

// outputs returns the files that are written. A pipe, or the null device, can be no
// input: where nothing else is written, no input has to be looked at.
func (p *program) outputs() (outs []place) {
	if stdout := placeOfStream(stdoutName, p.s.Out); stdout.info != nil {
		outs = append(outs, stdout)
	}
	for _, o := range []struct{ flag, path string }{
		{"-o ", p.opt.outFile()}, {"--report ", p.opt.report}, {"--rejects ", p.opt.rejects},
	} {
		if o.path != "" {
			outs = append(outs, placeOf(o.flag, o.path))
		}
	}
	return outs
}
