package strip

import (
	"encoding/json"
	"strings"
	"testing"

	"trtools/internal/browser"
	"trtools/internal/transcripttest"
	"trtools/pkg/transcript/stat"
)

// attack is what a name must not be able to do.
const attack = `</script><script>document.title="ran"</script><img src=x onerror="document.title='ran'">` + "\u2028"

func hostile() *Strip {
	m := []stat.Message{{Role: "assistant", Line: 1, Tokens: 9, Live: true, Calls: []stat.Call{{ID: attack, Tool: attack}}},
		{Role: "tool", Line: 2, Tokens: 5, Live: true, Results: []stat.Result{{ID: attack, Tool: attack, Line: 2, Tokens: 5}}}}
	return New(m, stat.Totals{File: attack, Largest: []stat.Large{{Result: m[1].Results[0], ShrunkBy: []string{}}}})
}

// Nothing that comes from a transcript is markup, and the page names nothing that could
// be loaded.
func TestPage(t *testing.T) {
	part := hostile().Page()
	if strings.Count(part, "<") != 2 || strings.Count(part, ">") != 2 || strings.Contains(part, "\u2028") {
		t.Errorf("%s", part)
	}
	var back Strip
	raw := strings.TrimSuffix(part[strings.Index(part, ">")+1:], "</script>\n")
	if err := json.Unmarshal([]byte(raw), &back); err != nil || back.Totals.File != attack {
		t.Errorf("%v: %q", err, back.Totals.File)
	}
	if page := Head() + Tail(); strings.Contains(page, "http") && !strings.Contains(page, "http-equiv") || strings.Contains(page, "://") || strings.Contains(page, "src=") {
		t.Error("the page loads something")
	}
	if strings.Contains(pageScript, "</script") || strings.Contains(pageStyle, "</style") || strings.Contains(pageScript, "innerHTML") {
		t.Error("the page's own script or style cannot stand in it")
	}
}

// inBrowser returns the document that a browser makes of a page.
func inBrowser(t *testing.T, page string) (dom string) {
	t.Helper()
	browser.OpenText(t, page).Eval("document.documentElement.outerHTML", &dom)
	return dom
}

// A name from a transcript does not run, with the policy of the page and without it.
func TestHostile(t *testing.T) {
	page := Head() + hostile().Page() + Tail()
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
func TestBrowsing(t *testing.T) {
	s := of(t, transcripttest.Named("openai-chat").Bytes("U A[x] R(x) F U A[y] U F U A[z] R(z) F"))
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
		"1 turns found | turn 6: lines 10 to 11 | turn 4: lines 6 to 7 | turn 1: lines 1 to 1"
	var got string
	if browser.OpenText(t, Head()+s.Page()+Tail()).Eval(script, &got); got != want {
		t.Errorf("%s, want %s", got, want)
	}
}
