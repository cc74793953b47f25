package recover

import "trtools/pkg/transcript/spill"

// Options say what is asked for. Zero limits are off.
type Options struct {
	Level      int   // 1 to 3, 0 for the lowest that does
	MaxChars   int64 // targets: chars,
	MaxTokens  int64 // tokens, estimated as a quarter of that,
	MaxPayload int64 // and bytes of the messages

	Keep        int // messages that level 2 keeps; level 3 keeps four of them at most
	Attempt     int // how many requests failed in a row; 0: what the verdict says, or one
	MaxAttempts int // after so many nothing is tried any more
	Continue    bool

	Result int // chars that a tool result may have, before the level's ratio
	Turn   int // and all results of a turn

	// Store returns where full texts of results are kept; nil to keep none. With
	// dry nothing is written there.
	Store func(dry bool) *spill.Store
}

// Default returns the options of tr-recover without flags, and without a store.
func Default() Options {
	return Options{Keep: 10, MaxAttempts: 3, Result: 20_000, Turn: 200_000}
}

// What the levels and the payload limit are made of, from the seeds.
const (
	half          = 50 // percent of the budgets at every level,
	preflight     = 40 // and after a pre-flight
	threshold     = 85 // percent of the payload limit from which on a pre-flight acts
	assumed       = 4_000_000
	hintFrom      = 2_500_000
	longAnswer    = 5_000 // chars of the model's own text at levels 1 and 2
	longText      = 4_000 // of any text at level 3
	keepNuclear   = 4
	lastLevel     = 3
	answerQuarter = 4 // a cut text shows three quarters of head to one of tail
)
