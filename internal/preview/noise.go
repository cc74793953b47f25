package preview

import "bytes"

// MayBeNoisy reports whether a JSON string may hold escape sequences or carriage
// returns that StripTerminalNoise would remove.
func MayBeNoisy(quoted []byte) bool {
	return bytes.Contains(quoted, []byte(`\u001b`)) || bytes.Contains(quoted, []byte(`\u001B`)) || bytes.Contains(quoted, []byte(`\r`))
}

// StripTerminalNoise returns a text without the escape sequences of terminals
// (ECMA-48) and without the text that a terminal overwrites after a carriage
// return. Line endings stay as they are.
func StripTerminalNoise(text []byte) []byte {
	out := make([]byte, 0, len(text))
	line := 0 // where the line begins in out
	for i := 0; i < len(text); {
		switch c := text[i]; {
		case c == 0x1b:
			i += sequence(text[i:])
			continue
		case c == '\n':
			line = len(out) + 1
		case c == '\r' && !endsHere(text[i:]):
			out = out[:line]
			i++
			continue
		}
		out = append(out, text[i])
		i++
	}
	return out
}

// endsHere reports whether nothing is written over a line after its carriage
// returns, so that they are part of its line ending.
func endsHere(b []byte) bool {
	b = bytes.TrimLeft(b, "\r")
	return len(b) == 0 || b[0] == '\n'
}

// sequence returns the length of the escape sequence that b begins with.
func sequence(b []byte) int {
	if len(b) < 2 {
		return len(b)
	}
	switch c := b[1]; {
	case c == '[':
		return controlSequence(b)
	case c == ']' || c == 'P' || c == '_' || c == '^':
		return controlString(b)
	case c < 0x20 || c >= 0x7f:
		return 1
	}
	return 2
}

// controlSequence returns the length of a CSI: parameters, intermediates, a final
// byte.
func controlSequence(b []byte) int {
	for i := 2; i < len(b); i++ {
		switch c := b[i]; {
		case 0x40 <= c && c <= 0x7e:
			return i + 1
		case c < 0x20 || c > 0x3f:
			return i
		}
	}
	return len(b)
}

// controlString returns the length of a string that BEL or ST ends, or the line.
func controlString(b []byte) int {
	for i := 2; i < len(b); i++ {
		switch {
		case b[i] == 0x07:
			return i + 1
		case b[i] == 0x1b && i+1 < len(b) && b[i+1] == '\\':
			return i + 2
		case b[i] == '\n' || b[i] == 0x1b:
			return i
		}
	}
	return len(b)
}
