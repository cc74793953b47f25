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

// A collection costs what it has to look through. Of a large input long columns without
// pointers are held, which it does not look into: then it need not be waited for until
// garbage is a multiple of what is held.
const (
	leastPercent = 25
	leastGarbage = 6 << 20 // bytes
	muchGarbage  = 32 << 20
)

// limitGarbage has garbage collected early where much is held that costs a collection next
// to nothing, so that beside hundreds of megabytes it takes a quarter of them. It does
// nothing if the user has set GOGC.
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
		heap := []metrics.Sample{{Name: "/gc/heap/live:bytes"}, {Name: "/gc/scan/heap:bytes"}}
		metrics.Read(heap)
		percent := percentFor(heap[0].Value.Uint64(), heap[1].Value.Uint64())
		if percent != c.percent {
			debug.SetGCPercent(percent)
		}
		afterCollection(&cycle{percent: percent})
	})
}

// percentFor returns how much garbage there may be beside so many bytes that are held, in
// percent of these: so much of what a collection looks through as it may be of all at most,
// as long as that is not much.
func percentFor(held, scanned uint64) int {
	garbage := max(leastGarbage, min(min(scanned, held)*gcPercent/100, muchGarbage))
	if garbage*100 >= held*gcPercent {
		return gcPercent
	}
	return max(leastPercent, int(garbage*100/held))
}
