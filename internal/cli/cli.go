// Package cli is what the commands share: the command line, the streams, the
// modes (-c, -l, -d, -w, -o), the reports and the exit status. A command is a
// table of flags and a function that makes its stage; its main is
//
//	func main() { os.Exit(cli.Run(cli.Pair, os.Args, cli.Std())) }
package cli

import (
	"errors"
	"runtime/debug"

	urfave "github.com/urfave/cli/v2"

	"trtools/internal/dialect"
	"trtools/internal/refusal"
	"trtools/internal/report"
	"trtools/pkg/transcript"
)

// Command describes one filter.
type Command struct {
	Name     string    // tr-pair
	Summary  string    // one line, lower case, no period
	Help     string    // paragraphs for --help; lines are wrapped
	Repairs  bool      // -w repairs what -c finds
	Shrinks  bool      // it makes a history smaller: the summary says what that costs a prompt's cache
	Tells    bool      // it neither edits nor checks
	Examples []Example // shown at the end of --help

	// Flags makes the command's own flags, for one run; every command has the
	// shared ones, too.
	Flags func() []urfave.Flag

	// Setup says what the command line asks for. It is called once, before
	// anything is read. A mistake on the command line is a *UsageError.
	Setup func(*urfave.Context, terminal) (way, error)
}

// way is what a command line asks of a command.
type way struct {
	stages Factory

	lists bool   // what comes out is no transcript but lines about one
	text  bool   // what comes in is no transcript
	mends bool   // damage around the records is taken out
	hint  string // how to have an input read that is JSON and no transcript
	idle  string // what -w says of a file that it leaves as it is

	notes  []string // are said on standard error before anything is read
	prints bool     // nothing is read, and that is printed:
	page   string
	files  []string // the files to read; nil: as the command line says
	drawer *drawer  // makes of the data what a person looks at; nil: it comes out as it is
}

// Factory makes the stage for one input. With -j it is called concurrently.
type Factory func(transcript.Job) transcript.Stage

// Example is one command line and what it is for.
type Example struct{ Line, Text string }

// garbage is how much garbage, in percent of what is in use, the process holds before it collects
// it. With Go's 100 a stage that indexes its whole input holds a fifth more, and is hardly faster.
const garbage = 70

// Run runs the command with args, args[0] being the program, and returns the
// exit status. It never calls os.Exit, so that deferred cleanups run.
func Run(c Command, args []string, s Streams) int {
	s = s.withDefaults()
	if s.Process {
		debug.SetGCPercent(garbage)
	}
	p := newProgram(c, s)
	code := exitDone
	s.Out = p.stdout
	err := c.parse(args[1:], s, &p.opt, func(v *urfave.Context) { code = p.main(v) }, func(text string) { code = p.print(text) })
	if err != nil {
		return p.usage(err)
	}
	return code
}

// main checks the combination of flags, makes the stages and filters all files.
func (p *program) main(v *urfave.Context) int {
	if text := p.about(v); text != "" {
		return p.print(text)
	}
	if err := p.setUp(v); err != nil {
		return p.refuse(err)
	}
	if p.prints {
		return p.print(p.page)
	}
	for _, note := range p.notes {
		if !p.opt.quiet {
			p.con.printf("%s", note)
		}
	}
	if err := p.findFiles(v); err != nil {
		return p.refuse(err)
	}
	return p.filterAll()
}

// about returns what is printed instead of filtering anything, "" for nothing.
func (p *program) about(v *urfave.Context) string {
	if pages := p.cmd.pages(v); pages != "" || !v.Bool("list-dialects") {
		return pages
	}
	return dialect.Table(refusal.JudgedFor)
}

// setUp reads and checks the flags, and has the command make its stages of them.
func (p *program) setUp(v *urfave.Context) (err error) {
	p.opt.read(v)
	p.opt.shrinks = p.cmd.Shrinks && !v.Bool("dead") // no request held what is dead: that it goes costs nothing
	if err := p.opt.checkAll(v.Args().Slice()); err != nil {
		return err
	}
	p.con.json = p.opt.shownFormat() == report.JSON && p.opt.showsFindings() && !p.opt.findingsOnStdout()
	p.way, err = p.cmd.Setup(v, p.terminal())
	return err
}

// findFiles finds the inputs, and checks what is to be written beside them.
func (p *program) findFiles(v *urfave.Context) (err error) {
	if p.files, err = p.expand(v); err != nil {
		return err
	}
	if p.selection, err = newSelection(&p.opt); err != nil {
		return err
	}
	if err := p.checkSameFile(); err != nil {
		return err
	}
	return p.opt.checkSides()
}

// refuse reports an error of a run that has not begun.
func (p *program) refuse(err error) int {
	if _, usage := errors.AsType[*UsageError](err); usage {
		return p.usage(err)
	}
	p.con.failure(err)
	return exitCode(err)
}

// print writes text to standard output: for --help and --version the only
// output, so a full disk there must not go unnoticed.
func (p *program) print(text string) int {
	p.stdout.Write([]byte(text))
	return p.finish(exitDone)
}
