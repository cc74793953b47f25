package cli

import (
	goctx "context"
	"os"
	"os/signal"
	"strconv"

	"trtools/internal/atomicfile"
	"trtools/internal/dialect"
	"trtools/internal/flags"
	"trtools/pkg/transcript"
	"trtools/pkg/transcript/chunk"
	"trtools/pkg/transcript/tokens"
)

// Chunk is tr-chunk.
var Chunk = Command{
	Name:    "tr-chunk",
	Summary: "cut a transcript into chunks that never separate a call from its result",
	Help: `Cuts between units only: a unit is a message, or a message with calls and all their results. Chunks are of much the same size, the last one included; a unit that is larger than a chunk may be is a chunk of its own, marked as oversized. Give --parts or --max-tokens.

Without --filter one JSON object a chunk is printed: first and last line, bytes, messages, chars, tokens, sha256. With --out-dir the chunks are written to DIR/NAME-0001.jsonl and so on; joined they are the input, byte for byte, with the records that are no messages. A conversation on one line is never cut. Nothing is overwritten: a file that is there must be the same chunk.

With --filter the messages of each chunk are given to CMD, one record a line, and what CMD prints takes their place as one user message, which begins with "[Summary of N earlier messages]". The transcript is the output, in its own format and with its links in order; -w rewrites the file. CMD runs through sh -c, one chunk after another; $TR_CHUNK of $TR_CHUNKS is its number. If it fails, prints nothing or the run is interrupted, the original comes out unchanged and the exit status is 3; with -w and -o no file is written. An interruption reaches all that CMD has started.

A unit that is larger than a chunk may be is given to CMD with its long texts cut (--oversized=cut); with --oversized=note CMD is not asked, and a note says what the unit was; with --oversized=fail the run fails.

What is not summarised: system messages, the first user message, the newest user message, the newest messages (--keep-last), calls that wait for a result, and earlier summaries: a second run changes nothing.

Tokens are estimated: --token-estimate says how. For --max-tokens the estimate is multiplied by --safety.`,
	Examples: []Example{
		{"tr-chunk --max-tokens 20000 session.jsonl", "where would it be cut?"},
		{"tr-chunk --parts 4 --out-dir chunks session.jsonl", "cut it into four files"},
		{"tr-chunk --max-tokens 20000 --filter 'llm -s \"summarize this log\"' -w session.jsonl", "summarise all but the newest messages"},
	},
	Dialects: dialect.Names,
	Lists:    func(v flags.Values) bool { return v.String("filter") == "" },
	Flags:    chunkFlags,
	Setup:    setupChunk,
}

func chunkFlags() []*flags.Flag {
	return []*flags.Flag{
		flags.Count("parts", "", "cut into N chunks, by their share of tokens; fewer if there are fewer units"),
		flags.Count("max-tokens", "", "most tokens a chunk"),
		estimateFlag(),
		flags.Text("safety", "FACTOR", "1.2", "with --max-tokens: by which the estimate may be too low; 1 takes it as it is"),
		flags.Path("out-dir", "DIR", "", "write the chunks to files in DIR"),
		flags.Text("filter", "CMD", "", "put what CMD prints in place of each chunk's messages"),
		flags.Choice("oversized", "with --filter: what becomes of a unit that is larger than a chunk may be", "cut", "note", "fail"),
		flags.Count("keep-last", "4", "with --filter: the newest N messages are not summarised"),
		flags.Count("keep-first", "", "with --filter: nor are the first N messages"),
		flags.BoolOn("keep-system", "with --filter: nor are system messages"),
		flags.BoolOn("keep-user", "with --filter: nor are the first and the newest user message"),
	}
}

func setupChunk(v flags.Values) (Factory, error) {
	if err := checkChunk(v); err != nil {
		return nil, err
	}
	safety, err := strconv.ParseFloat(v.String("safety"), 64)
	if err != nil || !(safety >= 0.1 && safety <= 100) {
		return nil, usageHint("--safety: want a factor, not "+flags.Quoted(v.String("safety")), "factors look like 1.2")
	}
	o := chunk.Options{
		Parts: v.Int("parts"), MaxTokens: v.Int("max-tokens"), Estimate: tokens.Named(v.String("token-estimate")), Safety: safety, OutDir: v.String("out-dir"),
		SummarizeSystem: !v.Bool("keep-system"), SummarizeUser: !v.Bool("keep-user"),
		KeepFirst: int(v.Int("keep-first")), KeepLast: zeroAsNone(int(v.Int("keep-last"))),
		Oversized: choiceOf[chunk.Oversized](v, "oversized", "cut", "note", "fail"),
		Interrupt: interrupted,
	}

	if cmd := v.String("filter"); cmd != "" {
		o.Summarize = chunk.Shell(cmd, os.Stderr)
	}
	return func(j transcript.Job) (transcript.Stage, error) { return chunk.New(o, j), nil }, nil
}

// checkChunk returns a usage error for flags that cannot be meant.
func checkChunk(v flags.Values) error {
	filter := v.String("filter") != ""
	switch {
	case v.Int("parts") == 0 && v.Int("max-tokens") == 0:
		return usageHint("how large may a chunk be?", "give --parts N or --max-tokens N")
	case v.Int("parts") > 0 && v.Int("max-tokens") > 0:
		return Usagef("--parts and --max-tokens exclude each other")
	case v.IsSet("filter") && !filter:
		return Usagef("--filter: there is no command")
	case filter && v.IsSet("out-dir"):
		return Usagef("--filter and --out-dir exclude each other: one changes the transcript, the other cuts it")
	case v.Bool("diff"):
		return usageHint("-d is not for tr-chunk", "a list of chunks is no change, and CMD of --filter is not run to look")
	case v.IsSet("out-dir") && (v.Bool("check") || v.Bool("list")):
		return Usagef("--out-dir and -c, -l exclude each other: these write nothing")
	case !filter && v.Bool("write"):
		return usageHint("-w without --filter would replace the transcript by a list of chunks", "write chunks with --out-dir")
	}
	return checkFilterOnly(v, filter)
}

// checkFilterOnly returns a usage error for flags that mean nothing without
// --filter.
func checkFilterOnly(v flags.Values, filter bool) error {
	for _, name := range []string{"rejects", "oversized", "keep-last", "keep-first", "keep-system", "keep-user"} {
		if !filter && v.IsSet(name) {
			return Usagef("--%s is for --filter", name)
		}
	}
	return nil
}

// interrupted returns a context that ends with the first SIGINT, SIGTERM or
// SIGHUP; a second one has its usual effect. Signals that are ignored, as under
// nohup, stay so.
func interrupted() (goctx.Context, goctx.CancelFunc) {
	var signals []os.Signal
	for _, sig := range atomicfile.Endings() {
		if !signal.Ignored(sig) {
			signals = append(signals, sig)
		}
	}
	if len(signals) == 0 { // none would mean all
		return goctx.WithCancel(goctx.Background())
	}
	ctx, stop := signal.NotifyContext(goctx.Background(), signals...)
	goctx.AfterFunc(ctx, stop)
	return ctx, stop
}
