// Command dist builds what a release publishes, in a directory that it empties
// first:
//
//	dist -version v1.2.3 DIRECTORY
//
// For every system an archive with the commands, their man pages and completions;
// for Linux .deb and .rpm as well; a list of what was built in, for each binary;
// the templates of a Homebrew formula and a Containerfile, filled in; and the
// checksums of all of it. Two builds of one commit give the same bytes: nothing
// depends on the clock, the directory or the machine.
package main

import (
	"flag"
	"fmt"
	"os"
	"time"
)

func main() {
	version := flag.String("version", "", "the version, as the commands print it")
	seconds := flag.Int64("epoch", 0, "when this was committed, in seconds since 1970: the time of every file")
	url := flag.String("url", "", "where the files will be; without it there is no Homebrew formula")
	only := flag.String("only", "", "build for this system alone, such as linux/amd64")
	flag.Parse()
	if flag.NArg() != 1 || *version == "" {
		fmt.Fprintln(os.Stderr, "usage: dist -version VERSION [-epoch SECONDS] [-url URL] [-only OS/ARCH] DIR")
		os.Exit(2)
	}
	r := release{version: *version, when: time.Unix(*seconds, 0).UTC(), dir: flag.Arg(0), url: *url}
	if err := r.build(*only); err != nil {
		fmt.Fprintf(os.Stderr, "dist: %v\n", err)
		os.Exit(1)
	}
}
