// Package recover makes a history fit again that an API rejected for its size:
// the stage of tr-recover.
//
// It reads the input to its end and keeps an index (package history). What the
// stream's verdict or the targets ask for (need.go) decides which levels are
// tried. A draft of the history is made by chaining the stages of tr-pair and
// tr-budget in this process (draft.go), its messages are weighed (survey.go),
// and the lowest level that fits becomes a plan (shrink.go, place.go) that is
// carried out on the draft. A ledger remembers for every line of the draft what
// it was in the input, so that what was not touched comes out as it went in.
package recover
