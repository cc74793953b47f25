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

	// Lists reports whether what comes out is no transcript but lines about one, and
	// Text whether what comes in is no transcript. nil: never.
	Lists, Text func(*urfave.Context) bool

	// Mends reports whether damage around the records is taken out. nil: never.
	Mends func(*urfave.Context) bool

	// Hint says how to have an input read that is JSON and no transcript.
	Hint string

	// Files returns the files to read where the command finds them itself, and Prints
	// what it prints without reading any; nil, and false: as the command line says.
	Files  func(v *urfave.Context, terminal bool) []string
	Prints func(*urfave.Context) (text string, ok bool)

	// Notes returns what is said on standard error before anything is read. nil: nothing.
	Notes func(*urfave.Context) []string
	// Idle returns what -w says of a file that it leaves as it is. nil: nothing.
	Idle func(*urfave.Context) string

	// draws returns what makes of the data what a person looks at, and the stages that
	// tell what it needs; nil: nothing does, and those of Setup.
	draws func(*urfave.Context, terminal) (*drawer, Factory)

	// Flags makes the command's own flags, for one run; every command has the
	// shared ones, too.
	Flags func() []urfave.Flag

	// Setup makes the command's stages from its flags. It is called once, before
	// anything is read. Its error is a usage error, unless it says otherwise with
	// an ExitCode method.
	Setup func(*urfave.Context) (Factory, error)
}

// Factory makes the stage for one input. With -j it is called concurrently.
type Factory func(transcript.Job) (transcript.Stage, error)

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
	err := c.parse(args[1:], s, func(v *urfave.Context) { code = p.main(v) }, func(text string) { code = p.print(text) })
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
	if p.cmd.Prints != nil {
		if text, ok := p.cmd.Prints(v); ok {
			return p.print(text)
		}
	}
	if p.cmd.Notes != nil && !p.opt.quiet {
		for _, note := range p.cmd.Notes(v) {
			p.con.printf("%s", note)
		}
	}
	if p.cmd.draws != nil {
		p.draw(v)
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
	p.opt = newOptions(v)
	p.opt.lists = p.cmd.Lists != nil && p.cmd.Lists(v)
	p.opt.text = p.cmd.Text != nil && p.cmd.Text(v)
	p.opt.mends = p.cmd.Mends != nil && p.cmd.Mends(v)
	p.opt.shrinks = p.cmd.Shrinks && !v.Bool("dead") // no request held what is dead: that it goes costs nothing
	p.opt.hint = p.cmd.Hint
	if p.cmd.Idle != nil {
		p.opt.idle = p.cmd.Idle(v)
	}
	if err := p.opt.checkAll(v.Args().Slice()); err != nil {
		return err
	}
	p.con.json = p.opt.shownFormat() == report.JSON && p.opt.showsFindings() && !p.opt.findingsOnStdout()
	p.newStage, err = p.cmd.Setup(v)
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
	var coder interface{ ExitCode() int }
	if !errors.As(err, &coder) || coder.ExitCode() == exitUsage {
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
