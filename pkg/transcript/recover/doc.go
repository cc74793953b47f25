// Package recover makes a history fit again that an API rejected for its size:
// the stage of tr-recover.
//
// RecoverBytes recovers messages in memory, Recover a stream, and New returns the stage to be
// chained with others. Options say how small the history has to be, or which level to go to;
// an error among the findings with Open says that it cannot fit.
//
// How: the input is read to its end, and its repairs are planned as tr-pair plans them.
// What the stream's verdict or the targets ask for (need.go) decides how far to go.
// What becomes of the results of the planned history is asked of the room where
// tr-microcompact and tr-budget ask it (shrinker.go): it says what every message would
// weigh once its results are cut, and its own texts.
// With these weights the messages are chosen that stay, and how much of them
// (shape.go; choose.go for the levels, gradual.go for targets, press.go where both are
// not enough). What was chosen is added to the plan (commit.go), and the
// plan is carried out once: what it does not touch comes out as it went in.
package recover
