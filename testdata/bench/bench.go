// Command bench times the filters against other tools: all in turn, several
// rounds, whole processes from a file to /dev/null. It prints medians of the
// ratios inside each round, because machines change their speed and ratios do
// not.
package main

import (
	"bufio"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

var (
	bin    = flag.String("bin", "bin", "folder with the commands")
	file   = flag.String("file", "", "transcript to use; empty to make one")
	size   = flag.Int64("size", 200_000_000, "bytes of the transcript that is made")
	rounds = flag.Int("rounds", 5, "how often everything is timed")
)

func main() {
	flag.Parse()
	name := *file
	if name == "" {
		dir, err := os.MkdirTemp("", "tr-bench-")
		check(err)
		defer os.RemoveAll(dir)
		name = filepath.Join(dir, "session.jsonl")
		check(generate(name, *size))
	}
	report(name, commands())
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

// commands returns what can be timed here. The first one is the measure.
func commands() [][]string {
	list := [][]string{{"cat"}, {"wc", "-l"}}
	for _, c := range []string{"tr-pair", "tr-pair -c", "tr-budget --no-spill", "tr-microcompact"} {
		words := strings.Fields(c)
		list = append(list, append([]string{filepath.Join(*bin, words[0]), "-q"}, words[1:]...))
	}
	for _, c := range [][]string{{"jq", "-c", "."}, {"gojq", "-c", "."}} {
		if _, err := exec.LookPath(c[0]); err == nil {
			list = append(list, c)
		}
	}
	return list
}

// report times every command once a round and prints the ratios to the first.
func report(name string, list [][]string) {
	ratios := make([][]float64, len(list))
	for range *rounds {
		var first float64
		for i, c := range list {
			t := run(c, name)
			if i == 0 {
				first = t
			}
			ratios[i] = append(ratios[i], t/first)
		}
	}
	fmt.Printf("%-34s %s\n", "command", "times as long as cat (median of rounds)")
	for i, c := range list {
		slices.Sort(ratios[i])
		words := append([]string{filepath.Base(c[0])}, c[1:]...)
		fmt.Printf("%-34s %.1f\n", strings.Join(words, " "), ratios[i][len(ratios[i])/2])
	}
}

// run returns how many seconds a command takes for the file.
func run(c []string, name string) float64 {
	cmd := exec.Command(c[0], append(slices.Clone(c[1:]), name)...)
	null, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0)
	check(err)
	defer null.Close()
	cmd.Stdout = null
	start := time.Now()
	_ = cmd.Run() // findings have an exit status of their own
	return time.Since(start).Seconds()
}

// generate writes a healthy Claude Code session of about n bytes.
func generate(name string, n int64) error {
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	w := bufio.NewWriterSize(f, 1<<20)
	text := strings.Repeat("func (s *Server) handle(w http.ResponseWriter) error {\\n\\treturn nil // \\\"ok\\\"\\n}\\n", 400)
	parent := "null"
	for i := int64(0); i*3300 < n; i++ {
		parent = turn(w, i, parent, text[:200+int(i*7919%5600)/80*80])
	}
	if err := w.Flush(); err != nil {
		return err
	}
	return f.Close()
}

// turn writes a call and its result and returns the last record's id.
func turn(w *bufio.Writer, i int64, parent, text string) string {
	id := func(k int64) string { return fmt.Sprintf("%08x-0000-4000-8000-%012x", i, k) }
	head := func(k int64, parent string) string {
		return fmt.Sprintf(`{"parentUuid":%s,"isSidechain":false,"userType":"external","cwd":"/w","sessionId":"s","version":"2.1.42","uuid":"%s","timestamp":"2026-01-01T00:00:00.000Z",`, parent, id(k))
	}
	text = text[:strings.LastIndex(text, `\n`)]
	fmt.Fprintf(w, `%s"type":"assistant","message":{"id":"msg_%d","role":"assistant","content":[{"type":"tool_use","id":"toolu_%d","name":"Read","input":{"file_path":"/w/a.go"}}]}}`+"\n", head(1, parent), i, i)
	fmt.Fprintf(w, `%s"type":"user","message":{"role":"user","content":[{"tool_use_id":"toolu_%d","type":"tool_result","content":"%s"}]},"toolUseResult":{"type":"text","file":{"content":"%s"}}}`+"\n", head(2, `"`+id(1)+`"`), i, text, text)
	return `"` + id(2) + `"`
}
