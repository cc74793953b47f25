package cli

import (
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"time"
)

// gcPercent lets the garbage of conversations grow to half as much again as by default: of
// the time of tr-recover on them, collecting took a quarter.
const gcPercent = 150

// firstPercent is for the first collection: the 4 MB that it refers to are the reserve of a
// reader, of which only a large page is touched.
const firstPercent = 250

// A collection costs what it has to look through. Of a large input long columns without
// pointers are held, which it does not look into: then it need not be waited for until
// garbage is a multiple of what is held.
var (
	usual = least{25, 6 << 20}
	// little is beside more than a little, for as long as collections have cost next to nothing.
	little = least{10, 1 << 19}
)

const (
	cheap       = 100 // of the time that passes, the share that collections may cost for little garbage
	muchGarbage = 32 << 20
	littleHeld  = 4 << 20
)

// least is how much garbage there may be in any case: in percent of what is held, and in
// bytes.
type least struct{ percent, bytes uint64 }

// limitGarbage has garbage collected early where much is held that costs a collection next
// to nothing, so that beside hundreds of megabytes it takes a quarter of them. It does
// nothing if the user has set GOGC.
func limitGarbage() {
	if os.Getenv("GOGC") != "" {
		return
	}
	debug.SetGCPercent(firstPercent)
	afterCollection(&cycle{percent: firstPercent, start: time.Now()})
}

// cycle is collected once a collection: that is how its end is noticed.
type cycle struct {
	percent int
	start   time.Time
	_       *cycle // no object without pointers: these may share memory with others
}

func afterCollection(c *cycle) {
	runtime.SetFinalizer(c, func(c *cycle) {
		now := []metrics.Sample{
			{Name: "/gc/heap/live:bytes"}, {Name: "/gc/scan/heap:bytes"},
			{Name: "/cpu/classes/gc/total:cpu-seconds"}, {Name: "/cpu/classes/gc/mark/idle:cpu-seconds"},
		}
		metrics.Read(now)
		held, cost := now[0].Value.Uint64(), now[2].Value.Float64()-now[3].Value.Float64()
		next := &cycle{start: c.start}
		next.percent = percentFor(held, now[1].Value.Uint64(), leastFor(held, cost, time.Since(c.start).Seconds()))
		if next.percent != c.percent {
			debug.SetGCPercent(next.percent)
		}
		afterCollection(next)
	})
}

// leastFor returns how much garbage there may be in any case beside what is held, after
// collections have cost so many of the seconds that passed.
func leastFor(held uint64, cost, passed float64) least {
	if held < littleHeld || cost*cheap > passed {
		return usual
	}
	return little
}

// percentFor returns how much garbage there may be beside so many bytes that are held, in
// percent of these: so much of what a collection looks through as it may be of all at most,
// as long as that is not much.
func percentFor(held, scanned uint64, least least) int {
	garbage := max(least.bytes, min(min(scanned, held)*gcPercent/100, muchGarbage))
	if garbage*100 >= held*gcPercent {
		return gcPercent
	}
	return int(max(least.percent, garbage*100/held))
}
