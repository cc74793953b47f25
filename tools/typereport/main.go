// Command typereport measures the types that previews give: it names every tool
// result of sessions that is long enough to be cut, and compares that with a
// file of labels, which holds hashes of texts and no text.
//
//	typereport [-min CHARS] [-labels FILE] SESSION...    a table, and what is named wrongly
//	typereport -list SESSION...                          every result, to be labelled
package main

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"

	"trtools/internal/dialect"
	"trtools/internal/preview"
	"trtools/pkg/transcript/outline"
)

var (
	least  = flag.Int("min", 500, "bytes that a result must have")
	labels = flag.String("labels", "testdata/types/labels.tsv", "file of labels: hash, tab, type")
	list   = flag.Bool("list", false, "print every result")
)

func main() {
	flag.Parse()
	if err := run(os.Stdout, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "typereport:", err)
		os.Exit(2)
	}
}

// result is a text of a tool result and the call that led to it.
type result struct {
	hash, call string
	text       []byte
	is         preview.Type
}

func run(out io.Writer, files []string) error {
	known, err := readLabels(*labels)
	if err != nil && !*list {
		return err
	}
	var all []result
	seen := map[string]bool{}
	for _, f := range files {
		data, err := os.ReadFile(f)
		if err != nil {
			return err
		}
		for _, r := range results(data) {
			if !seen[r.hash] {
				seen[r.hash] = true
				all = append(all, r)
			}
		}
	}
	if *list {
		return printAll(out, all, known)
	}
	return printTable(out, all, known)
}

// results returns the results of a session that are long enough.
func results(data []byte) (all []result) {
	found := dialect.NewDetector(nil, "")
	calls := map[string]string{}
	for line := range bytes.Lines(data) {
		var doc outline.Doc
		var v dialect.View
		if doc.Parse(bytes.TrimSpace(line)) != nil || !found.View(doc.Root(), &v) {
			continue
		}
		for i := range v.Calls {
			calls[v.Calls[i].ID.Text()] = v.Calls[i].Tool() + " " + string(v.Calls[i].Args.Raw())
		}
		for i := range v.Results {
			r := &v.Results[i]
			for _, t := range v.Texts(r) {
				if text := []byte(t.Value.Text()); len(text) >= *least {
					sum := sha256.Sum256(text)
					all = append(all, result{hex.EncodeToString(sum[:8]), calls[r.ID.Text()], text, preview.TypeOf(text)})
				}
			}
		}
	}
	return all
}

func readLabels(name string) (map[string]preview.Type, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	known := map[string]preview.Type{}
	for s := bufio.NewScanner(f); s.Scan(); {
		if hash, label, ok := strings.Cut(s.Text(), "\t"); ok && !strings.HasPrefix(hash, "#") {
			known[hash] = preview.Type(label)
		}
	}
	return known, nil
}

// printAll prints what is needed to label a result by eye.
func printAll(out io.Writer, all []result, known map[string]preview.Type) error {
	for _, r := range all {
		_, err := fmt.Fprintf(out, "%s\t%s\t%s\t%.90q\t%.160q\n", r.hash, r.is, known[r.hash], r.call, r.text[:min(len(r.text), 160)])
		if err != nil {
			return err
		}
	}
	return nil
}

// printTable prints precision and recall of every type.
func printTable(out io.Writer, all []result, known map[string]preview.Type) error {
	type row struct{ named, right, labelled int }
	rows := map[preview.Type]*row{}
	for _, t := range preview.Types() {
		rows[t] = new(row)
	}
	total, unlabelled := row{}, 0
	for _, r := range all {
		want, ok := known[r.hash]
		if !ok {
			unlabelled++
			continue
		}
		rows[want].labelled++
		rows[r.is].named++
		if want == r.is {
			rows[want].right++
		} else {
			fmt.Fprintf(out, "%s named %s, is %s: %.80q %.80q\n", r.hash, r.is, want, r.call, r.text[:min(len(r.text), 80)])
		}
		if r.is != preview.Plain {
			total.named++
			if want == r.is {
				total.right++
			}
		}
		if want != preview.Plain {
			total.labelled++
		}
	}
	fmt.Fprintf(out, "%-18s %8s %8s %8s\n", "type", "labelled", "named", "right")
	for _, t := range preview.Types() {
		fmt.Fprintf(out, "%-18s %8d %8d %8d\n", t, rows[t].labelled, rows[t].named, rows[t].right)
	}
	_, err := fmt.Fprintf(out, "precision %.4f (%d of %d), recall %.3f (%d of %d), %d without a label\n", ratio(total.right, total.named), total.right, total.named,
		ratio(total.right, total.labelled), total.right, total.labelled, unlabelled)
	return err
}

func ratio(a, b int) float64 { return float64(a) / float64(max(b, 1)) }
