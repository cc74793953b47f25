// Package browser drives a headless Chromium for tests of pages, through the pipe of
// --remote-debugging-pipe: JSON messages that end in a NUL byte
// (https://chromedevtools.github.io/devtools-protocol).
package browser

import (
	"bufio"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"
)

// Page is a page in a browser that ends with its test.
type Page struct {
	t       testing.TB
	to      *os.File
	from    *bufio.Reader
	session string
	last    int
	log     []string // what the page wrote to its console, and exceptions
}

// Open opens a page of a URL. The test is skipped where there is no Chromium.
func Open(t testing.TB, url string) *Page {
	t.Helper()
	p := start(t, Need(t))
	var target struct{ TargetID string }
	p.call("Target.createTarget", map[string]any{"url": "about:blank"}, &target)
	var attached struct{ SessionID string }
	p.call("Target.attachToTarget", map[string]any{"targetId": target.TargetID, "flatten": true}, &attached)
	p.session = attached.SessionID
	for _, domain := range []string{"Page", "Runtime", "DOM", "Log"} {
		p.call(domain+".enable", nil, nil)
	}
	p.call("Page.navigate", map[string]any{"url": url}, nil)
	p.Wait("document.readyState === 'complete'")
	return p
}

// OpenText opens a page with this text.
func OpenText(t testing.TB, html string) *Page {
	t.Helper()
	Need(t)
	file := filepath.Join(t.TempDir(), "page.html")
	if err := os.WriteFile(file, []byte(html), 0o600); err != nil {
		t.Fatal(err)
	}
	return Open(t, "file://"+file)
}

// Need returns the Chromium that is installed. The test is skipped where there is none.
func Need(t testing.TB) string {
	t.Helper()
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome", "chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	t.Skip("no chromium is installed")
	return ""
}

func start(t testing.TB, program string) *Page {
	t.Helper()
	theirIn, in, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	out, theirOut, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	home := t.TempDir()
	cmd := exec.Command(program, "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
		"--remote-debugging-pipe", "--user-data-dir="+filepath.Join(home, "profile"))
	cmd.Env = append(os.Environ(), "HOME="+home)
	cmd.ExtraFiles = []*os.File{theirIn, theirOut}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	theirIn.Close()
	theirOut.Close()
	p := &Page{t: t, to: in, from: bufio.NewReaderSize(out, 1<<20)}
	t.Cleanup(func() {
		p.session = ""
		p.last++
		p.send("Browser.close", nil) // answered or not: the pipe ends with the browser
		in.Close()
		giveUp := time.AfterFunc(20*time.Second, func() { cmd.Process.Kill() })
		cmd.Wait()
		giveUp.Stop()
		out.Close()
	})
	return p
}

// message is an answer or an event.
type message struct {
	ID     int
	Method string
	Params json.RawMessage
	Result json.RawMessage
	Error  *struct{ Message string }
}

func (p *Page) send(method string, params map[string]any) error {
	m := map[string]any{"id": p.last, "method": method}
	if params != nil {
		m["params"] = params
	}
	if p.session != "" {
		m["sessionId"] = p.session
	}
	text, err := json.Marshal(m)
	if err == nil {
		_, err = p.to.Write(append(text, 0))
	}
	return err
}

// call calls a method of the protocol and reads its result.
func (p *Page) call(method string, params map[string]any, result any) {
	p.t.Helper()
	p.last++
	if err := p.send(method, params); err != nil {
		p.t.Fatalf("%s: %v", method, err)
	}
	for {
		m, err := p.receive()
		if err != nil {
			p.t.Fatalf("%s: %v", method, err)
		}
		if m.ID != p.last {
			continue
		}
		if m.Error != nil {
			p.t.Fatalf("%s: %s", method, m.Error.Message)
		}
		if result != nil {
			if err := json.Unmarshal(m.Result, result); err != nil {
				p.t.Fatalf("%s: %v", method, err)
			}
		}
		return
	}
}

// receive reads a message, and keeps what the page complains about.
func (p *Page) receive() (m message, err error) {
	text, err := p.from.ReadBytes(0)
	if err == nil {
		err = json.Unmarshal(text[:len(text)-1], &m)
	}
	switch m.Method {
	case "Runtime.exceptionThrown", "Runtime.consoleAPICalled", "Log.entryAdded":
		p.log = append(p.log, string(m.Params))
	}
	return m, err
}

// Eval returns what a JavaScript expression comes to, awaited where it is a promise.
func (p *Page) Eval(expression string, result any) {
	p.t.Helper()
	if err := p.eval(expression, result); err != nil {
		p.t.Fatalf("%.200s: %v", expression, err)
	}
}

func (p *Page) eval(expression string, result any) error {
	p.t.Helper()
	var answer struct {
		Result           struct{ Value json.RawMessage }
		ExceptionDetails *struct{ Exception struct{ Description string } }
	}
	p.call("Runtime.evaluate", map[string]any{"expression": expression, "awaitPromise": true, "returnByValue": true}, &answer)
	if e := answer.ExceptionDetails; e != nil {
		return errors.New(e.Exception.Description)
	}
	if result == nil || answer.Result.Value == nil {
		return nil
	}
	return json.Unmarshal(answer.Result.Value, result)
}

// Wait waits until an expression is true, for up to five minutes.
func (p *Page) Wait(expression string) {
	p.t.Helper()
	for end := time.Now().Add(5 * time.Minute); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		var done bool
		if p.eval("!!("+expression+")", &done) == nil && done {
			return
		}
	}
	p.t.Fatalf("never true: %s\n%s", expression, p.log)
}

// Choose gives files to an <input type=file>, as a person does.
func (p *Page) Choose(selector string, files ...string) {
	p.t.Helper()
	for i, name := range files {
		path, err := filepath.Abs(name)
		if err != nil {
			p.t.Fatal(err)
		}
		files[i] = path
	}
	var doc struct{ Root struct{ NodeID int } }
	p.call("DOM.getDocument", nil, &doc)
	var node struct{ NodeID int }
	p.call("DOM.querySelector", map[string]any{"nodeId": doc.Root.NodeID, "selector": selector}, &node)
	p.call("DOM.setFileInputFiles", map[string]any{"nodeId": node.NodeID, "files": files}, nil)
}

// Dark chooses the colours of the night.
func (p *Page) Dark() {
	p.t.Helper()
	p.call("Emulation.setEmulatedMedia", map[string]any{"features": []map[string]string{{"name": "prefers-color-scheme", "value": "dark"}}}, nil)
}

// Screenshot writes what the page looks like, as PNG.
func (p *Page) Screenshot(file string) {
	p.t.Helper()
	var shot struct{ Data string }
	p.call("Page.captureScreenshot", map[string]any{"format": "png"}, &shot)
	data, err := base64.StdEncoding.DecodeString(shot.Data)
	if err == nil {
		err = os.WriteFile(file, data, 0o644)
	}
	if err != nil {
		p.t.Fatal(fmt.Errorf("screenshot: %w", err))
	}
}

// Complaints returns what the page wrote to its console, and exceptions, so far.
func (p *Page) Complaints() []string { return p.log }
