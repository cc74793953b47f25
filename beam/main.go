// Command tr-beam runs one filter over more files than one machine reads in time: an
// Apache Beam pipeline, on the runner that --runner names.
package main

import (
	"context"
	"fmt"
	"os"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/x/beamx"
)

func main() {
	o := parseFlags()
	beam.Init() // a worker stays in there
	p, s := beam.NewPipelineWithRoot()
	err := Build(s, o)
	if err == nil {
		err = beamx.Run(context.Background(), p)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "tr-beam:", err)
		os.Exit(exitCode(err))
	}
}
