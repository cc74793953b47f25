package cli

import (
	goctx "context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strconv"

	urfave "github.com/urfave/cli/v2"

	"trtools/internal/atomicfile"
	"trtools/pkg/transcript"
	"trtools/pkg/transcript/chunk"
	"trtools/pkg/transcript/tokens"
)

// Chunk is tr-chunk.
var Chunk = Command{
	Name:    "tr-chunk",
	Summary: "cut a transcript into chunks that never separate a call from its result",
	Shrinks: true,
	Help: `Cuts between units only: a unit is a message, or a message with calls and all their results. Chunks have about the same size, including the last one. A unit over the limit becomes a chunk by itself, marked as oversized. Give --parts or --max-tokens.

Without --filter, one JSON object is printed for each chunk: first and last line, bytes, messages, chars, tokens, sha256. With --out-dir the chunks are written to DIR/NAME-0001.jsonl and so on. Joined, they are the input byte for byte, including the records that are not messages. A conversation on one line is never cut. No file is overwritten: if one exists, it has to hold the same chunk.

With --filter, CMD reads the messages of each chunk, one record a line, and what it prints replaces them as one user message, which begins with "[Summary of N earlier messages]". The transcript is the output, in its own format and with its links in order; -w rewrites the file. CMD runs through sh -c, one chunk after another; $TR_CHUNK of $TR_CHUNKS is its number. Of conversations, one a line, these count the chunks of those that were read so far, and CMD runs for one as soon as it is read, before anything is known of the rest of the input, with --strict too. If it fails or prints nothing, or the run is interrupted meanwhile, the original comes out unchanged and the exit status is 3; with -w and -o no file is written. An interruption also stops everything that CMD has started.

The long texts of a unit over the limit are cut before CMD reads it (--oversized=cut); with --oversized=note a note replaces the unit without CMD; with --oversized=fail the run fails.

What is not summarised: system messages, the first user message, the newest user message, the newest messages (--keep-last), calls that wait for a result, and earlier summaries: a second run changes nothing.

Tokens are estimated: --token-estimate says how. For --max-tokens the estimate is multiplied by --safety.`,
	Examples: []Example{
		{"tr-chunk --max-tokens 20000 session.jsonl", "show where it would be cut"},
		{"tr-chunk --parts 4 --out-dir chunks session.jsonl", "cut it into four files"},
		{"tr-chunk --parts 9 --filter 'llm -s summarize' -w session.jsonl", "summarise"},
	},
	Flags: chunkFlags,
	Setup: setupChunk,
}

func chunkFlags() []urfave.Flag {
	return []urfave.Flag{
		&urfave.GenericFlag{Name: "parts", Value: count(""), Usage: "cut into `N` chunks; by their share of tokens, fewer if there are fewer units"},
		&urfave.GenericFlag{Name: "max-tokens", Value: count(""), Usage: "cut into chunks of at most `N` tokens"},
		estimateFlag(),
		&urfave.StringFlag{Name: "safety", Value: "1.2", DefaultText: "1.2", Usage: "assume that the estimate is too low by `FACTOR`; with --max-tokens; 1 uses it as it is"},
		pathFlag("out-dir", "write the chunks to files in `DIR`"),
		&urfave.StringFlag{Name: "filter", Usage: "what `CMD` prints takes the place of each chunk"},
		&urfave.GenericFlag{Name: "oversized", Value: oneOf("cut", "note", "fail"), Usage: "what becomes of a unit larger than a chunk; with --filter"},
		&urfave.GenericFlag{Name: "keep-last", Value: count("4"), Usage: "the newest `N` messages are not summarised; with --filter"},
		&urfave.GenericFlag{Name: "keep-first", Value: count(""), Usage: "the first `N` messages are not summarised; with --filter"},
		&urfave.BoolFlag{Name: "no-keep-system", Usage: "summarise system messages, too; with --filter"},
		&urfave.BoolFlag{Name: "no-keep-user", Usage: "summarise the first and newest user message, too; with --filter"},
	}
}

func setupChunk(v *urfave.Context, _ terminal) (way, error) {
	if err := checkChunk(v); err != nil {
		return way{}, err
	}
	safety, err := strconv.ParseFloat(v.String("safety"), 64)
	if err != nil || !(safety >= 0.1 && safety <= 100) {
		return way{}, usageHint("--safety: want a factor, not "+Quoted(v.String("safety")), "factors look like 1.2")
	}
	o := chunk.Options{
		Parts: v.Int64("parts"), MaxTokens: v.Int64("max-tokens"), Estimate: tokens.Named(v.String("token-estimate")), Safety: safety, OutDir: v.String("out-dir"),
		SummarizeSystem: v.Bool("no-keep-system"), SummarizeUser: v.Bool("no-keep-user"),
		KeepFirst: int(v.Int64("keep-first")), KeepLast: zeroAsNone(int(v.Int64("keep-last"))),
		Oversized: chunk.Oversized(chosen(v, "oversized")),
		Interrupt: interrupted,
	}

	if cmd := v.String("filter"); cmd != "" {
		o.Summarize = announced(chunk.Shell(cmd, os.Stderr), v.App.ErrWriter, v.Bool("quiet"))
	}
	return way{stages: func(j transcript.Job) transcript.Stage { return chunk.New(o, j) }, lists: o.Summarize == nil}, nil
}

// announced says which chunk is summarized, before it is.
func announced(s chunk.Summarizer, err io.Writer, quiet bool) chunk.Summarizer {
	if quiet {
		return s
	}
	return func(ctx goctx.Context, in io.Reader, n chunk.Number) (string, error) {
		fmt.Fprintf(err, "tr-chunk: chunk %d of %d, %s tokens\n", n.N, n.Of, chunk.Thousands(n.Tokens))
		return s(ctx, in, n)
	}
}

// checkChunk returns a usage error for flags that cannot be meant.
func checkChunk(v *urfave.Context) error {
	filter := v.String("filter") != ""
	only := firstSet(v, "rejects", "oversized", "keep-last", "keep-first", "no-keep-system", "no-keep-user")
	return firstBroken(
		rule{v.Int64("parts") == 0 && v.Int64("max-tokens") == 0, "the number or the size of the chunks is missing", "give --parts N or --max-tokens N"},
		rule{v.Int64("parts") > 0 && v.Int64("max-tokens") > 0, "--parts and --max-tokens exclude each other", ""},
		rule{v.IsSet("filter") && !filter, "--filter: there is no command", ""},
		rule{filter && v.IsSet("out-dir"), "--filter and --out-dir exclude each other: one changes the transcript, the other cuts it", ""},
		rule{v.Bool("diff"), "-d is not for tr-chunk", "a list of chunks is no change, and CMD of --filter is not run to look"},
		rule{v.IsSet("out-dir") && (v.Bool("check") || v.Bool("list")), "--out-dir and -c, -l exclude each other: these write nothing", ""},
		rule{!filter && v.Bool("write"), "-w without --filter would replace the transcript by a list of chunks", "write chunks with --out-dir"},
		rule{!filter && only != "", "--" + only + " is for --filter", ""},
	)
}

// interrupted returns a context that ends with the first SIGINT, SIGTERM or
// SIGHUP; a second one has its usual effect. One that came before the context was given back
// is its cause. Signals that are ignored, as under nohup, stay so.
func interrupted() (goctx.Context, goctx.CancelFunc) {
	signals := atomicfile.Endings()
	if len(signals) == 0 { // none would mean all
		return goctx.WithCancel(goctx.Background())
	}
	ctx, end := goctx.WithCancelCause(goctx.Background())
	came, seen := make(chan os.Signal, 1), make(chan struct{})
	signal.Notify(came, signals...)
	go func() {
		defer close(seen)
		if s, ok := <-came; ok {
			signal.Stop(came)
			end(errors.New(s.String()))
		}
	}()
	return ctx, func() { signal.Stop(came); close(came); <-seen; end(nil) }
}
