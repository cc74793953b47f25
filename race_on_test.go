//go:build race

package trtools

// slow says that everything takes ten times as long.
const slow = true
