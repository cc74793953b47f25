package transcripttest

import (
	"flag"
	"os"
	"strconv"
	"testing"
)

// Main is the TestMain of a package whose properties are checked in every
// dialect: so many checks each, the same ones every time. -rapid.checks=N
// looks further, at random.
func Main(m *testing.M, checks int) {
	flag.Parse()
	given := false
	flag.Visit(func(f *flag.Flag) { given = given || f.Name == "rapid.checks" })
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
