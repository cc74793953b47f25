// Command web writes the page that repairs a session in a browser: one file, with the
// commands as WebAssembly inside.
//
//	web [-version V] FILE
//
// The commands are the same program as everywhere: each run is a fresh process over
// files in memory (files.js). The page's policy lets nothing in or out.
package main

import (
	"bytes"
	"compress/gzip"
	"embed"
	"encoding/base64"
	"flag"
	"fmt"
	"html"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"

	"trtools/internal/dialect"
	"trtools/internal/strip"
)

//go:embed page.html style.css page.js files.js worker.js
var sources embed.FS

// bytesForAByte is how much memory a run takes for each byte of the file, beside the
// program itself; TestMemory measures it.
const bytesForAByte = 8

func main() {
	version := flag.String("version", "unknown", "what the page calls itself")
	flag.Parse()
	if flag.NArg() != 1 {
		fmt.Fprintln(os.Stderr, "usage: web [-version V] FILE")
		os.Exit(2)
	}
	if err := write(flag.Arg(0), *version); err != nil {
		fmt.Fprintln(os.Stderr, "web:", err)
		os.Exit(3)
	}
}

func write(file, version string) error {
	program, err := build()
	if err != nil {
		return err
	}
	text, err := page(program, version)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return err
	}
	return os.WriteFile(file, text, 0o644)
}

// build returns all commands in one program, as WebAssembly.
func build() ([]byte, error) {
	dir, err := os.MkdirTemp("", "web")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, "filters.wasm")
	cmd := exec.Command("go", "build", "-trimpath", "-ldflags", "-s -w", "-o", file, "trtools/cmd/filters")
	cmd.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	if said, err := cmd.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("go build: %w: %s", err, said)
	}
	return os.ReadFile(file)
}

// page puts the parts of the page together.
func page(program []byte, version string) ([]byte, error) {
	packed, err := pack(program)
	if err != nil {
		return nil, err
	}
	start, err := starter()
	if err != nil {
		return nil, err
	}
	style, script := source("style.css"), strings.ReplaceAll(source("page.js"), "{{FACTOR}}", strconv.Itoa(bytesForAByte))
	fill := strings.NewReplacer(
		"{{POLICY}}", policy(style, script), "{{STYLE}}", style, "{{SCRIPT}}", script, "{{VERSION}}", version,
		"{{PROGRAM}}", packed, "{{PLACES}}", places(),
		"{{WORKER}}", start+source("files.js")+source("worker.js"))
	return []byte(fill.Replace(source("page.html"))), nil
}

// places returns a row for every place where a client keeps its sessions.
func places() string {
	var rows strings.Builder
	for _, s := range dialect.Stores(func(string) string { return "" }, "~") {
		for _, pattern := range s.Patterns {
			fmt.Fprintf(&rows, "<tr><td>%s</td><td><code>%s</code></td></tr>\n", html.EscapeString(s.Client), html.EscapeString(s.Dir+"/"+pattern))
		}
	}
	return rows.String()
}

func source(name string) string {
	text, err := sources.ReadFile(name)
	if err != nil {
		panic(err) // it was there when this was built
	}
	return string(text)
}

// starter returns what Go's distribution starts its programs with in a browser.
func starter() (string, error) {
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return "", fmt.Errorf("go env: %w", err)
	}
	text, err := os.ReadFile(filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "wasm_exec.js"))
	if err == nil && bytes.Contains(text, []byte("</script")) {
		err = fmt.Errorf("wasm_exec.js cannot stand inside a page")
	}
	return string(text), err
}

func pack(program []byte) (string, error) {
	var packed bytes.Buffer
	w, err := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	if err != nil {
		return "", err
	}
	if _, err := w.Write(program); err != nil {
		return "", err
	}
	if err := w.Close(); err != nil {
		return "", err
	}
	return base64.StdEncoding.EncodeToString(packed.Bytes()), nil
}

// policy lets the page run its own script, that of the strip inside, and the program,
// and nothing else; it may connect to nothing (https://www.w3.org/TR/CSP3).
func policy(style, script string) string {
	stripStyle, stripScript := strip.Hashes()
	return fmt.Sprintf("default-src 'none'; style-src %s %s; script-src %s %s 'wasm-unsafe-eval'; worker-src blob:; base-uri 'none'; form-action 'none'",
		strip.Hash(style), stripStyle, strip.Hash(script), stripScript)
}
