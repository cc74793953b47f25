package dialect

// told is what formats have in common that are written for people and programs, and from
// which no request is made: their pairs are told and nothing is put in or taken out.
type told struct{ base }

// Result writes nothing, because no result may be made up.
func (told) Result(NewResult) []byte { return nil }

// toldRules are their rules.
func toldRules(name string) Rules { return Rules{Name: name, Told: true} }
