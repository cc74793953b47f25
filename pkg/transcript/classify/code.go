package classify

import "strings"

// Source code is full of the sentences of errors. It is told by its lines: one sign in a
// line may be chance, as errors quote calls and members; two are not.

// signsOfCode are what lines of code have and lines of errors rarely do; isMember tells one more.
var signsOfCode = []*lazyRegexp{
	lazy(`^\s*(?:case|if|else|elif|elsif|return|for|while|switch|let|const|var|val|def|fn|func|class|throw|raise|import|assert\w*|expect|describe|it|test|public|private|static|async|await|using|namespace|impl|pub|match|except|finally|property|export|struct|enum|type|package|begin|when|of|unless|yield)\b.*[(){}\[\];=:]`),
	lazy(`;\s*(?:(?://|#|/\*).*)?$`),
	lazy(`(?:\w|\))[\[({]\s*$|=>\s*[({]?\s*$|\)\s*\{\s*$`),
	lazy(`\w(?:\.|->|::)\w+\(|\bnew \w+\(|\b\w+\(['"]|\)\.\w+\(`),
	lazy(`(?:^|[^\]=\s])\s?=>|->|[^=!<>]==[^=]|!=|&&|\|\||\+=|:=|<-|===`),
	lazy(`^\s*(?://|/\*|\*[ /]|#[ \[!]|@\w+|--\s|"{3}|'{3}|;;|<!--)|\s(?://|#) \w`),
	lazy(`^\s*(?:\[\w+\(.*\)\]|#!?\[\w.*\])\s*$`),
	lazy(`^\s*(?:#!?\[\w|\[\w+\(["'\d]|[}\])]+[;)]+\s*,?\s*$)`),
	lazy(`^\s*\[(?:'[^']*'|"[^"]*")(?:, (?:'[^']*'|"[^"]*"))+\],?\s*$`),
	lazy(`^\s*(?:\w+\()?['"][^'"]*['"]\)?,\s*(?:(?://|#).*)?$`),
	lazy(`\)\s*,\s*$|\b(?:self|this)\.\w|\barray\[|\$\{\w|\bf"|\berr(?:or)?\.\w+`),
	lazy(`^\s*\w+\s*:\s*\w[\w\[\], .]*\s*=\s*\S`),
	lazy(`^\s*(?:notes|description|label|title|help|name|text|expected|pattern|regex|hint|reason)\s*[=:]\s*['"(]`),
}

// isMember reports whether a line gives a member of an object a value, other than those that
// Node prints of an error.
func isMember(line string) bool {
	m := member.get().FindStringSubmatch(line)
	return m != nil && !printed.get().MatchString(m[1])
}

var (
	member  = lazy(`^\s*(\w+): ?(?:["'(\[\d]|true|false|null|nil|none).*,\s*$`)
	printed = lazy(`^(?:message|msg|type|code|params?|status\w*|error\w*|err\w*|name|details?|reason|cause|request_?id|url|headers|data|body|syscall|hostname|address|port|date|server|via)$`)
)

// announced finds a line that says of itself that it is an error. No code that quotes one
// begins so.
var announced = lazy(`^[^\w#@]*(?:[\w.:/-]*(?:error|exception)\b(?: \w+){0,3}(?::|\(["'])|api error|http[ /]|[45]\d\d\b|caused by|fatal|panic|traceback|\{ ?"|data: |event: )`)

// isCode reports whether the line of a place, together with those around it, has the
// signs of source code.
func (vw *view) isCode(p place) bool {
	own := vw.lines[p.first]
	if len(own) > 600 || isAnnounced(own) || vw.isTraced(p) {
		return false
	}
	if vw.signsOn(p.first) >= 2 {
		return true
	}
	total := 0
	for i := max(0, p.first-3); i <= min(len(vw.lines)-1, p.last+3); i++ {
		if line := vw.lines[i]; len(line) <= 600 && !isAnnounced(line) {
			total += vw.signsOn(i)
		}
	}
	return total >= 3 && vw.signsOn(p.first) > 0 || total >= 4
}

// isAnnounced reports whether a line announces an error, and is no item of a list of texts.
func isAnnounced(line string) bool {
	return announced.get().MatchString(line) && !textItem.get().MatchString(line)
}

var textItem = lazy(`^\s*(?:"[^"]*"|'[^']*'),\s*$`)

// signsOf counts the signs of code in a line.
func signsOf(line string) (n int) {
	if strings.TrimSpace(line) == "" {
		return 0
	}
	if isMember(line) {
		n++
	}
	for _, sign := range signsOfCode {
		if sign.get().MatchString(line) {
			n++
		}
	}
	return n
}

// signsOn counts the signs of code in a source line. Many places ask about the same lines, so
// what was counted is kept.
func (vw *view) signsOn(line int) int {
	n, known := vw.signs[line]
	if !known {
		if vw.signs == nil {
			vw.signs = map[int]int{}
		}
		n = signsOf(vw.lines[line])
		vw.signs[line] = n
	}
	return n
}

// codeWeight is how much the signs of code in the line of a place weigh, and those around
// it. One sign may be chance.
func (vw *view) codeWeight(p place) int {
	own, around := 0, 0
	for i := max(0, p.first-3); i <= min(len(vw.lines)-1, p.last+3); i++ {
		switch line := vw.lines[i]; {
		case len(line) > 600:
		case i == p.first:
			own = vw.signsOn(i)
		default:
			around += vw.signsOn(i)
		}
	}
	if own+around < 2 || vw.isTraced(p) {
		return 0
	}
	return 2*min(own, 3) + min(around, 4)/2
}

// isTraced reports whether the frames of a stack follow the line of a place.
func (vw *view) isTraced(p place) bool {
	return p.last+1 < len(vw.lines) && stackFrame.get().MatchString(vw.lines[p.last+1])
}

var stackFrame = lazy(`^\s*["']?\s+at (?:[\w.$<>\[\] ]+ )?\(?(?:[\w@:/\\.-]*[/\\:][\w@:/\\.-]*|<anonymous>|native)`)
