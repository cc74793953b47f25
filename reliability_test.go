package trtools

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"trtools/internal/cli"
)

// filters are the commands that write a transcript, with options that give each
// something to do.
var filters = []struct {
	command cli.Command
	args    []string
}{
	{cli.Pair, []string{"tr-pair"}},
	{cli.Budget, []string{"tr-budget", "--no-spill", "--max-result-chars", "200"}},
	{cli.Microcompact, []string{"tr-microcompact", "--no-spill"}},
	{cli.Prune, []string{"tr-prune", "--max-messages", "100"}},
	{cli.Recover, []string{"tr-recover", "--no-spill"}},
	{cli.Classify, []string{"tr-classify"}},
}

// listing are commands that only tell what is in a transcript.
var listing = []struct {
	command cli.Command
	args    string
}{{cli.Chunk, "tr-chunk --parts 2"}, {cli.Chunk, "tr-chunk --max-tokens 5 -f json"}, {cli.Stat, "tr-stat"}, {cli.Stat, "tr-stat --total"}}

// listedBadly says what is wrong with the way in which the commands of listing end for
// an input, "" for nothing: no panic, and no status above 1.
func listedBadly(input []byte) string {
	for _, c := range listing {
		var said bytes.Buffer
		if status := cli.Run(c.command, strings.Fields(c.args), cli.Streams{In: bytes.NewReader(input), Out: io.Discard, Err: &said}); status > 1 {
			return fmt.Sprintf("%s: status %d\n%.600s", c.args, status, &said)
		}
	}
	return ""
}

// filter runs a command over an input in memory.
func filter(i int, input []byte) (out, said string, status int) {
	var o, e bytes.Buffer
	status = cli.Run(filters[i].command, filters[i].args, cli.Streams{In: bytes.NewReader(input), Out: &o, Err: &e})
	return o.String(), e.String(), status
}

const record = `{"role":"user","content":"hi"}`

// Whatever is legal stays byte for byte, in every command, and the status is 0.
func TestHealthyBytes(t *testing.T) {
	for name, input := range map[string]string{
		"empty":                    "",
		"only line breaks":         "\n\n\r\n\n",
		"no last line break":       record,
		"CRLF":                     record + "\r\n" + record + "\r\n",
		"CRLF and LF":              record + "\r\n" + record + "\n" + record + "\r\n",
		"line separators":          "{\"role\":\"user\",\"content\":\"a\u2028b\u2029c\u0085d\"}\n",
		"escapes":                  `{"role":"user","content":"\/ \u003c \u0001 \u00e9 \ud83d\ude00"}` + "\n",
		"numbers":                  `{"role":"user","content":"x","a":12345678901234567890,"b":1.10,"c":-0,"d":1e1000,"e":1E400}` + "\n",
		"members twice":            `{"role":"user","content":"x","x":1,"x":2}` + "\n",
		"names in capital letters": `{"role":"user","content":"x","TOOL_CALL_ID":"a","Tool_Calls":[]}` + "\n",
		"unknown members":          `{"x":{"y":[]},"role":"user","content":"x"}` + "\n",
		"contents of any kind":     `{"role":"user","content":[{"type":"text","text":"x"},{"type":"new"}]}` + "\n" + `{"role":"assistant","content":"y","refusal":null}` + "\n",
		"10,000 arrays":            `{"role":"user","content":"x","deep":` + strings.Repeat("[", 9_999) + strings.Repeat("]", 9_999) + "}\n",
	} {
		for i, f := range filters {
			out, said, status := filter(i, []byte(input))
			if out != input || status != 0 {
				t.Errorf("%s, %s: status %d, %.200q becomes %.200q (%s)", name, f.args[0], status, input, out, said)
			}
		}
	}
}

// What is legal JSON and refused by APIs is no other command's business than tr-pair's (tr-recover
// repairs only where it has something to do): there it goes, and the rest of the line stays.
func TestRefusedBytes(t *testing.T) {
	for name, c := range map[string]struct{ input, want string }{
		"NUL":                 {`{"role":"user","content":"\/ \u003c \u0000 \u00e9"}`, `{"role":"user","content":"\/ \u003c  \u00e9"}`},
		"empty list of calls": {`{"role":"assistant","content":"y","tool_calls":[],"x":1}`, `{"role":"assistant","content":"y","x":1}`},
	} {
		for i, f := range filters {
			input, want := c.input+"\n"+record+"\n", c.input
			if f.args[0] == "tr-pair" {
				want = c.want
			}
			out, said, status := filter(i, []byte(input))
			if out != want+"\n"+record+"\n" || status != 0 {
				t.Errorf("%s, %s: status %d, %.200q becomes %.200q (%s)", name, f.args[0], status, input, out, said)
			}
		}
	}
}

// What is no transcript stays byte for byte in every command; it costs a finding at
// most, never an error of the program.
func TestForeignBytes(t *testing.T) {
	random := make([]byte, 5_000)
	for i, x := 0, uint32(1); i < len(random); i++ {
		x = x*1664525 + 1013904223
		random[i] = byte(x >> 24)
	}
	for name, input := range map[string]string{
		"UTF-16":           "\xff\xfe{\x00\"\x00a\x00\"\x00:\x001\x00}\x00\n\x00",
		"gzip":             "\x1f\x8b\x08\x00\n\x00\x00\n",
		"zstd":             "\x28\xb5\x2f\xfd\n\n",
		"PNG":              "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR",
		"SQLite":           "SQLite format 3\x00\x10\x00\n",
		"random bytes":     string(random),
		"NUL bytes":        strings.Repeat("\x00", 5_000),
		"a document":       "{\n  \"messages\": [\n    " + record + "\n  ]\n}\n",
		"an array":         "[" + record + "," + record + "]\n",
		"a log":            "12:00 start\n12:01 end\n",
		"5,000,000 arrays": strings.Repeat("[", 5_000_000) + "\n",
		"10,001 arrays":    `{"x":` + strings.Repeat("[", 10_001) + strings.Repeat("]", 10_001) + "}\n",
	} {
		for i, f := range filters {
			out, said, status := filter(i, []byte(input))
			if out != input || status > 1 {
				t.Errorf("%s, %s: status %d, %d bytes become %d (%.300s)", name, f.args[0], status, len(input), len(out), said)
			}
			if len(said) > 5_000 {
				t.Errorf("%s, %s: it says %d bytes", name, f.args[0], len(said))
			}
		}
	}
}

// Every prefix of a sample, and every one without its head, is an input like any
// other for every command: no panic and no status above 1.
func TestCutAnywhere(t *testing.T) {
	names, err := filepath.Glob("testdata/samples/*.jsonl")
	if err != nil || len(names) == 0 {
		t.Fatal(names, err)
	}
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		step := max(1, len(data)/100)
		if testing.Short() {
			step = max(1, len(data)/20)
		}
		for at := 0; at < len(data); at += step {
			for _, part := range [][]byte{data[:at], data[at:]} {
				for i, f := range filters {
					if _, said, status := filter(i, part); status > 1 {
						t.Fatalf("%s %s cut at %d: status %d\n%.2000s", f.args[0], name, at, status, said)
					}
				}
				if problem := listedBadly(part); problem != "" {
					t.Fatalf("%s cut at %d: %s", name, at, problem)
				}
			}
		}
	}
}

// Secrets in the content of records are never printed: not in findings of any
// format, not in summaries, not in lists of chunks or messages.
func TestContentIsNotPrinted(t *testing.T) {
	const secret = "sk-planted-key"
	input := fmt.Sprintf(`{"role":"user","content":%q}
{"role":"assistant","content":"%[2]s","tool_calls":[{"id":"x","type":"function","function":{"name":"f","arguments":"{\"key\":\"%[2]s\"}"}}]}
{"role":"tool","tool_call_id":"lost","content":"%[2]s"}
{"role":"user","content":"%[2]s\[`+"\xff\x01"+`"}
{"role":"user","content":"%[2]s
<<<< %[2]s
`, secret, secret)
	for i, f := range filters {
		for _, more := range [][]string{{"-c"}, {"-v"}, {"-c", "-f", "json"}, {"-c", "-f", "sarif"}, {"-c", "-f", "github"}} {
			var out, said bytes.Buffer
			args := append(append([]string{f.args[0]}, more...), f.args[1:]...)
			cli.Run(filters[i].command, args, cli.Streams{In: strings.NewReader(input), Out: &out, Err: &said})
			if more[0] == "-v" {
				out.Reset() // the transcript
			}
			if text := out.String() + said.String(); len(text) == 0 && more[0] == "-c" && i == 0 || strings.Contains(text, secret) {
				t.Errorf("%v prints it:\n%s", args, text)
			}
		}
	}
	for _, c := range listing {
		var out, said bytes.Buffer
		cli.Run(c.command, strings.Fields(c.args), cli.Streams{In: strings.NewReader(input), Out: &out, Err: &said})
		if text := out.String() + said.String(); len(text) == 0 || strings.Contains(text, secret) {
			t.Errorf("%s prints it:\n%s", c.args, text)
		}
	}
}
