package dialect

import "trtools/pkg/transcript/tokens"

// SizeOf returns what result k adds to the chars and the tokens of its record.
func (v *View) SizeOf(m tokens.Model, k int) (chars, estimated int) {
	chars = leafChars(v.Results[k].Content)
	if m == tokens.Chars4 {
		return chars, tokens.OfChars(chars)
	}
	return chars, m.Call() + valueTokens(m, v.Results[k].Content)
}

// SizeBeside returns the chars and the tokens of a record without its results.
func (v *View) SizeBeside(m tokens.Model) (chars, estimated int) {
	rest := *v
	rest.Results = nil
	return rest.Chars(), rest.Tokens(m)
}

// String returns the role as transcripts call it.
func (r Role) String() string {
	return [...]string{"none", "system", "user", "assistant", "tool", "unknown"}[r]
}
