// Package document reads a transcript that is one JSON document: an object or an
// array that spans the file and holds the messages in one of its arrays, be it
// written on one line or on many.
//
// To a stage it looks like JSON Lines. Its elements are the lines: the bytes between
// the array's brackets, in which every comma between two elements reads as LF, as
// does the closing bracket, and every line break as CR, which is white space to
// JSON. That moves no byte, so that offsets differ by a constant only, and nothing is
// held in memory but the places of the commas. What the stage passes on is put
// together to a document again: what is unchanged is copied out of the input, with
// the commas and the white space around it, and what is new gets the indentation of
// its neighbours.
//
// Find decides whether an input is a document, Document presents its elements,
// Writer puts them together again, and Reports gives findings and rejects the places
// that they have in the document.
package document
