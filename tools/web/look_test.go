package main

import (
	"flag"
	"os"
	"path/filepath"
	"testing"
)

var shots = flag.String("shots", "", "directory for pictures of the page, to be looked at")

// What the page looks like is for people to judge; that it fits is not.
func TestLook(t *testing.T) {
	p := open(t)
	keep(p)
	give(t, p, "../../testdata/samples/session.jsonl")
	var wide, window int
	p.Eval("document.documentElement.scrollWidth", &wide)
	p.Eval("innerWidth", &window)
	if wide > window {
		t.Errorf("the page is %d wide, its window %d", wide, window)
	}
	if *shots == "" {
		return
	}
	if err := os.MkdirAll(*shots, 0o755); err != nil {
		t.Fatal(err)
	}
	// A picture is taken when the strip is drawn, in a frame that nobody can ask.
	p.Eval("document.querySelector('iframe').scrollIntoView(), new Promise((done) => setTimeout(done, 4000))", nil)
	p.Screenshot(filepath.Join(*shots, "light.png"))
	p.Dark()
	p.Screenshot(filepath.Join(*shots, "dark.png"))
}
