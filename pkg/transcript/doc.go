// Package transcript sees and edits the records of LLM agents' transcripts
// without touching other bytes.
//
// A transcript is JSONL. Run reads it, cuts it into Records and pushes them to
// a Stage; a Record holds the raw bytes of its line and is scanned only when
// its structure is asked for. A Stage pushes records to the next Stage, and the
// last one is usually a Writer. What a stage learns it reports as Findings. A
// record that changes is edited by replacing spans of its bytes; no record is
// ever decoded and marshalled again.
//
// Each stage is a package below this one: pair, budget, microcompact, classify,
// recover, chunk, prune and stat. The packages they share are there as well: outline
// finds the structure of one JSON text, tokens estimates the size of a text,
// and spill keeps the full texts of what was cut. None of these packages prints
// anything, ends the process or keeps mutable globals.
package transcript
