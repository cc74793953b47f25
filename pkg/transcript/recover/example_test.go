package recover_test

import (
	"bytes"
	"fmt"
	"strings"

	"trtools/pkg/transcript/recover"
)

func ExampleRecover() {
	history := `{"role":"user","content":"Read all files"}` + "\n"
	for i := range 6 {
		history += fmt.Sprintf(`{"role":"assistant","content":"File %d: %s"}`, i+1, strings.Repeat("words ", 200)) + "\n"
		history += `{"role":"user","content":"And the next one"}` + "\n"
	}
	var fits bytes.Buffer
	found, err := recover.Recover(strings.NewReader(history), &fits, recover.Options{MaxChars: 4000})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, f := range found {
		fmt.Println(f.Line, f.Code, f.Action)
	}
	for line := range strings.Lines(fits.String()) {
		fmt.Println(line[:min(len(line)-1, 60)])
	}
	// Output:
	// 1 notice inject
	// 2 dropped-messages remove
	// {"role":"user","content":"Read all files"}
	// {"role":"user","content":"And the next one"}
	// {"role":"assistant","content":"File 4: words words words wor
	// {"role":"user","content":"And the next one"}
	// {"role":"assistant","content":"File 5: words words words wor
	// {"role":"user","content":"And the next one"}
	// {"role":"assistant","content":"File 6: words words words wor
	// {"role":"user","content":"And the next one"}
	// {"role":"user","content":"[SYSTEM NOTICE - HISTORY SHORTENED
}
