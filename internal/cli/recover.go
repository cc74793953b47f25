package cli

import (
	"trtools/pkg/transcript"
	"trtools/pkg/transcript/dialect"
	"trtools/pkg/transcript/recover"
	"trtools/pkg/transcript/spill"
)

// Recover is tr-recover.
var Recover = Command{
	Name:    "tr-recover",
	Summary: "make a history fit again that an API rejected for its size",
	Help: `Level 1 repairs pairs as tr-pair does, cuts tool results as tr-budget does with half its limits, and cuts the model's own texts over 5000 chars. Level 2 keeps the system prompt and the last 10 messages, level 3 the last 4, with every text cut to 4000 chars but the newest of the user. The first and the newest message of the user always stay, calls keep their results, and each level includes the one before.

Without --level it is the lowest level that reaches the targets, or after a verdict of tr-classify in the stream the level of its attempt: the first failure level 1, the second level 2. Verdicts are taken out again. Without a target or a verdict nothing changes.

--max-payload acts before a request is sent: from 85% of it on. A history that does not fit even at level 3 is left as it is, with exit status 1. Sizes are those of the messages that a request would hold, not of the file: chars (Unicode code points), tokens (a quarter of that), or bytes.

The model is told of what happened by one message in the user's role: what to do about large requests after one was rejected by a proxy, and that messages were dropped.`,
	Examples: []Example{
		{"tr-classify --error-file err.json --attempt 1 h.jsonl | tr-recover >h2.jsonl", "after an error"},
		{"tr-recover --max-payload 5MB h.jsonl", "before a request, behind a proxy"},
		{"tr-recover -c --max-tokens 200k session.jsonl", "would it fit?"},
		{"tr-recover -w --level 2 session.jsonl", "shorten a session; the old file is kept"},
	},
	Dialects: dialect.Names(),
	Flags: []Flag{
		{Name: "level", Kind: Enum, Default: "auto", Choices: []string{"auto", "1", "2", "3"}, Help: "how far to go"},
		{Name: "max-chars", Kind: Count, Help: "target: chars of text, call arguments and results"},
		{Name: "max-tokens", Kind: Count, Env: []string{"TR_CONTEXT_WINDOW", "CHATCLI_CONTEXT_WINDOW"},
			Help: "target: tokens, estimated as chars/4"},
		{Name: "max-payload", Kind: Size, Unit: 1_000_000, Env: []string{"TR_MAX_PAYLOAD", "CHATCLI_MAX_PAYLOAD"},
			Help: "target: bytes of the messages; a bare 5 is 5MB"},
		{Name: "keep", Kind: Count, Default: "10", Env: []string{"TR_EMERGENCY_KEEP_MESSAGES", "CHATCLI_EMERGENCY_KEEP_MESSAGES"},
			Help: "messages that level 2 keeps"},
		{Name: "attempt", Kind: Count, Meta: "K", Help: "this is the K-th failure in a row; else the verdict says it, or it is the first"},
		{Name: "max-attempts", Kind: Count, Default: "3", Env: []string{"TR_MAX_RECOVERY_ATTEMPTS", "CHATCLI_MAX_RECOVERY_ATTEMPTS"},
			Help: "after so many failures leave the history as it is and exit 1"},
		{Name: "continue", Help: "ask the model to go on, behind an answer that was cut off"},
		{Name: "max-result-chars", Kind: Count, Default: "20000", Env: []string{"TR_TOOL_RESULT_MAX_CHARS", "CHATCLI_TOOL_RESULT_MAX_CHARS"},
			Help: "limit of a tool result, of which the levels take half"},
		{Name: "max-turn-chars", Kind: Count, Default: "200000", Env: []string{"TR_TOOL_RESULT_BUDGET_CHARS", "CHATCLI_TOOL_RESULT_BUDGET_CHARS"},
			Help: "the same for all results of a turn"},
		spillFlag("keep the full texts of tool results in DIR; nobody else may be able to write there"),
		{Name: "no-spill", Help: "do not keep them: what is cut is gone"},
	},
	Setup: setupRecover,
}

func setupRecover(v Values) (Factory, error) {
	if err := checkSpill(v); err != nil {
		return nil, err
	}
	o := recover.Options{
		Level:    int(choice[uint8](v, "level", "auto", "1", "2", "3")),
		MaxChars: v.Int("max-chars"), MaxTokens: v.Int("max-tokens"), MaxPayload: v.Int("max-payload"),
		Keep: small(v, "keep"), Attempt: small(v, "attempt"), MaxAttempts: small(v, "max-attempts"),
		Continue: v.Bool("continue"), Result: small(v, "max-result-chars"), Turn: small(v, "max-turn-chars"),
	}
	return func(j transcript.Job) (transcript.Stage, error) {
		o := o
		if !v.Bool("no-spill") {
			o.Store = func(dry bool) *spill.Store {
				j := j
				j.DryRun = j.DryRun || dry
				return storeFor(v, j)
			}
		}
		return recover.New(o, j), nil
	}, nil
}

// small returns a count that is used as an int and multiplied.
func small(v Values, name string) int { return int(min(v.Int(name), 1<<30)) }
