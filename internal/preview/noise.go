package preview

import "bytes"

// MayBeNoisy reports whether a JSON string may hold escape sequences or carriage
// returns that StripTerminalNoise would remove.
func MayBeNoisy(quoted []byte) bool {
	return bytes.Contains(quoted, []byte(`\u001b`)) || bytes.Contains(quoted, []byte(`\u001B`)) || bytes.Contains(quoted, []byte(`\r`))
}

// An escape sequence of a terminal (ECMA-48), to its end or to where it is cut off: one with
// parameters, a string that BEL or ST ends, or a single character. And what is written over on
// a line, with the first character of what is written there.
var (
	escape      = lazy(`\x1b(?:\[[ -?]*[@-~]?|[]P_^][^\x07\x1b\n]*(?:\x07|\x1b\\)?|[ -~])?`)
	overwritten = lazy(`[^\n]*\r([^\r\n])`)
)

// StripTerminalNoise returns a text without escape sequences and without the text that a
// terminal overwrites after a carriage return. Line endings stay as they are.
func StripTerminalNoise(text []byte) []byte {
	return escape().ReplaceAll(overwritten().ReplaceAll(text, []byte("$1")), nil)
}
