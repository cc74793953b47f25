package transcripttest

import (
	"flag"
	"os"
	"strconv"
	"testing"
)

// shortens is by what rapid divides the number of checks with -short.
const shortens = 5

// Main is the TestMain of a package whose properties are checked in every
// dialect: so many checks each, the same ones every time, and a third of them with
// -short. -rapid.checks=N looks further, at random.
func Main(m *testing.M, checks int) {
	flag.Parse()
	given := false
	flag.Visit(func(f *flag.Flag) { given = given || f.Name == "rapid.checks" })
	if testing.Short() {
		checks = max(2, checks/3) * shortens
	}
	if !given {
		for name, value := range map[string]string{
			"rapid.checks": strconv.Itoa(checks), "rapid.seed": "1", "rapid.shrinktime": "3s",
		} {
			if err := flag.Set(name, value); err != nil {
				panic(err) // the flags are rapid's, which this package imports
			}
		}
	}
	os.Exit(m.Run())
}
