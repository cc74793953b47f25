package classify

import (
	"strconv"
	"strings"
)

// escape finds an escape of JSON or Python. A run of backslashes is one escape however long
// it is: every level of quoting doubles it.
var escape = lazy("\\\\+(?:[nrt\"'/`]|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2})?")

// decodeEscapes replaces escapes.
func decodeEscapes(s string) string {
	return escape().ReplaceAllStringFunc(s, func(e string) string {
		switch e = strings.TrimLeft(e, `\`); {
		case e == "":
			return `\`
		case e == "n" || e == "r":
			return "\n"
		case e == "t":
			return " "
		case e[0] == 'x':
			b, _ := strconv.ParseUint(e[1:], 16, 8)
			return string([]byte{byte(b)})
		case e[0] == 'u':
			r, _ := strconv.ParseUint(e[1:], 16, 32)
			return string(rune(r))
		}
		return e
	})
}
