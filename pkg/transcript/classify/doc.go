// Package classify says which API error a text is, and what to do next.
//
// What is classified is what a failed call reported: a record says by its structure that it
// is an error, and a text by being given. So it is not asked whether a text is an error, only
// which. What stays apart are failures of other programs (the table foreign): they are none.
//
// Classify is a pure function, in this order:
//
//   - unwrap (unwrap.go) takes off what clients, logs and terminals put around the words,
//     and ids and names of models are masked (text.go): no verdict depends on them;
//   - the rows of rows/ that fit are found (rows.go, pattern.go). A row is a sentence or a
//     code, in the words of its sender, with a class, a source and an example;
//   - the row that says most wins: sentences and codes that say what went wrong, before
//     codes that say what kind of error it is, before words that may be said of many things,
//     before codes that only say that there is an error; of equal ones the one with more
//     words of its own, then the earlier one: the rows said-of-X say what is said of X,
//     mostly without words of their own, so their order tells them apart. The HTTP status
//     (status.go) stands among them: 401, 413, 429 and their like before words, others after
//     them;
//   - numbers (numbers.go) are read by the words beside them, whichever row fits: those of
//     rows/numbers.tsv say which is a limit, and which was sent, of tokens or of bytes.
//
// Nothing is fitted and nothing is weighed. Explain says which rows fit a text.
package classify
