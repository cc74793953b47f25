package cli

import (
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
)

// gcPercent lets the garbage of conversations grow to half as much again as by default: of
// the time of tr-recover on them, collecting took a quarter.
const gcPercent = 150

// What is held of a large input is long columns without pointers, which cost a collection
// next to nothing: then it need not be waited for until garbage is a multiple of that.
const (
	leastPercent = 25
	muchGarbage  = 32 << 20 // bytes
)

// limitGarbage has garbage collected early where much is held, so that beside
// hundreds of megabytes it takes a quarter of them. It does nothing if the user has set GOGC.
func limitGarbage() {
	if os.Getenv("GOGC") != "" {
		return
	}
	debug.SetGCPercent(gcPercent)
	afterCollection(&cycle{percent: gcPercent})
}

// cycle is collected once a collection: that is how its end is noticed.
type cycle struct {
	percent int
	_       *cycle // no object without pointers: these may share memory with others
}

func afterCollection(c *cycle) {
	runtime.SetFinalizer(c, func(c *cycle) {
		held := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
		metrics.Read(held)
		percent := percentFor(held[0].Value.Uint64())
		if percent != c.percent {
			debug.SetGCPercent(percent)
		}
		afterCollection(&cycle{percent: percent})
	})
}

// percentFor returns how much garbage there may be beside so many bytes that are held, in
// percent of these.
func percentFor(held uint64) int {
	if held*gcPercent <= muchGarbage*100 {
		return gcPercent
	}
	return max(leastPercent, int(muchGarbage*100/held))
}
