// Command classify says what an API's error is, and what to do about it.
package main

import (
	"fmt"
	"os"
	"strings"

	"trtools/pkg/transcript/classify"
)

func main() {
	v := classify.Classify(classify.Input{Text: strings.Join(os.Args[1:], " ")})
	switch v.Action {
	case classify.Shrink:
		fmt.Printf("%s: shrink the history, then send it again\n", v.Class)
	case classify.Wait, classify.Retry:
		fmt.Printf("%s: send the same request again\n", v.Class)
	default:
		fmt.Printf("%s: %s\n", v.Class, v.Action)
	}
}
