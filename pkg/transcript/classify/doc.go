// Package classify says which API error a text is, and what to do next.
//
// Classify is a pure function. It unwraps what clients put around an error
// (JSON in JSON, a Python repr, an SSE line, an HTML page, a terminal's line
// wraps), asks one table of rules, and reads the numbers, ids and waiting times
// that the text states.
//
// The table is data: a row has a class, a pattern, a public source and an
// example. Rows are asked in order: the structured codes and the sentences of
// providers come first, then words that many programs share, last the bare
// HTTP status. A text that only talks about errors (a README, source code, a
// test run, a question) is class none: see veto.go.
package classify
