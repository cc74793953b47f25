package budget_test

import (
	"flag"
	"os"
	"testing"
)

// TestMain makes fewer checks the default: every property is checked in every
// dialect. -rapid.checks asks for more.
func TestMain(m *testing.M) {
	flag.Parse()
	given := false
	flag.Visit(func(f *flag.Flag) { given = given || f.Name == "rapid.checks" })
	if f := flag.Lookup("rapid.checks"); f != nil && !given {
		_ = f.Value.Set("15")
	}
	os.Exit(m.Run())
}
