package cli

import (
	"runtime"
	"slices"

	urfave "github.com/urfave/cli/v2"

	"trtools/internal/atomicfile"
	"trtools/internal/report"
)

// options are the values of the shared flags.
type options struct {
	check, list, null, diff, write bool
	backup                         atomicfile.Options
	keepSet                        bool // --backup or --no-backup is given
	output, report, rejects        string
	files0, baseline               string
	ignore, only                   []string // codes of findings
	maxFindings                    int64
	format                         report.Format
	dialect                        string
	exitStatus, strict, allowEmpty bool
	requireRecords                 bool
	jobs, maxLine                  int64
	lineBuffered, quiet, verbose   bool
	color, progress                string
	shrinks                        bool // what the command takes out, a request held
	paths                          bool // the command prints paths, and -0 is for them
}

// read takes what flags say that do not set an option themselves.
func (o *options) read(v *urfave.Context) {
	o.keepSet = v.IsSet("backup") || v.IsSet("no-backup")
	o.paths = v.Bool("paths")
	o.ignore, o.only = severalOf(v, "ignore"), severalOf(v, "only") // of tr-classify --only is another
	o.format, o.color, o.progress = report.Format(v.String("format")), v.String("color"), v.String("progress")
	o.maxFindings, o.maxLine, o.jobs = v.Int64("max-findings"), v.Int64("max-line"), v.Int64("jobs")
	if o.dialect = v.String("dialect"); o.dialect == "auto" {
		o.dialect = ""
	}
	if o.jobs == 0 {
		o.jobs = int64(runtime.GOMAXPROCS(0))
	}
}

// outFile returns the name of the file that takes the data, "" for standard
// output.
func (o *options) outFile() string {
	if o.output == "-" {
		return ""
	}
	return o.output
}

// onlyInspects reports whether the exit status tells of findings: -c, -l, -d.
func (o *options) onlyInspects() bool { return o.check || o.list || o.diff }

// showsFindings reports whether findings are shown: not with -q, and not with a
// bare -l, which says what it has to say by a name.
func (o *options) showsFindings() bool {
	return !o.quiet && (!o.list || o.check || o.diff || o.write)
}

// findingsOnStdout reports whether they are what the command prints.
func (o *options) findingsOnStdout() bool { return o.check && !o.list && !o.diff }

// shownFormat returns the format in which findings are shown: the other one goes to the file of
// --report. On standard error messages would break a document.
func (o *options) shownFormat() report.Format {
	if o.report != "" || o.format == report.SARIF && !o.findingsOnStdout() {
		return report.Text
	}
	return o.format
}

// readsHashes reports whether the hashes of findings are shown or compared.
func (o *options) readsHashes() bool { return o.format.Complete() || o.baseline != "" }

// readsFindings reports whether what findings say is shown, written or compared, or what a
// stage sums up is: in a check with -q they only count, and a bare -l tells of them by a name.
func (o *options) readsFindings() bool {
	return o.showsFindings() || o.report != "" || o.baseline != "" || !o.writesNothing()
}

// writesNothing reports whether nothing may be written: with -w, -l and -d only add
// names and differences to it.
func (o *options) writesNothing() bool { return o.onlyInspects() && !o.write }

// checkAll returns a usage error for flags that exclude each other, or for values
// that cannot be meant.
func (o *options) checkAll(files []string) error {
	err := firstBroken(
		rule{o.write && o.check, "-w and -c exclude each other: -c writes nothing", ""},
		rule{o.write && o.output != "", "-w and -o exclude each other: -w writes to FILE itself", ""},
		rule{o.write && (len(files) == 0 && o.files0 == "" || slices.Contains(files, "-")), "-w cannot rewrite standard input", "name a FILE, or leave out -w"},
		rule{o.output != "" && o.onlyInspects(), "-o and -c, -l, -d exclude each other: these write no data", ""},
		rule{o.report == "-" || o.rejects == "-", "--report and --rejects need a file, standard output is for data", "/dev/stderr is a file, too"},
		rule{o.null && !o.list && !o.paths, "-0 is for -l", "use -l0 to print names for xargs -0"},
		rule{o.keepSet && !o.write, "--backup and --no-backup are for -w", "without -w no file is changed, and none needs a backup"},
		rule{o.maxFindings > 0 && !o.format.Limited(), "--max-findings is for -f github and -f sarif", ""},
		rule{o.maxLine < 1 || o.maxLine > maxInt, "--max-line: out of range", ""},
	)
	if err != nil || !o.write {
		return err
	}
	if err := o.backup.Validate(); err != nil {
		return Usagef("--backup: %v", err)
	}
	return nil
}

const maxInt = int64(^uint(0) >> 1)
