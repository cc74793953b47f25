package main

import (
	"context"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/textio"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/transforms/stats"

	"trtools/internal/report"
)

func init() {
	register.DoFn3x1[context.Context, []byte, func(Part), error](&list{})
	register.DoFn5x1[context.Context, Part, func(string), func(string), func(string, int64), error](&filter{})
	register.Function2x1(totalLine)
	register.Emitter1[Part]()
	register.Emitter1[string]()
	register.Emitter2[string, int64]()
}

// Build adds the pipeline to s. An element is the name of a part of a file, never its
// text: no runner has to carry or to keep a session, however large it is.
func Build(s beam.Scope, o Options) error {
	if err := o.check(context.Background()); err != nil {
		return err
	}
	parts := beam.Reshuffle(s, beam.ParDo(s, &list{Input: o.Input, Split: o.Split}, beam.Impulse(s)))
	findings, failed, counts := beam.ParDo3(s, &filter{Command: o.Command, Output: o.Output + "/data/"}, parts)
	totals := beam.ParDo(s, totalLine, stats.SumPerKey(s, counts))
	textio.Write(s, o.Output+"/findings.jsonl", findings)
	textio.Write(s, o.Output+"/failed.jsonl", failed)
	textio.Write(s, o.Output+"/totals.jsonl", totals)
	return nil
}

// Total is a line of totals.jsonl.
type Total struct {
	Name  string `json:"name"`
	Count int64  `json:"count"`
}

func totalLine(name string, count int64) string { return report.Line(Total{name, count}) }
