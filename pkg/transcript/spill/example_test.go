package spill_test

import (
	"fmt"
	"os"
	"path/filepath"

	"trtools/pkg/transcript/spill"
)

// A text is kept in a file that only its owner can read, named by what the text is.
func ExampleStore() {
	dir, err := os.MkdirTemp("", "spill")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	store := spill.New(filepath.Join(dir, "tool-results"), false)
	if err := store.Put([]byte("a very long result")); err != nil {
		fmt.Println(err)
		return
	}
	kept, err := os.ReadFile(store.Path([]byte("a very long result")))
	fmt.Printf("%s %v\n", kept, err)
	// Output:
	// a very long result <nil>
}
