package mend

import "trtools/pkg/transcript/outline"

// Close ends what is open at the end of a JSON text.
func Close(text string) string {
	var s machine
	if s.feed([]byte(text)); s.isInString() {
		text += `"`
	}
	return text + string(s.closers())
}

// Members reads the members that are whole of a record that was cut off. It reports
// whether there are any.
func Members(torn []byte, doc *outline.Doc) bool {
	var s machine
	whole := 0
	for i := range torn {
		if _, how := s.feed(torn[i : i+1]); how != More {
			break
		}
		if s.state == after && len(s.open) == 1 && s.top == '{' {
			whole = i + 1
		}
	}
	return whole > 0 && doc.Parse(append(torn[:whole:whole], '}')) == nil
}
