package cli

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"github.com/goccy/go-json"

	"trtools/internal/report"
	"trtools/pkg/transcript"
)

// selection says which findings count: --ignore, --only, --baseline. The others are
// neither shown nor do they fail a check; what is done about them is the same.
type selection struct {
	ignore, only []string

	mu    sync.Mutex // files are filtered at the same time
	known map[knownFinding]int
}

// knownFinding is a finding of the baseline, by what it is about and not by where
// it stands: lines that are added before it do not make it a new one.
type knownFinding struct {
	file, id, sha256 string
	code             transcript.Code
}

func newSelection(o *options) (*selection, error) {
	f := &selection{ignore: o.ignore, only: o.only}
	if o.baseline == "" {
		return f, nil
	}
	file, err := os.Open(o.baseline)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	f.known, err = readBaseline(file, o.baseline)
	return f, err
}

// readBaseline counts the findings of a report in json.
func readBaseline(r io.Reader, name string) (map[knownFinding]int, error) {
	known := map[knownFinding]int{}
	d := json.NewDecoder(r)
	for n := 1; ; n++ {
		var x transcript.Finding
		err := d.Decode(&x)
		switch {
		case errors.Is(err, io.EOF):
			return known, nil
		case err != nil || x.Code == "":
			return nil, usageHint(fmt.Sprintf("--baseline: entry %d of %s is no finding", n, report.Name(name)), "write it with -c -f json")
		}
		known[keyOf(x)]++
	}
}

func keyOf(x transcript.Finding) knownFinding {
	return knownFinding{filepath.ToSlash(filepath.Clean(x.File)), x.ID, x.SHA256, x.Code}
}

// wants reports whether a finding counts. One that is known is known as often as
// the baseline has it.
func (f *selection) wants(x transcript.Finding) bool {
	code := string(x.Code)
	if slices.Contains(f.ignore, code) || len(f.only) > 0 && !slices.Contains(f.only, code) {
		return false
	}
	if f.known == nil {
		return true
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	key := keyOf(x)
	if f.known[key] == 0 {
		return true
	}
	f.known[key]--
	return false
}
