package main

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"trtools/internal/cli"
	"trtools/internal/dialect"
	"trtools/tools/internal/browser"
)

// built is the page, made once for all tests by the first that needs it.
var built struct {
	sync.Once
	dir string
	err error
}

func TestMain(m *testing.M) {
	code := m.Run()
	os.RemoveAll(built.dir) // nothing, if no test needed it
	os.Exit(code)
}

// open opens the page in a browser, with its program ready.
func open(t *testing.T) *browser.Page {
	t.Helper()
	browser.Need(t)
	built.Do(func() {
		if built.dir, built.err = os.MkdirTemp("", "web-test"); built.err == nil {
			built.err = write(filepath.Join(built.dir, "repair.html"), "v0")
		}
	})
	if built.err != nil {
		t.Fatal(built.err)
	}
	file := filepath.Join(built.dir, "repair.html")
	p := browser.Open(t, "file://"+file)
	p.Wait("!busy")
	return p
}

// give gives the page a file and returns what it offers to save, and what it says.
func give(t *testing.T, p *browser.Page, file string) (saved map[string]string, headline string) {
	t.Helper()
	p.Eval("document.getElementById('results').replaceChildren()", nil)
	p.Choose("#file", file)
	p.Wait("document.querySelector('iframe') || (document.getElementById('status').textContent.startsWith('That did not'))")
	var got struct {
		Saved          map[string]string
		Headline, Said string
	}
	p.Eval(`(async () => {
		const saved = {};
		for (const a of document.querySelectorAll("article a")) {
			const bytes = new Uint8Array(await read(a.href));
			saved[a.dataset.what] = btoa(Array.from(bytes, (b) => String.fromCharCode(b)).join(""));
		}
		return { saved, headline: document.querySelector("article p")?.textContent ?? "", said: document.getElementById("status").textContent };
		function read(href) { return new Promise((done) => { const r = new FileReader(); r.onload = () => done(r.result); r.readAsArrayBuffer(kept.get(href)); }); }
	})()`, &got)
	if got.Said != "" {
		t.Fatalf("%s: %s", file, got.Said)
	}
	saved = map[string]string{}
	for what, text := range got.Saved {
		data, err := base64.StdEncoding.DecodeString(text)
		if err != nil {
			t.Fatal(err)
		}
		saved[what] = string(data)
	}
	return saved, got.Headline
}

// The page saves what the command writes, byte for byte, for a test vector of every
// class of damage and one of every format: it runs the command's code, and what could
// differ is how the bytes reach it.
func TestVectors(t *testing.T) {
	p := open(t)
	keep(p)
	dir, seen := t.TempDir(), map[string]bool{}
	text, err := os.ReadFile("../../testdata/vectors/vectors.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	for line := range bytes.Lines(text) {
		var v struct {
			ID, Class, Dialect string
			Input              struct {
				Text   string
				Base64 []byte
			}
		}
		if err := json.Unmarshal(line, &v); err != nil {
			t.Fatal(err)
		}
		if seen["class "+v.Class] && (seen["dialect "+v.Dialect] || testing.Short()) {
			continue
		}
		seen["class "+v.Class], seen["dialect "+v.Dialect] = true, true
		file := filepath.Join(dir, "session.jsonl")
		if err := os.WriteFile(file, append([]byte(v.Input.Text), v.Input.Base64...), 0o644); err != nil {
			t.Fatal(err)
		}
		t.Run(v.ID, func(t *testing.T) { likeCommand(t, p, file) })
	}
	least := 60
	if testing.Short() {
		least = 40
	}
	if len(seen) < least {
		t.Errorf("%d classes and formats, want more", len(seen))
	}
}

// likeCommand checks that the page makes of a file what tr-pair makes of it.
func likeCommand(t *testing.T, p *browser.Page, file string) {
	t.Helper()
	saved, headline := give(t, p, file)
	want, rejects, status := command(t, file)
	got, changed := saved["Repaired file"]
	if !changed {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		got = string(data)
	}
	if got != want || saved["What was taken out"] != rejects {
		t.Errorf("the page makes\n%sof it, with the rejects\n%s", got, saved["What was taken out"])
	}
	if good := strings.HasPrefix(headline, "Healthy") || strings.Contains(headline, "repaired."); good != (status == 0) {
		t.Errorf("the status is %d, and the page says %q", status, headline)
	}
}

// keep makes the page remember the contents behind its links: its policy lets nobody,
// not even a test, fetch them.
func keep(p *browser.Page) {
	p.Eval(`globalThis.kept = new Map(); { const make = URL.createObjectURL; URL.createObjectURL = (b) => { const u = make(b); kept.set(u, b); return u; } }`, nil)
}

// command returns what tr-pair makes of a file.
func command(t *testing.T, file string) (out, rejects string, status int) {
	t.Helper()
	t.Chdir(filepath.Dir(file))
	side := filepath.Join(t.TempDir(), "rejects")
	var stdout, stderr bytes.Buffer
	status = cli.Run(cli.Pair, []string{"tr-pair", "-q", "--rejects", side, filepath.Base(file)}, cli.Streams{Out: &stdout, Err: &stderr})
	data, err := os.ReadFile(side)
	if err != nil {
		t.Fatal(err, stderr.String())
	}
	return stdout.String(), string(data), status
}

// Content of records, ids and names of files are text on the page, never markup.
func TestHostile(t *testing.T) {
	p := open(t)
	evil := `<img src=x onerror=document.title='ran'><script>document.title='ran'</script>`
	file := filepath.Join(t.TempDir(), `<img src=x onerror="document.title='ran'">.jsonl`)
	text := `{"role":"tool","tool_call_id":"` + evil + `","content":"` + evil + `"}` + "\n"
	if err := os.WriteFile(file, []byte(`{"role":"user","content":"x"}`+"\n"+text), 0o644); err != nil {
		t.Fatal(err)
	}
	p.Choose("#file", file)
	p.Wait("document.querySelector('iframe')")
	var got struct {
		Title, Text string
		Images      int
	}
	p.Eval(`({ title: document.title, images: document.images.length, text: document.querySelector("article").textContent })`, &got)
	if got.Title != "Repair a session" || got.Images != 0 || !strings.Contains(got.Text, "<img src=x onerror=document.title='ran'>") {
		t.Errorf("got %+v", got)
	}
}

// The page of tr-stat stands inside, and its script and style are allowed to run.
func TestStrip(t *testing.T) {
	p := open(t)
	keep(p)
	give(t, p, "../../testdata/samples/session.jsonl")
	var inside string
	p.Eval("document.querySelector('iframe').srcdoc", &inside)
	if !strings.Contains(inside, `"file":"session.jsonl"`) || !strings.Contains(inside, "missing-result") {
		t.Errorf("inside is %.300s", inside)
	}
	var drawn int // in a frame like that one, but one that can be looked into
	p.Eval(`new Promise((done) => {
		const f = document.createElement("iframe");
		f.srcdoc = document.querySelector("iframe").srcdoc;
		f.onload = () => done(f.contentDocument.querySelectorAll("canvas").length);
		document.body.append(f);
	})`, &drawn)
	if drawn != 1 {
		t.Errorf("%d pictures are drawn", drawn)
	}
	p.Wait("parseInt(document.querySelector('iframe').style.height) > 300") // as high as what is inside
	if log := strings.Join(p.Complaints(), ""); log != "" {
		t.Errorf("the browser says %s", log)
	}
}

// Nothing can be sent anywhere, and no script runs but the page's own.
func TestPolicy(t *testing.T) {
	p := open(t)
	var blocked []bool
	p.Eval(`Promise.all([
		fetch("https://127.0.0.1:9/").then(() => false, () => true),
		fetch("data:text/plain,x").then(() => false, () => true),
		new Promise((done) => { const s = document.createElement("script"); s.textContent = "globalThis.ran = 1"; document.body.append(s); done(!globalThis.ran); }),
		new Promise((done) => { const i = new Image(); i.onload = () => done(false); i.onerror = () => done(true); i.src = "data:image/gif;base64,R0lGODlhAQABAAAAACw="; }),
	])`, &blocked)
	for i, b := range blocked {
		if !b {
			t.Errorf("way %d out of the page is open", i)
		}
	}
	if !strings.Contains(strings.Join(p.Complaints(), ""), "Content Security Policy") {
		t.Error("what was blocked was not blocked by the policy")
	}
}

// A file that is no transcript, an empty one and one with a damaged end are told apart.
func TestHeadlines(t *testing.T) {
	p := open(t)
	keep(p)
	for text, want := range map[string]string{
		"": "Healthy",
		"{\"role\":\"user\",\"content\":\"x\"}\n": "Healthy",
		"{\"a\":1}\n": "1 finding: 1 warning; 1 of them stays as it is, what an API rejects is repaired.",
		"{\"role\":\"user\",\"content\":\"x\"}\n<<<<<<< HEAD\n":    "1 finding: 1 error; 1 of them stays as it is, and the table says why.",
		"{\"role\":\"user\",\"content\":\"x\"}\n{\"role\":\"assis": "1 finding: 1 error, all repaired.",
	} {
		file := filepath.Join(t.TempDir(), "s.jsonl")
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		if _, got := give(t, p, file); !strings.HasPrefix(got, want) {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}

// The memory of a run stays below what the page says before it.
func TestMemory(t *testing.T) {
	p := open(t)
	pair := `{"role":"assistant","content":null,"tool_calls":[{"id":"a%d","type":"function","function":{"name":"f","arguments":"{}"}}]}` + "\n" + `{"role":"tool","tool_call_id":"a%d","content":"` + strings.Repeat("text ", 80) + `"}` + "\n"
	var text bytes.Buffer
	text.WriteString(`{"role":"user","content":"x"}` + "\n")
	for n := range 12_000_000 / len(pair) {
		text.WriteString(strings.ReplaceAll(pair, "%d", string(rune('a'+n%26))+strings.Repeat("x", n/26%50)+string(rune('a'+n/1300%26))))
	}
	file := filepath.Join(t.TempDir(), "s.jsonl")
	if err := os.WriteFile(file, text.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	p.Eval("globalThis.memory = 0; worker.addEventListener('message', (e) => { globalThis.memory = e.data.result?.memory ?? -1; })", nil)
	p.Choose("#file", file)
	p.Wait("memory")
	var memory, said int64
	p.Eval("memory", &memory)
	p.Eval(fmt.Sprintf("BYTES_FOR_A_BYTE * %d + PROGRAM_BYTES", text.Len()), &said)
	// The file and the output are held beside the program's memory.
	used := memory + 2*int64(text.Len())
	if memory <= 0 || used > said {
		t.Errorf("%d bytes took %d, the page says %d", text.Len(), used, said)
	}
	t.Logf("%d bytes took %d, the page says %d", text.Len(), used, said)
}

// A file for which a page has no room is refused before it is read.
func TestTooLarge(t *testing.T) {
	p := open(t)
	p.Eval(`take([{ name: "big.jsonl", size: 2 ** 30, arrayBuffer() { throw new Error("it was read"); } }])`, nil)
	p.Wait("document.getElementById('status').textContent")
	var said string
	if p.Eval("document.getElementById('status').textContent", &said); !strings.Contains(said, "big.jsonl may need 8320 MB of memory, and a page has 4096 MB") {
		t.Errorf("the page says %q", said)
	}
}

// Files in memory do what Node's fs does for a process.
func TestFiles(t *testing.T) {
	p := browser.OpenText(t, "<!doctype html>")
	p.Eval("{"+source("files.js")+`
const files = new MemoryFiles({ "/a": new TextEncoder().encode("hello") });
const expect = (got, want) => { if (got !== want) { throw new Error(got + ", not " + want); } };
const call = (name, ...args) => { let e, r; files[name](...args, (error, result) => { e = error; r = result; }); return e ? e.code : r; };
expect(call("open", "/b", 0, 0), "ENOENT");
expect(call("open", "/a", 64 | 128, 0o600), "EEXIST");
const a = call("open", "/a", 0, 0), into = new Uint8Array(8);
expect(call("read", a, into, 0, 3, null), 3);
expect(call("read", a, into, 3, 5, null), 2);
expect(call("read", a, into, 0, 5, null), 0);
expect(call("read", a, into, 0, 5, 1), 4);
expect(new TextDecoder().decode(into), "elloo\0\0\0");
const b = call("open", "/b", 1 | 64, 0o644);
for (let i = 0; i < 5000; i++) { expect(call("write", b, into, 0, 4, null), 4); }
expect(call("fstat", b).size, 20000);
expect(call("fstat", b).isDirectory(), false);
expect(call("stat", "/").isDirectory(), true);
call("ftruncate", b, 2);
call("ftruncate", b, 6);
expect(new TextDecoder().decode(files.contents("/b")), "el\0\0\0\0");
call("rename", "/b", "/c");
expect(files.contents("/b").length, 0);
expect(files.contents("/c").length, 6);
const c = call("open", "/c", 1 | 1024, 0);
call("write", c, into, 0, 1, null);
expect(files.contents("/c").length, 7);
call("close", c);
expect(call("close", c), "EBADF");
expect(call("unlink", "/c"), undefined);
expect(call("unlink", "/c"), "ENOENT");
expect(call("mkdir", "/d", 0o755), "ENOSYS");
expect(files.writeSync(1, into), 8);
expect(files.contents(1).length, 8);
}`, nil)
}

// The page says where each client keeps its sessions, and how the repaired one gets back.
func TestPlaces(t *testing.T) {
	list := places()
	for _, s := range dialect.Stores(func(string) string { return "" }, "~") {
		if !strings.Contains(list, s.Client+"</td><td><code>"+s.Dir+"/"+s.Patterns[0]) {
			t.Errorf("%s is not among %s", s.Client, list)
		}
	}
	if page := source("page.html"); !strings.Contains(page, "{{PLACES}}") || strings.Count(page, "<li>") != 4 {
		t.Error("the page does not say how the file gets back")
	}
}
