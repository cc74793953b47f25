// Package tokens estimates how many tokens a model reads in a text, without its
// tokenizer.
//
// A tokenizer cuts a text into runs of letters, digits, spaces and punctuation
// and looks each one up. What that costs can be guessed from the runs alone: a
// short word is one token, a random string one for every two letters, a Chinese
// character about one. The estimate walks the bytes through a state machine that
// knows what kind of run it is in and how long that is; each step adds a weight.
// The weights were fitted to real tokenizers over real sessions and a list of
// content types, so that the sum is rarely below the larger of them:
// testdata/tokens says how.
//
// The same machine reads the bytes of a JSON string as they are spelled: an
// escape costs what its character costs. Nothing is decoded or allocated.
package tokens

// Model is a way to estimate.
type Model uint8

const (
	// Calibrated is the estimate that was fitted to tokenizers. It is meant to
	// be a little too high rather than too low.
	Calibrated Model = iota
	// Chars4 is a quarter of the chars, rounded up. Images and thinking have none.
	Chars4
)

// Names returns the names of the models, that of the zero Model first.
func Names() []string { return []string{"calibrated", "chars4"} }

// Named returns the model of a name, Calibrated for every other one.
func Named(name string) Model {
	if name == "chars4" {
		return Chars4
	}
	return Calibrated
}

// What a request adds around texts: roles, separators and the frame of a call,
// as the providers' own counts show it.
const (
	perMessage = 4
	perCall    = 8
)

// Message returns the tokens of a message beside its texts.
func (m Model) Message() int {
	if m == Chars4 {
		return 0
	}
	return perMessage
}

// Call returns the tokens of a tool call or of a tool result beside its texts.
func (m Model) Call() int {
	if m == Chars4 {
		return 0
	}
	return perCall
}
