package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"trtools/internal/strip"
	"trtools/internal/transcripttest"
	"trtools/pkg/transcript/stat"
	"trtools/tools/internal/browser"
)

// The strip that tr-stat draws, in a browser.

// attack is what a name must not be able to do.
const attack = `</script><script>document.title="ran"</script><img src=x onerror="document.title='ran'">` + "\u2028"

func hostile() *strip.Strip {
	call := []stat.Message{{Role: "assistant", Line: 1, Tokens: 9, Live: true, Calls: []stat.Call{{ID: attack, Tool: attack}}}}
	return strip.New(call, stat.Totals{File: attack})
}

// inBrowser returns the document that a browser makes of a page.
func inBrowser(t *testing.T, page string) (dom string) {
	t.Helper()
	browser.OpenText(t, page).Eval("document.documentElement.outerHTML", &dom)
	return dom
}

// A name from a transcript does not run, with the policy of the page and without it.
func TestHostileNames(t *testing.T) {
	page := strip.Head() + hostile().Page() + strip.Tail()
	bare := strings.Replace(page, "http-equiv", "data-was", 1)
	for _, text := range []string{page, bare} {
		dom := inBrowser(t, text)
		if !strings.Contains(dom, "<title>tr-stat</title>") || strings.Contains(dom, "<img") || !strings.Contains(dom, "<h1>&lt;/script&gt;&lt;script&gt;") {
			t.Errorf("%s", dom)
		}
	}
	// The same words as markup would be noticed, and are refused by the policy alone.
	raw := strings.Replace(page, "<main>", "<main>"+`<script>document.title="ran"</script>`, 1)
	if dom := inBrowser(t, raw); !strings.Contains(dom, "<title>tr-stat</title>") {
		t.Error("the policy does not hold")
	}
	if dom := inBrowser(t, strings.Replace(raw, "http-equiv", "data-was", 1)); !strings.Contains(dom, "<title>ran</title>") {
		t.Error("without the policy a script does not run: the test tells nothing")
	}
}

// A person zooms, searches, and chooses a turn and a finding.
func TestBrowsingStrip(t *testing.T) {
	data := string(transcripttest.Named("openai-chat").Bytes("U A[x] R(x) F U A[y] U F U A[z] R(z) F"))
	messages, err := stat.Messages(strings.NewReader(data), "x.jsonl", stat.Options{})
	if err != nil {
		t.Fatal(err)
	}
	totals, err := stat.Total(strings.NewReader(data), "x.jsonl", stat.Options{})
	if err != nil {
		t.Fatal(err)
	}
	const script = `
const said = () => document.querySelector('.bar span').textContent, log = [said()];
const press = title => document.querySelector('button[title="' + title + '"]').click();
press('zoom in'); log.push(said());
press('earlier'); log.push(said());
press('show all turns');
const search = document.querySelector('input');
search.value = 'run_z';
search.dispatchEvent(new Event('input'));
log.push(said());
search.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter' }));
log.push(document.querySelector('section > div:not([class]) h2').textContent);
document.querySelector('tr.bad').click();
log.push(document.querySelector('section > div:not([class]) h2').textContent);
const c = document.querySelector('canvas'), at = c.getBoundingClientRect();
c.dispatchEvent(new MouseEvent('click', { clientX: at.left + 1, clientY: at.top + 9, bubbles: true }));
log.push(document.querySelector('section > div:not([class]) h2').textContent);
log.join(' | ')`
	want := "turns 1 to 7 of 7; lines 1 to 12 | turns 3 to 6 of 7; lines 4 to 11 | turns 1 to 4 of 7; lines 1 to 7 | " +
		"1 turn found | turn 6: lines 10 to 11 | turn 4: lines 6 to 7 | turn 1: lines 1 to 1"
	p := browser.OpenText(t, strip.Head()+strip.New(messages, totals).Page()+strip.Tail())
	var got string
	if p.Eval(script, &got); got != want {
		t.Errorf("%s, want %s", got, want)
	}
	readMessages(t, p, data)
}

// readMessages chooses a row of the turn that is shown, without a file, with one that a
// page around it hands over, and with one that a person chooses.
func readMessages(t *testing.T, p *browser.Page, data string) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "x.jsonl")
	if err := os.WriteFile(file, []byte("{\"a\":[1]}\n"+data), 0o644); err != nil {
		t.Fatal(err)
	}
	const press, shows = "document.querySelector('tr[data-line=\"1\"]').click()", "document.querySelector('pre').textContent.startsWith(%q)"
	p.Eval(press, nil)
	p.Wait(fmt.Sprintf(shows, "to read it, choose the file"))
	p.Eval(`postMessage({ file: new File(["no JSON\n{}"], "x") })`, nil)
	p.Wait("document.querySelector('label').hidden")
	p.Eval(press, nil)
	p.Wait(fmt.Sprintf(shows, "no JSON"))
	p.Choose("input[type=file]", file)
	p.Wait("!document.querySelector('label').hidden")
	p.Eval(press, nil)
	p.Wait(fmt.Sprintf(shows, "{\n  \"a\": [\n    1\n  ]\n}"))
}
