package cli

import (
	"io"
	"os"
	"strconv"

	urfave "github.com/urfave/cli/v2"

	"trtools/pkg/transcript/classify"
)

// Classify is tr-classify.
var Classify = Command{
	Name:    "tr-classify",
	Summary: "identify an API error and say what to do about it",
	Help: `Records of a transcript that are errors of an API, or answers that were cut off, get a member "classification"; everything else passes. With --error or --error-file a record of that error is appended, so that an agent's loop can pass on what it just received. The annotated stream is meant for the next filter, usually tr-recover, which removes the verdicts. A FILE that holds no records is read as the text of an error, as with --text. On a terminal, verdicts are printed in words, with the next command to run.

A verdict has class, recoverable (tr-recover can change the history so that the API accepts it: shrink, shrink_images and drop_reasoning), action, provider, status, limit_tokens, actual_tokens, limit_bytes, retry_after_s, ids, line, rule, confidence, attempt, and next_max_tokens for an answer that was cut. What is not known is null. The line is known if the error names a call, a result or a message of this transcript.

Actions: shrink, shrink_images, drop_reasoning, repair (tr-pair -w mends the history), wait, retry, raise_limit, fix_request, fix_account, refresh_login, give_up. --explain says what each means.

Classes: context_overflow, payload_too_large, waf_block, stream_cut, output_truncated, invalid_max_tokens, rate_limit, quota, auth, overloaded, server_error, timeout, pairing, malformed_history, content_filter, model_not_found, invalid_request, none.`,
	Examples: []Example{
		{"tr-classify err.txt", "what is this error, and what next?"},
		{"tr-classify --error-file err.json h.jsonl | tr-recover", "fit after an error"},
		{"tr-classify --only session.jsonl", "the verdicts on all errors of a session"},
		{"tr-classify -l *.jsonl", "which sessions met an error?"},
		{"tr-classify --explain err.txt", "why does it say that?"},
	},
	Flags: classifyFlags,
	Setup: setupClassify,
}

// textHint is said about an input that is an error rather than a transcript.
const textHint = "tr-classify --text reads it"

func classifyFlags() []urfave.Flag {
	return []urfave.Flag{
		&urfave.StringFlag{Name: "error", Usage: "append the error `TEXT`; not if the last record is that same error"},
		pathFlag("error-file", "the same with the content of `FILE`; the body of an answer, or what a client printed"),
		&urfave.StringFlag{Name: "status", Usage: "that error has the HTTP status `CODE`; where its text does not say it; 000, as curl prints it, if no answer came"},
		&urfave.BoolFlag{Name: "only", Usage: "write the verdicts only, one a line"},
		&urfave.BoolFlag{Name: "text", Usage: "the input is one plain text, not JSONL; write its verdict"},
		&urfave.BoolFlag{Name: "explain", Usage: "like --text, but explain the verdict; for people: which rows match, which of them decides, and what the action means"},
		&urfave.GenericFlag{Name: "context-window", Value: count(""), Usage: "the model takes `N` tokens; an answer whose usage shows that the server cut the history there is an overflow, too"},
		&urfave.GenericFlag{Name: "history-chars", Value: count(""), Usage: "`N` chars of history were sent, counted as bytes; if they are more than 500000, that is taken for the reason of a broken stream"},
		&urfave.GenericFlag{Name: "attempt", Value: count(""), Usage: "this is the `K`-th recovery, or cut answer; by default recoveries are counted from the verdicts behind the model's last answer"},
		&urfave.GenericFlag{Name: "max-tokens", Value: count(""), Usage: "the cut answer was limited to `N` tokens; next_max_tokens is twice that"},
		&urfave.GenericFlag{Name: "max-tokens-cap", Value: count(""), Usage: "next_max_tokens is at most `M`"},
		&urfave.GenericFlag{Name: "max-escalations", Value: count("2"), EnvVars: []string{"TR_MAX_TOKEN_ESCALATIONS", "CHATCLI_MAX_TOKEN_ESCALATIONS"}, Usage: "from attempt `N`+1 on there is no next_max_tokens"},
	}
}

// classifyOptions returns what the flags say.
func classifyOptions(v *urfave.Context) (classify.Options, error) {
	status, err := statusFlag(v)
	if err != nil {
		return classify.Options{}, err
	}
	o := classify.Options{
		Error: v.String("error"), Status: status, Only: v.Bool("only"), Text: readsText(v),
		Explain: v.Bool("explain"), ContextWindow: v.Int64("context-window"), TextHint: textHint,
		HistoryBytes: v.Int64("history-chars"), Attempt: int(min(v.Int64("attempt"), 1<<20)),
		MaxTokens: v.Int64("max-tokens"), MaxTokensCap: v.Int64("max-tokens-cap"),
		Escalations: zeroAsNone(int(min(v.Int64("max-escalations"), 1<<20))),
	}
	if name := v.String("error-file"); name != "" {
		o.Error, err = readError(name)
	}
	return o, err
}

// checkClassify returns a usage error for flags that cannot be meant together.
func checkClassify(v *urfave.Context) error {
	given := v.IsSet("error") || v.IsSet("error-file")
	return firstBroken(
		rule{v.Bool("write"), "-w is not for tr-classify: the annotated stream is for the next filter", "leave out -w, or write to another file with -o"},
		rule{v.IsSet("error") && v.IsSet("error-file"), "--error and --error-file exclude each other", ""},
		rule{given && v.Bool("text"), "--text and --error exclude each other: with --text the input is the error", ""},
		rule{given && v.Bool("explain"), "--explain and --error exclude each other: with --explain the input is the error", ""},
		rule{given && severalFiles(v), "an error belongs to one history", "name one FILE, or none"},
	)
}

// statusFlag returns the HTTP status that was given, 0 if none was.
func statusFlag(v *urfave.Context) (int, error) {
	given := v.String("status")
	n, err := strconv.Atoi(given)
	switch {
	case given == "":
		return 0, nil
	case err != nil || len(given) != 3 || n != 0 && n < 100 || n > 599:
		return 0, Usagef("--status: %q is no HTTP status", given)
	case n == 0:
		return classify.NoAnswer, nil
	}
	return n, nil
}

// severalFiles reports whether the command line may stand for more than one file.
func severalFiles(v *urfave.Context) bool {
	files := v.Args().Slice()
	if len(files) != 1 {
		return len(files) > 1 || v.IsSet("files0-from")
	}
	info, err := os.Stat(files[0])
	return err == nil && info.IsDir()
}

// maxErrorFile bounds what is read of an error's file, in bytes: what it is
// stands in its first lines.
const maxErrorFile = 1 << 20

func readError(name string) (string, error) {
	f, err := os.Open(name)
	if err != nil {
		return "", err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, maxErrorFile))
	if err != nil {
		return "", err
	}
	return string(text), nil
}
