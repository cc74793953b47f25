package main

import (
	"bufio"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
)

// shape writes the n-th session of a kind.
type shape struct {
	name  string
	write func(w io.Writer, n int)
}

func shapes() []shape {
	list := []shape{
		{"chat", func(w io.Writer, n int) { chat(w, &source{seed: uint64(n)}) }},
		{"claude-code", func(w io.Writer, n int) { claude(w, &source{seed: uint64(n)}, 0) }},
		{"repairs", func(w io.Writer, n int) { claude(w, &source{seed: uint64(n)}, 250) }},
		{"short", func(w io.Writer, n int) { short(w, n) }},
		{"open-calls", func(w io.Writer, n int) { open(w, n) }},
	}
	for _, f := range forms() {
		list = append(list, shape{f.name, func(w io.Writer, n int) { f.write(w, &source{seed: uint64(n)}) }})
	}
	return list
}

// writeFile writes sessions until a file has its size.
func writeFile(path string, size int64, session func(io.Writer, int)) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	w := bufio.NewWriterSize(f, 1<<18)
	count := &counter{w: w}
	for n := 1; count.n < size; n++ {
		session(count, n)
	}
	if err := w.Flush(); err != nil {
		return err
	}
	return f.Close()
}

type counter struct {
	w io.Writer
	n int64
}

func (c *counter) Write(b []byte) (int, error) {
	n, err := c.w.Write(b)
	c.n += int64(n)
	return n, err
}

// join copies all files of a pattern into one, and reports whether there are any.
func join(path, pattern string) (found bool, err error) {
	names, err := filepath.Glob(pattern)
	if err != nil || len(names) == 0 {
		return false, err
	}
	out, err := os.Create(path)
	if err != nil {
		return false, err
	}
	for _, name := range names {
		in, err := os.Open(name)
		if err != nil {
			return false, err
		}
		_, err = io.Copy(out, in)
		if in.Close(); err != nil {
			return false, err
		}
	}
	return true, out.Close()
}

// source gives numbers and texts that look like those of sessions, the same in every
// run.
type source struct{ seed uint64 }

// under returns a number below n, by the generator of SplitMix64.
func (s *source) under(n int) int {
	s.seed += 0x9e3779b97f4a7c15
	z := s.seed
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return int((z ^ z>>31) % uint64(n))
}

// length returns a length whose logarithm is about even: many are short, few long.
func (s *source) length(from, to int) int {
	n := from
	for n < to && s.under(5) > 0 {
		n += n/2 + s.under(n)
	}
	return min(n, to)
}

var snippets = []string{
	"func (s *Server) handle(w http.ResponseWriter, r *http.Request) error {\n\tif err := s.check(r); err != nil {\n\t\treturn fmt.Errorf(\"check: %w\", err)\n\t}\n\treturn nil\n}\n",
	"ok  \texample.com/app/parser\t0.412s\nFAIL\texample.com/app/store\t1.903s\n--- FAIL: TestOpen (0.00s)\n    store_test.go:41: got \"a\\b\", want \"a/b\"\n",
	"The reader keeps the buffer while the slice is still in use, so the second call sees other bytes. ",
	"   217→\tfor i := range items {\n   218→\t\tsum += items[i].Size // in bytes\n   219→\t}\n",
	"Переконаймося, що дані ті самі. 再実行して結果を確認します。 Straße, naïve, 🙂\n",
	"-rw-r--r-- 1 dev dev  18231 Jan  1 10:00 main.go\ndrwxr-xr-x 2 dev dev   4096 Jan  1 10:00 testdata\n",
	"\x1b[32mPASS\x1b[0m 214 tests, 0 failures\n",
}

func (s *source) text(n int) string {
	var b strings.Builder
	for b.Len() < n {
		b.WriteString(snippets[s.under(len(snippets))])
	}
	return b.String()
}

// image returns a PNG as far as APIs look: its head says what it is, and how large.
func (s *source) image(n int) string {
	b := []byte("\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x03\x20\x00\x00\x02\x58")
	for len(b) < n {
		b = append(b, byte(s.under(256)))
	}
	return base64.StdEncoding.EncodeToString(b)
}

func quoted(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err) // strings only come here
	}
	return string(b)
}

// chat writes a session as messages of Chat Completions, one a line.
func chat(w io.Writer, s *source) {
	fmt.Fprintf(w, `{"role": "system", "content": %s}`+"\n", quoted(s.text(1500)))
	for i := range 40 + s.under(150) {
		if i%20 == 0 {
			fmt.Fprintf(w, `{"role": "user", "content": %s}`+"\n", quoted(s.text(s.length(40, 2000))))
		}
		id := fmt.Sprintf("call_%016x", s.under(1<<30))
		fmt.Fprintf(w, `{"role": "assistant", "content": %s, "tool_calls": [{"id": "%s", "type": "function", "function": {"name": "Read", "arguments": %s}}]}`+"\n",
			quoted(s.text(s.length(20, 1000))), id, quoted(`{"path":"/w/main.go"}`))
		fmt.Fprintf(w, `{"role": "tool", "tool_call_id": "%s", "content": %s}`+"\n", id, quoted(s.text(s.length(200, 60000))))
	}
}

// short writes two messages of 70 bytes.
func short(w io.Writer, n int) {
	fmt.Fprintf(w, `{"role":"user","content":"what is number %08d, and what is it?"}`+"\n", n)
	fmt.Fprintf(w, `{"role":"assistant","content":"number %08d is that one, I think"}`+"\n", n)
}

// open writes calls of which every second one waits for its result.
func open(w io.Writer, n int) {
	fmt.Fprintf(w, aCall, fmt.Sprint("open", n))
	fmt.Fprintf(w, aCall+aResult, fmt.Sprint("c", n), fmt.Sprint("c", n), `"some words and a few more"`)
}

// claude writes a session of Claude Code. Of every so many calls one has no result; 0
// for none.
func claude(w io.Writer, s *source, broken int) {
	session, parent, records := uuid(s), "null", 0
	record := func(kind, body string) {
		id := uuid(s)
		records++
		fmt.Fprintf(w, `{"parentUuid":%s,"isSidechain":false,"userType":"external","cwd":"/w","sessionId":"%s","version":"2.1.42","type":"%s",%s,"uuid":"%s","timestamp":"2026-01-01T%02d:%02d:%02d.000Z"}`+"\n",
			parent, session, kind, body, id, records/3600%24, records/60%60, records%60)
		parent = `"` + id + `"`
	}
	answer := func(block string) {
		record("assistant", fmt.Sprintf(`"message":{"id":"msg_%016x","type":"message","role":"assistant","content":[%s],"usage":{"input_tokens":%d,"output_tokens":%d}}`,
			s.under(1<<30), block, s.under(9000), s.under(900)))
	}
	for i := range 40 + s.under(200) {
		if i%25 == 0 {
			record("user", `"message":{"role":"user","content":`+quoted(s.text(s.length(40, 2000)))+`}`)
		}
		if s.under(3) == 0 {
			answer(`{"type":"text","text":` + quoted(s.text(s.length(20, 2000))) + `}`)
		}
		id := fmt.Sprintf("toolu_%016x", s.under(1<<30))
		answer(`{"type":"tool_use","id":"` + id + `","name":"Read","input":{"file_path":"/w/main.go","limit":200}}`)
		if broken > 0 && s.under(broken) == 0 {
			continue
		}
		content := quoted(s.text(s.length(200, 60000)))
		if s.under(300) == 0 {
			content = `[{"type":"image","source":{"type":"base64","media_type":"image/png","data":"` + s.image(s.length(20000, 500000)) + `"}}]`
		}
		record("user", `"message":{"role":"user","content":[{"tool_use_id":"`+id+`","type":"tool_result","content":`+content+`}]},"toolUseResult":{"content":`+content+`}`)
	}
}

func uuid(s *source) string {
	return fmt.Sprintf("%08x-%04x-4%03x-8%03x-%012x", s.under(1<<30), s.under(1<<16), s.under(1<<12), s.under(1<<12), s.under(1<<30))
}
