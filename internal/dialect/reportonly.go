package dialect

// reportOnly is what formats have in common that are written for people and programs, and from
// which no request is made: faults of their pairs are reported, and nothing is put in or taken out.
type reportOnly struct{ base }

// Result writes nothing, because no result may be made up.
func (reportOnly) Result(NewResult) []byte { return nil }

// reportOnlyRules returns the rules of such a format, with what is known of its reader, nil
// for nothing.
func reportOnlyRules(name string, reader *Reader) Rules {
	return Rules{Name: name, ReportOnly: true, Reader: reader}
}

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
