// Package transcripttest helps to test stages: a short notation for
// transcripts, renderers that write one in every dialect, damage as it is met
// in the field, an oracle that reads a transcript as its client would and says
// whether the provider would accept it, and drivers that try a repair on every
// small transcript and on many large ones.
//
// The oracle shares no code with the library. It knows formats from the
// documents only, and decodes everything with encoding/json.
//
// # Notation
//
// A transcript is a row of words, one for each event:
//
//	U        a user's text; texts are numbered in order, U7 brings its number
//	A[x,y]   an assistant message with the calls x and y; x=2 is a call of id x
//	         that differs from others with the id. A+ has a text in front of the
//	         calls, A* reasoning, A& belongs to the message of the call before
//	         it: "A[x] R(x) A&[y] R(y)" is the sequential layout of one message
//	R(x)     the result of call x
//	S(x)     a text that stands in for the lost result of x
//	N        an assistant message that only shows something
//	F        the assistant's answer
//	M        a record that is no message
//	C        a compaction that keeps nothing, C2 one that keeps the two events
//	         before it. C- and C-2 are written as older clients write them
//	T        a record that marks the beginning of a turn
//	B2       a rollback of the last two turns; B is B1
//	@3       what follows hangs on the third word, @0 on nothing
//	P3       a record that names the third word as the leaf; P the word before
//	s.U      any of U A R S N F M in a sidechain named s; names that begin with
//	         "a" are agents, whose records bring the agent's id
//
// What a format cannot hold is refused by [Dialect.Holds].
//
// # Invariants
//
// Tests name the promises of the stages by these numbers:
//
//	P1   What is healthy comes out byte for byte.
//	P2   A line without a finding comes out byte for byte, in its place.
//	P3   A second run changes nothing and finds nothing to repair.
//	P4   Every byte of the input is in the output, in the rejects, in a spill
//	     file, or named in a finding.
//	P5   The provider accepts what the client sends of the output.
//	P6   Every mode of a command tells the same findings.
//	P7   The size of reads does not matter.
//	P8   No user text is lost, and none changes places with another.
//	P9   No prefix of a sample panics or hangs.
//	P10  One input gives one output: no clock, no chance, no map order.
//	P11  Memory depends on the longest line and on what is open, not on the file.
//	P12  After all stages in a pipe there is nothing to find for tr-pair.
//	P13  What is not understood is not touched.
package transcripttest
