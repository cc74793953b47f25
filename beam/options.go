package main

import (
	"context"
	"errors"
	"flag"
	"fmt"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"

	"trtools/internal/cli"
)

// Options say what a job reads and writes, and which filter it runs.
type Options struct {
	Input   string  // glob of the files
	Output  string  // directory of everything that is written
	Split   int64   // bytes of a part of a file; 0: files stay whole
	Command Command // and what stands behind it on the command line
}

const usage = `usage: tr-beam --input GLOB --output DIR [OPTIONS] FILTER [ITS OPTIONS]

Example: tr-beam --input 'sessions/*/*.jsonl' --output repaired tr-pair --missing=strip

`

// parseFlags reads the command line. A worker is started with other flags: what is
// missing is an error of Build, which no worker calls.
func parseFlags() (o Options) {
	o.define(flag.CommandLine)
	flag.Usage = func() {
		fmt.Fprint(flag.CommandLine.Output(), usage)
		flag.PrintDefaults()
	}
	flag.Parse()
	o.Command = flag.Args()
	return o
}

func (o *Options) define(set *flag.FlagSet) {
	set.StringVar(&o.Input, "input", "", "glob of the files to read")
	set.StringVar(&o.Output, "output", "", "directory to write to; nothing may be there")
	set.Int64Var(&o.Split, "split", 0, "cut files into parts of about so many bytes, at line breaks: for files of one conversation a line only")
}

// check returns a usage error for options that cannot be meant. An output directory
// that is in use is refused: what an earlier job left there would seem to be of this one.
func (o Options) check(ctx context.Context) error {
	switch {
	case o.Input == "" || o.Output == "":
		return cli.Usagef("give --input GLOB and --output DIR")
	case o.Split < 0:
		return cli.Usagef("--split: want a number of bytes")
	}
	if err := o.Command.check(); err != nil {
		return err
	}
	fs, err := filesystem.New(ctx, o.Output)
	if err != nil {
		return err
	}
	defer fs.Close()
	old, err := fs.List(ctx, o.Output+"/*")
	if err == nil && len(old) > 0 {
		err = cli.Usagef("--output: %s is not empty", cli.Quoted(o.Output))
	}
	return err
}

// exitCode returns the exit status for an error, as the filters give it.
func exitCode(err error) int {
	if _, is := errors.AsType[*cli.UsageError](err); is {
		return 2
	}
	return 3
}
