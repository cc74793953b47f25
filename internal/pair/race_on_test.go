//go:build race

package pair

// mostAllocations is what a small input may cost: the race detector has pools lose some of
// what they are given.
const mostAllocations = 60
