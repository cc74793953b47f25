// Package docs holds the documents that the commands print.
package docs

import (
	_ "embed"
	"strings"
)

//go:embed codes.md
var codes string

// Code returns what there is to know of a code of findings, in Markdown that reads
// well as it is; false if there is no such code.
func Code(name string) (string, bool) {
	_, text, found := strings.Cut(codes, "\n## "+name+"\n")
	if !found {
		return "", false
	}
	text, _, _ = strings.Cut(text, "\n## ")
	return name + "\n" + strings.TrimRight(text, "\n") + "\n", true
}
