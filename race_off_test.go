//go:build !race

package trtools

const slow = false
