package cli

import (
	"io"
	"os"
	"slices"
	"sync"
	"sync/atomic"

	"trtools/internal/atomicfile"
	"trtools/internal/report"
)

// program is one run of a command.
type program struct {
	way
	cmd       Command
	s         Streams
	opt       options
	files     []string        // to filter, in order; "-" is standard input
	walked    map[string]bool // those of them that a directory stood for
	bare      bool            // no file is named
	selection *selection      // which findings count

	con    *console
	stdout *latch
	data   *latch             // takes the records: stdout, or output
	output *atomicfile.Output // of -o; nil without,
	pipe   *latch             // and this where that is a pipe

	screen      *screen // shows findings to the person; nil: not shown
	reportFile  *latch  // of --report
	reporter    *report.Reporter
	rejectsFile *latch // of --rejects

	seen   atomic.Int64 // bytes read, for the progress line
	passed atomic.Int64 // bytes that came to the sinks
	broken bool         // a file could not be filtered; written in turn
	midway bool         // the data that came last ends in no line break; written in turn
}

func newProgram(c Command, s Streams) *program {
	stdout := &latch{name: stdoutName, w: s.Out}
	return &program{cmd: c, s: s, con: &console{w: s.Err, tool: c.Name}, stdout: stdout, data: stdout, walked: map[string]bool{}}
}

// usage reports a mistake on the command line in at most three lines.
func (p *program) usage(err error) int {
	p.con.failure(err)
	p.con.printf("hint: %s --help lists all flags", p.cmd.Name)
	return exitUsage
}

// filterAll filters every file and returns the exit status.
func (p *program) filterAll() int {
	p.prepareProcess()
	if err := p.openOutputs(); err != nil {
		p.con.failure(err)
		p.abort()
		return max(exitCode(err), exitFailure)
	}
	p.announceStdin()
	if p.drawer != nil {
		io.WriteString(p.data, p.drawer.head) // its error sticks
	}
	stop := p.startProgress()
	code := p.filterFiles()
	stop()
	if p.drawer != nil {
		io.WriteString(p.data, p.drawer.tail) // the same
	}
	return p.finish(code)
}

// announceStdin says that a command without a file waits for somebody to type.
func (p *program) announceStdin() {
	if p.bare && p.s.IsTerminal(p.s.In) && !p.opt.quiet {
		p.con.printf("reads standard input; Ctrl-D ends it, %s --help says more", p.cmd.Name)
	}
}

// prepareProcess does what only the owner of the process may do.
func (p *program) prepareProcess() {
	if !p.s.Process {
		return
	}
	if p.opt.write || p.opt.outFile() != "" {
		atomicfile.HandleSignals()
	}
}

// openOutputs opens what is written beside standard output, so that a file
// that cannot be written stops the run before anything is read.
func (p *program) openOutputs() (err error) {
	var inputs []os.FileInfo
	if p.opt.outFile() != "" || p.opt.report != "" {
		inputs = p.inputs()
	}
	rights := atomicfile.Rights(inputs) // files beside the data hold ids, names and records
	if name := p.opt.outFile(); name != "" {
		if p.pipe, err = openPipe(name); err != nil {
			return err
		}
		if p.data = p.pipe; p.pipe == nil {
			if p.output, err = atomicfile.NewOutput(name, inputs...); err != nil {
				return err
			}
			p.data = &latch{w: p.output}
		}
	}
	if p.reportFile, err = openSide(p.opt.report, false, rights); err != nil {
		return err
	}
	if p.reportFile != nil {
		p.reporter = report.New(p.opt.format, p.reportFile, p.reportOptions(false))
	}
	if !p.opt.writesNothing() {
		if p.rejectsFile, err = openSide(p.opt.rejects, true, rights); err != nil {
			return err
		}
	}
	p.screen = p.newScreen()
	return nil
}

func (p *program) reportOptions(color bool) report.Options {
	o := report.Options{Tool: p.cmd.Name, Color: color, Max: p.opt.maxFindings}
	if p.opt.format == report.SARIF {
		o.Version = version()
	}
	return o
}

// filesAhead is how many files of each worker may be done, or begun, before it is the turn
// of the first of them: what they have to say is held.
const filesAhead = 16

// filterFiles filters the files, opt.jobs at a time, and returns the worst exit
// status.
func (p *program) filterFiles() int {
	workers := p.workers()
	lanes := newLanes(len(p.files))
	codes := make([]int, len(p.files))
	working, ahead := make(chan struct{}, max(1, workers)), make(chan struct{}, filesAhead*max(1, workers))
	var all sync.WaitGroup
	for i, name := range p.files {
		ahead <- struct{}{}
		working <- struct{}{}
		all.Go(func() {
			end := p.filterFile(name, lanes[i])
			<-working // the worker need not wait for the files before
			codes[i] = end()
			<-ahead
		})
	}
	all.Wait()
	return slices.Max(append(codes, exitDone))
}

// workers returns how many files are to be filtered at the same time. Standard input may be named
// twice, and cannot be read by two.
func (p *program) workers() int {
	if slices.Contains(p.files, "-") {
		return 1
	}
	return int(min(p.opt.jobs, int64(len(p.files))))
}

// finish completes all outputs and returns the exit status: code, or a failure
// if one of them could not be written. Each such failure is reported here, once.
func (p *program) finish(code int) int {
	p.screen.close()
	if p.reporter != nil {
		p.reporter.Close() // its error sticks to the file
	}
	failures := []error{p.stdout.failed(), p.reportFile.close(), p.rejectsFile.close(), p.pipe.close()}
	if p.output != nil {
		failures = append(failures, p.commit(failures))
	}
	for _, err := range failures {
		if err != nil {
			p.con.failure(err)
			code = max(code, exitFailure)
		}
	}
	return code
}

// commit makes the file of -o appear, unless something that belongs into it is
// missing.
func (p *program) commit(failures []error) error {
	if err := p.data.failed(); err != nil {
		p.output.Abort()
		return err
	}
	if p.broken || slices.ContainsFunc(failures, func(err error) bool { return err != nil }) {
		return p.output.Abort()
	}
	return p.output.Commit()
}

// abort gives up what openOutputs opened.
func (p *program) abort() {
	if p.output != nil {
		p.output.Abort()
	}
	p.reportFile.close()
}

// sharedOutputError returns the error of an output that all files share: once there is
// one, further work is in vain.
func (p *program) sharedOutputError() error {
	for _, failed := range []func() error{p.stdout.failed, p.data.failed, p.reportFile.failed, p.rejectsFile.failed} {
		if err := failed(); err != nil {
			return err
		}
	}
	return nil
}
