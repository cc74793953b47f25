// Package transcript sees and edits the records of LLM agents' transcripts
// without touching other bytes.
//
// A transcript is JSONL: a Reader cuts it into Records, which hold raw bytes
// and are scanned only when a view is asked for. A Stage is pushed records and
// pushes records to the next one; what it learns it reports as Findings. A
// record that changes is edited by replacing byte ranges of its text; nothing
// is ever decoded and marshalled again.
//
// The packages below this one have one room each: outline sees the structure
// of one JSON text, dialect knows the formats, and every stage has a package
// of its own name. Nothing in this tree prints, exits or keeps globals.
package transcript
