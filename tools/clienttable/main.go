// Command clienttable resumes damaged sessions in the real clients, as they are and
// as tr-pair repairs them, and prints what each client sent.
//
//	clienttable -clients DIR -pair bin/tr-pair [-only RUN] [-lines N] [SESSION...]
//
// DIR holds the clients and two kinds of scripts: mock/make-*.sh, with which a client
// writes a healthy session, and oracle/CLIENT/run.sh, which resumes a file and says
// in one JSON object what was sent. The sessions that the clients wrote are damaged
// here; SESSIONs are taken as they are. Verdicts are kept in DIR/verdicts by the
// client's name and the hash of the file, so that a second run asks only about what
// has changed.
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
)

func main() {
	if err := run(os.Stdout, os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "clienttable:", err)
		os.Exit(2)
	}
}

func run(out io.Writer, args []string) error {
	flags := flag.NewFlagSet("clienttable", flag.ContinueOnError)
	c := clients{}
	flags.StringVar(&c.dir, "clients", "", "directory of the clients")
	flags.StringVar(&c.pair, "pair", "bin/tr-pair", "the tr-pair that repairs")
	only := flags.String("only", "", "part of the names of the clients that are asked")
	lines := flags.Int("lines", 2, "lines of a session that each kind of damage happens to")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if c.dir == "" {
		return fmt.Errorf("no clients are given: -clients DIR")
	}
	inputs, err := c.inputs(*lines, flags.Args())
	if err != nil {
		return err
	}
	rows, err := c.ask(inputs, *only)
	if err != nil {
		return err
	}
	_, err = io.WriteString(out, table(rows))
	return err
}
