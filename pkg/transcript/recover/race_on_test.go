//go:build race

package recover_test

// slow says that everything takes ten times as long.
const slow = true
