package cli

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"runtime/debug"

	"trtools/internal/atomicfile"
	"trtools/internal/document"
	"trtools/internal/report"
	"trtools/pkg/transcript"
)

// maxPending is how many findings wait for their turn before their stage does.
const maxPending = 1000

// fileRun is the filtering of one file.
type fileRun struct {
	*program
	lane *lane
	arg  string // on the command line
	name string // in findings and messages
	in   *input // as long as it is open

	pending  []transcript.Finding // reported before it was our turn
	counted  int                  // findings that make a check fail
	left     int                  // errors that are left in the output
	repaired tally                // findings that something was done about
	reason   transcript.Finding   // the first finding that makes the exit status 1,
	reasons  int                  // and how many there are
	differs  bool                 // output and input are not the same
	same     bool                 // -w leaves the file as it is
	summary  transcript.Summary   // what the stage says,
	cost     *uncached            // and what it costs that it changed something; nil if nobody asks
	result   atomicfile.Result    // of -w
}

// filterFile filters the file of one argument. What it returns waits for the file's turn,
// says what there is left to say, and returns the exit status.
func (p *program) filterFile(arg string, l *lane) (end func() int) {
	f := &fileRun{program: p, lane: l, arg: arg, name: p.displayName(arg)}
	err := p.sharedOutputError()
	if err == nil {
		err = f.filter()
	}
	return func() int {
		defer l.passTurn()
		l.waitForTurn()
		f.release()
		p.screen.endFile(f, err)
		f.printOutcome(err)
		return f.status(err)
	}
}

func (f *fileRun) filter() error {
	if f.opt.write {
		return f.rewrite()
	}
	in, err := f.open(f.arg)
	if err != nil {
		return err
	}
	defer in.close()
	if f.opt.diff {
		if err := in.hold(); err != nil {
			return &fileError{f.name, err}
		}
	}
	return f.run(in, f.sink(in))
}

// run pushes the input through the command's stage into the sink.
func (f *fileRun) run(in *input, out sink) (err error) {
	f.in = in
	defer func() {
		if p := recover(); p != nil {
			err = f.bug(p)
		}
	}()
	doc, damaged, err := f.look(in)
	if err != nil {
		return &fileError{f.name, err}
	}
	if in.pipe && in.peeked != nil && in.peeked.Size() == 0 && !f.lists && !f.opt.allowEmpty {
		return &fileError{f.name, errNothing}
	}
	prompt := f.opt.lineBuffered || f.data == f.stdout && !f.opt.write && f.s.IsTerminal(f.s.Out)
	next := relay{out, f.checkpoint, &f.passed, prompt}
	filter := document.Filter{Make: f.stage, Mends: f.mends, Lists: f.lists, Hint: f.hint}
	stage, err := filter.Push(doc, damaged, f.job(in), next, in.lines)
	if err != nil {
		out.Flush() // complete lines before the error are good
		return &fileError{f.name, err}
	}
	if s, ok := stage.(transcript.Summarizer); ok {
		f.summary = s.Summary()
		f.summary.Changed = f.cost.says(f.summary.Changed)
	}
	return nil
}

// bug makes a panic of a stage an error, so that temporary files are removed
// and other files are filtered.
func (f *fileRun) bug(p any) error {
	if f.opt.verbose {
		f.con.printf("%s", debug.Stack())
	}
	return &fileError{f.name, fmt.Errorf("internal error: %v", p)}
}

// stage makes the stage of the file.
func (f *fileRun) stage(job transcript.Job) transcript.Stage {
	f.tellCost(&job)
	return f.stages(job)
}

func (f *fileRun) job(in *input) transcript.Job {
	job := transcript.Job{
		Report:  f.report,
		Source:  in.source,
		Name:    f.name,
		Dialect: f.opt.dialect,
		MaxLine: int(f.opt.maxLine),
		Strict:  f.opt.strict,
		DryRun:  f.opt.writesNothing(),

		Unhashed: !f.opt.readsHashes(),
		Unread:   !f.opt.readsFindings(),
	}
	if f.rejectsFile != nil {
		job.Reject = f.reject
	}
	return job
}

// sink returns where records go when the file is not rewritten in place.
func (f *fileRun) sink(in *input) sink {
	switch {
	case f.opt.diff:
		return f.newDiff(in)
	case f.opt.onlyInspects():
		return discard{}
	}
	if f.drawer != nil {
		return &drawn{w: f.writer(), by: f.drawer, gap: f.drawer.spaced && len(f.files) > 1}
	}
	return transcript.NewWriter(f.writer())
}

// writer returns where the data of the file goes.
func (f *fileRun) writer() io.Writer {
	return &laneWriter{lane: f.lane, w: f.data, midway: &f.midway}
}

// report takes a finding of the stage.
func (f *fileRun) report(x transcript.Finding) {
	x = f.complete(x)
	if !f.selection.wants(x) {
		return
	}
	if f.opt.readsFindings() && (f.opt.format != report.Text || x.Number > 0) {
		f.in.locate(&x)
	}
	if x.Counts() {
		f.counted++
	}
	if x.Open() {
		f.left++
	}
	if x.Action != transcript.Keep {
		f.repaired.add(x)
	}
	if x.Open() || f.opt.exitStatus && x.Counts() {
		if f.reasons++; f.reasons == 1 {
			f.reason = x
		}
	}
	if !f.lane.hasTurn() && len(f.pending) < maxPending {
		f.pending = append(f.pending, x)
		return
	}
	f.release()
	f.showFinding(x)
}

// complete fills in what a stage may leave to the table and to us.
func (f *fileRun) complete(x transcript.Finding) transcript.Finding {
	x = x.WithRule()
	x.Tool = cmp.Or(x.Tool, f.cmd.Name)
	x.File = cmp.Or(x.File, f.name)
	if x.Code == transcript.NoRecords && f.walked[f.arg] && !f.opt.requireRecords {
		x.Severity = transcript.Info // a directory holds other things, too
	}
	return x
}

// release waits for the turn and shows what was held.
func (f *fileRun) release() {
	f.lane.waitForTurn()
	for _, x := range f.pending {
		f.showFinding(x)
	}
	f.pending = nil
}

func (f *fileRun) showFinding(x transcript.Finding) {
	f.screen.add(x)
	if f.reporter != nil {
		f.reporter.Add(x) // its error sticks to the file
	}
}

// reject takes what the stage removed.
func (f *fileRun) reject(x transcript.Reject) {
	if x.File == "" {
		x.File = f.name
	}
	f.lane.waitForTurn()
	report.WriteReject(f.rejectsFile, x) // its error sticks to the file
}

// checkpoint is passed between two reads of the input.
func (f *fileRun) checkpoint() error {
	if f.lane.hasTurn() {
		f.release()
		f.screen.flush()
	}
	return f.sharedOutputError()
}

// status returns the exit status for the file.
func (f *fileRun) status(err error) int {
	if err != nil {
		f.broken = true
		return exitCode(err)
	}
	fails := f.left > 0
	if f.opt.onlyInspects() || f.opt.exitStatus {
		fails = f.counted > 0 || f.opt.diff && f.differs
	}
	if fails {
		return exitFindings
	}
	return exitDone
}

// printOutcome says what was done to the file and what went wrong. Errors of shared
// outputs are reported once, at the end of the run.
func (f *fileRun) printOutcome(err error) {
	if f.opt.list && f.counted > 0 {
		f.printName()
	}
	switch {
	case !f.opt.quiet:
		f.printSummary(err)
	case f.reasons > 0 && !f.opt.onlyInspects(): // of a check the exit status is the answer
		f.printReason()
	}
	if _, shared := errors.AsType[*writeError](err); err != nil && !shared {
		f.con.failure(err)
	}
}

// printReason prints why the exit status will be 1, where findings are not shown.
func (f *fileRun) printReason() {
	var text bytes.Buffer
	report.New(report.Text, &text, report.Options{}).Add(f.reason)
	more := ""
	if f.reasons > 1 {
		more = fmt.Sprintf("; and %d more", f.reasons-1)
	}
	f.con.printf("%s%s", bytes.TrimSuffix(text.Bytes(), []byte("\n")), more)
}

// printSummary prints the summary and, of a rewritten file, where the old one is. After a
// repair that is one line of good news.
func (f *fileRun) printSummary(err error) {
	prefix := ""
	if f.arg != "-" {
		prefix = report.Name(f.name) + ": "
	}
	_, appended := errors.AsType[*atomicfile.AppendedError](err)
	if f.cmd.Repairs && err == nil && f.result.Backup != "" {
		left := ""
		if f.left > 0 {
			left = ", " + report.Count(int64(f.left), "error is", "errors are") + " left"
		}
		f.con.printf("%srepaired: %s (%s)%s; old file: %s", prefix, f.repaired.kinds(), report.Safe(f.summary.Changed), left, report.Name(f.result.Backup))
	} else {
		f.printChange(prefix, err == nil || appended)
	}
	if f.same && f.counted == 0 && f.idle != "" {
		f.con.printf("%s%s", prefix, f.idle)
	}
	for _, note := range f.notesOnRewrite() {
		f.con.printf("%s%s", prefix, note)
	}
}

// printChange prints the summary of what was written, and how to undo a rewrite.
func (f *fileRun) printChange(prefix string, written bool) {
	if f.summary.Changed != "" && !f.opt.writesNothing() && written {
		f.con.printf("%s%s", prefix, report.Safe(f.summary.Changed))
	}
	if old := f.result.Backup; old != "" {
		f.con.printf("%sold file kept as %s; to undo: mv %s %s", prefix, report.Name(old), shellQuote(old), shellQuote(f.arg))
	}
}

// notesOnRewrite says what the rewritten file has lost, and what could not be seen.
func (f *fileRun) notesOnRewrite() (notes []string) {
	if f.result.GroupLost {
		notes = append(notes, "the group could not be kept, so it lost its rights")
	}
	if f.result.RaceUnseen {
		notes = append(notes, "this file system does not tell whether another program replaced the file in the same instant")
	}
	if f.result.WritersUnseen {
		notes = append(notes, "this system does not tell whether another program still writes to the old file, which is not kept")
	}
	return notes
}

// printName prints the file's name for -l: raw with NUL after it, else as one
// line that no terminal acts on.
func (f *fileRun) printName() {
	line := report.Name(f.name) + "\n"
	if f.opt.null {
		line = f.name + "\x00"
	}
	f.stdout.Write([]byte(line))
}
