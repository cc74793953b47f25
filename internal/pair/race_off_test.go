//go:build !race

package pair

// mostAllocations is what a small input may cost.
const mostAllocations = 42
