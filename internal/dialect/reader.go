package dialect

// Reader is what the reader of a format makes of pairs that are not whole.
type Reader struct {
	Missing, Orphan, DuplicateResult Reaction // a call without a result, a result without a call, a second result of a call
	DuplicateCall                    Reaction // a second call with the id of another one in its message
	Ends                             bool     // it may end with calls
	Pairs                            bool     // nothing is sent again: what it says of pairs is all there is to judge
	Beside                           bool     // a result stands in the message of its call, or is none of its
}

// Reaction is what a reader does, and what that means for the history.
type Reaction struct {
	Does     string // "" if nobody knows
	Survives bool   // the history goes on all the same
	Legal    bool   // it is no damage
}
