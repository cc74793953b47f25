// Package shrink decides what becomes of one tool result, or of another text of a message
// that ages as results do: how large it may be (Budget), and what is left of it when it is
// old (Ages). A decision changes nothing but its Result. Two decisions, one after the other,
// are one change of the text that was read: what came between is never written.
package shrink
