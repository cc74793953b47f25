//go:build !unix

package usertest

import "testing"

// Unprivileged runs f.
func Unprivileged(t *testing.T, f func(t *testing.T)) { f(t) }
