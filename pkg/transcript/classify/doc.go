// Package classify says which API error a text is, and what to do next.
//
// Classify is a pure function. It unwraps what clients put around an error
// (JSON in JSON, a Python repr, an SSE line, an HTML page, a terminal's line
// wraps), asks one table of rules, and reads the numbers, ids and waiting times
// that the text states.
//
// The table is data: a row has a class, a pattern, a public source and an
// example. Rows are asked in order: the codes and the sentences that say what is
// wrong come first, then words that many programs share, then generic codes,
// last the bare HTTP status. The literals that a text must hold before a pattern
// is tried are derived from the pattern: see keys.go. A place that only talks
// about errors (a README, source code, a test run, a question) is none: see
// veto.go; what is judged is the lines around the place, see place.go. What no veto
// foresees is weighed, with weights fitted to labelled texts: see likely.go. Explain
// says what became of each row.
//
// Other languages than English have three tables: sentences.tsv has what translated clients
// show, as it stands in their catalogues; rows of the strength Local know two words of a
// sentence, and concepts.tsv judges the others (see local.go); and what no row knows is
// understood by the concepts alone (see grammar.go).
//
// Where no row stands, or one that proves little, the words of the whole text decide, with
// weights fitted to labelled texts: see words.go.
package classify
