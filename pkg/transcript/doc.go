// Package transcript sees and edits the records of LLM agents' transcripts
// without touching other bytes.
//
// For messages in memory, a stream or a file, begin with the packages below this one, one
// for each command: pair.RepairBytes gives every tool call one result, budget.CutBytes cuts
// large results, microcompact.CompactBytes old ones, prune.PruneBytes removes the oldest
// messages, recover.RecoverBytes makes a history fit again, classify.Classify says what an
// API's error means, stat.Messages what a transcript holds, chunk.List where to cut it. Each
// takes JSON Lines, an array of messages or the body of a request, and returns the same kind.
// This package is for chaining their stages, and for writing one.
//
// A transcript is JSONL. Run reads it, cuts it into Records and pushes them to
// a Stage; a Record holds the raw bytes of its line and is scanned only when
// its structure is asked for. A Stage pushes records to the next Stage, and the
// last one is usually a Writer. What a stage learns it reports as Findings. A
// record that changes is edited by replacing spans of its bytes; no record is
// ever decoded and marshalled again.
//
// The packages that the stages share are below this one as well: outline finds the
// structure of one JSON text, tokens estimates the size of a text, and spill keeps the full
// texts of what was cut. None of these packages prints
// anything, ends the process or keeps mutable globals.
package transcript
