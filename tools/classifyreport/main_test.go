package main

import (
	"bytes"
	"strings"
	"testing"

	"trtools/tools/internal/maintest"
)

func TestMain(m *testing.M) { maintest.Main(m, main) }

// The command prints the report on what it reads, or says what is wrong and exits with 2.
func TestCommand(t *testing.T) {
	const labelled = `{"id":"1","text":"prompt is too long: 210000 tokens > 200000 maximum","label":"context_overflow","shrink":true}` + "\n"
	var want bytes.Buffer
	if err := report(&want, strings.NewReader(labelled)); err != nil {
		t.Fatal(err)
	}
	if out, messages, status := maintest.Run(t, labelled); out != want.String() || out == "" || messages != "" || status != 0 {
		t.Errorf("%q, %q, %d", out, messages, status)
	}
	if out, messages, status := maintest.Run(t, "no json"); out != "" || !strings.HasPrefix(messages, "classifyreport: failed to read") || status != 2 {
		t.Errorf("%q, %q, %d", out, messages, status)
	}
}
