// Package plan is what a stage is going to do to an input that it has read: which
// records go, move, change, or are put in, and why. Nothing is written before
// everything is planned.
//
// A plan is small: it holds what is to be done, and the texts are made when they
// are asked for. It has layers: what is planned in one layer is seen as done by
// the next, so that one stage's plan is the input of another stage without being
// written in between. Replay gives the history of the planned result.
//
// Records are known by a reference: their offset in the input, their index in a
// conversation, or a number of its own for a record that is put in.
package plan
