// Package history knows what a transcript says to a model: which of its records
// are live, in what order a request would hold them, which records are one
// message, and which messages must not be torn apart.
//
// An Index is pushed the records of an input, in one pass, whatever their
// format is. Formats whose records name their parents are a tree; all others
// are made one: each record hangs on the one before it, a rollback goes on from
// an earlier one, and a compaction begins a new root. Live then walks from the
// leaf to the root. No other package decides what is live.
//
// What is kept of a record is small: about 50 bytes, calls and results
// included. The index holds no pointers and grows in chunks, so that a large
// file costs neither copies nor work for the garbage collector.
package history
