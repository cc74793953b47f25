package trtools

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"trtools/internal/cli"
	"trtools/internal/transcripttest"
)

// shrinking are the commands that shrink, as pipes of one or more.
var shrinking = []string{
	"pair", "budget", "budget --max-result-chars 700 --max-turn-chars 2500", "microcompact", "microcompact --aggressive",
	"microcompact --truncate-turns 1 --summarize-turns 2 --min-chars 900", "recover --level 1", "recover --level 2 --keep 5", "recover --level 3",
	"recover --max-chars 4000", "prune --max-chars 9000",
	"microcompact | budget | pair", "budget | microcompact --aggressive | recover --level 1", "recover --level 1 | recover --level 2 | pair",
	"microcompact | recover --max-tokens 3000 | prune --max-messages 6", "budget --max-turn-chars 20000 | recover --level 3 | microcompact",
}

// shrink runs one command over an input.
func shrink(command string, input []byte) (out []byte, said string, status int) {
	args := strings.Fields("tr-" + command)
	for _, c := range []cli.Command{cli.Pair, cli.Budget, cli.Microcompact, cli.Recover, cli.Prune} {
		if c.Name != args[0] {
			continue
		}
		if args[0] != "tr-pair" && args[0] != "tr-prune" {
			args = append(args, "--no-spill")
		}
		var o, e bytes.Buffer
		status = cli.Run(c, args, cli.Streams{In: bytes.NewReader(input), Out: &o, Err: &e})
		return o.Bytes(), e.String(), status
	}
	panic("no command " + command)
}

// Results of different fates in one message are shrunk by every command and in every pipe: no
// run ends without output, tr-pair finds nothing in what comes out, and a second run of a
// command changes nothing.
func TestFates(t *testing.T) {
	for _, d := range transcripttest.All() {
		t.Run(d.Name, func(t *testing.T) {
			t.Parallel()
			rapid.Check(t, func(t *rapid.T) {
				data := transcripttest.Fates(d).Draw(t, "conversation")
				if problem := unclean(data); problem != "" {
					t.Fatalf("it begins with %s\n%s", problem, data)
				}
				if problem := shrunk(rapid.SampledFrom(shrinking).Draw(t, "filters"), data); problem != "" {
					t.Fatalf("%s\n%s", problem, data)
				}
			})
		})
	}
}

// shrunk says what is wrong with a pipe over an input, "" for nothing.
func shrunk(pipe string, data []byte) string {
	for command := range strings.SplitSeq(pipe, " | ") {
		out, said, status := shrink(command, data)
		if status > 1 || len(out) == 0 && len(data) > 0 {
			return fmt.Sprintf("%s, %s ends with %d: %s", pipe, command, status, said)
		}
		if problem := unclean(out); problem != "" {
			return fmt.Sprintf("%s, %s leaves %s\n%s\nfrom", pipe, command, problem, out)
		}
		if again, _, _ := shrink(command, out); !bytes.Equal(again, out) {
			return fmt.Sprintf("%s, %s again: %s\nbecomes %s\nfrom", pipe, command, out, again)
		}
		data = out
	}
	return ""
}

// unclean returns what tr-pair finds.
func unclean(data []byte) string {
	if found, _, status := shrink("pair --check", data); status != 0 {
		return string(found)
	}
	return ""
}
