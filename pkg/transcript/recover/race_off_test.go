//go:build !race

package recover_test

const slow = false
