// Package transcripttest helps to test stages: a short notation for
// conversations, renderers that write one in every dialect, damage as it is met
// in the field, and an oracle that reads a transcript as its client would and
// says whether the provider would accept it.
//
// The oracle shares no code with the library. It knows formats from the
// documents only, and decodes everything with encoding/json.
package transcripttest
