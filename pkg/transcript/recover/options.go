package recover

import (
	"cmp"
	"io"

	"trtools/internal/document"
	"trtools/pkg/transcript"
	"trtools/pkg/transcript/budget"
	"trtools/pkg/transcript/microcompact"
	"trtools/pkg/transcript/spill"
	"trtools/pkg/transcript/tokens"
)

// Options say what is asked for. The zero value is what tr-recover does without flags,
// but keeps no full texts. Zero limits are off.
type Options struct {
	Level      int   // 1 to 3, 0 for the lowest that does
	MaxChars   int64 // targets: chars,
	MaxTokens  int64 // estimated tokens,
	MaxPayload int64 // and bytes of the messages

	Estimate tokens.Model // how tokens are estimated

	// For is where the history will be sent, API or API/MODEL as the flag --for has it: what
	// that API refuses is repaired as tr-pair does. "", or a name that ParseTarget of package
	// pair does not take, stands for what the input tells.
	For string

	Keep        int // messages that level 2 keeps, 0 for 10, negative for none; level 3 keeps four of them at most
	Attempt     int // how many recoveries were tried for this request, this one included; 0: what the verdict says, or one
	MaxAttempts int // after so many nothing is tried any more; 0 for 3, negative for none
	Continue    bool

	Result int // chars that a tool result may have before the level's share of it is taken, 0 for 20,000
	Turn   int // and all results of a turn, 0 for 200,000

	Store *spill.Store // keeps the full texts of results; nil to keep none

	tools transcript.Globs // whose results age leaves alone
}

// Recover reads a transcript from r, lines of JSON or one JSON document, and writes to w
// what of it fits. It returns what it found: an error among the findings that is left
// (transcript.Finding.Open) means that the history was passed on as it is. Errors are
// those of reading and writing.
func Recover(r io.Reader, w io.Writer, o Options) (found []transcript.Finding, err error) {
	return document.Of(New, o).Run(r, w)
}

// RecoverBytes is Recover for messages in memory: JSON Lines, or a JSON document such as an array
// of messages or the body of a request. What it returns is of the same kind; data stays as
// it is.
func RecoverBytes(data []byte, o Options) (out []byte, found []transcript.Finding, err error) {
	return document.Of(New, o).Bytes(data)
}

// The figures of the levels and of the payload limit, from the tools that this stage
// follows.
const (
	defaultKeep     = 10
	defaultAttempts = 3

	half          = 50 // percent of the budgets at every level,
	preflight     = 40 // and after a pre-flight
	threshold     = 85 // percent of the payload limit from which on a pre-flight acts,
	headroom      = 70 // and down to which it goes
	assumed       = 4_000_000
	hintFrom      = 2_500_000
	longAnswer    = 5_000 // chars of the model's own text at levels 1 and 2
	longText      = 4_000 // of any text at level 3
	keepNuclear   = 4
	lastLevel     = 3
	answerQuarter = 4 // a cut text shows three quarters of head to one of tail
)

// shares are the percent of a history that the first, second and third attempt leave where
// the error does not say by how much the history is too large.
var shares = [lastLevel + 1]int64{1: 87, 2: 75, 3: 50}

// margin is how many percent of a token limit that an error names stay free: the
// estimate is only scaled by the error's number, and what else was in the request is
// not known. Every failure adds as much again, up to maxMargin.
const (
	margin    = 5
	maxMargin = 25
)

// filled returns the options with their defaults.
func (o Options) filled() Options {
	o.Keep = max(0, cmp.Or(o.Keep, defaultKeep))
	o.MaxAttempts = max(0, cmp.Or(o.MaxAttempts, defaultAttempts))
	o.Result = max(0, cmp.Or(o.Result, budget.DefaultResult))
	o.Turn = max(0, cmp.Or(o.Turn, budget.DefaultTurn))
	o.tools = microcompact.DefaultKeep()
	return o
}

// caps are limits in chars, of tool results and of messages' own texts, where 0 is none, and
// what goes beside.
type caps struct {
	result, turn int
	answer       int  // of the model's own text, where none is said for any text,
	text         int  // of any text,
	newest       int  // of one of the user's newest message,
	arguments    int  // and of a string among the arguments of a call
	images       bool // every image but the newest is replaced by a word
	reasoning    bool // that of turns which are over goes
	pressed      bool // these are not those of a level: see presses
}

// caps returns the limits of a level.
func (o *Options) caps(n *need, level int) caps {
	c := caps{
		result: int(int64(o.Result) * n.ratio / 100), turn: int(int64(o.Turn) * n.ratio / 100), answer: longAnswer,
		images: level > 1, reasoning: level > 1,
	}
	if level == lastLevel {
		c.result, c.text = min(c.result, longText), longText
	}
	return c
}
