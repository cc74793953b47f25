package transcripttest

import (
	"flag"
	"os"
	"strconv"
	"testing"
)

// shortens is by what rapid divides the number of checks with -short.
const shortens = 5

// Main is the TestMain of a package that has properties: so many checks each, the
// same ones every time; with -short a fifth of them, but three. -rapid.seed=N takes
// other ones, and -rapid.checks=N looks further, at random.
func Main(m *testing.M, checks int) {
	Fix(checks)
	os.Exit(m.Run())
}

// Fix is Main for a TestMain that runs the tests itself.
func Fix(checks int) {
	flag.Parse()
	given := map[string]bool{}
	flag.Visit(func(f *flag.Flag) { given[f.Name] = true })
	if testing.Short() {
		checks = max(3*shortens, checks)
	}
	values := map[string]string{"rapid.checks": strconv.Itoa(checks), "rapid.seed": "1", "rapid.shrinktime": "3s"}
	if given["rapid.checks"] {
		delete(values, "rapid.seed")
	}
	for name, value := range values {
		if given[name] {
			continue
		}
		if err := flag.Set(name, value); err != nil {
			panic(err) // the flags are rapid's, which this package imports
		}
	}
}
