package tokens_test

import (
	"fmt"

	"trtools/pkg/transcript/tokens"
)

func ExampleModel() {
	text := []byte("The quick brown fox jumps over the lazy dog.")
	fmt.Println(tokens.Calibrated.Text(text), tokens.Chars4.Text(text))
	// Output:
	// 21 11
}
