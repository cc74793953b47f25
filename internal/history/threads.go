package history

import (
	"trtools/internal/dialect"
	"trtools/internal/pairing"
)

// Threads counts the threads: the main one, those of sub-agents, and that of the
// records without links.
func (x *Index) Threads() int { return len(x.threads) }

// LastTime returns the latest time stamp in a thread, "" if there is none.
func (x *Index) LastTime(thread uint8) string { return string(x.lastTime[thread]) }

// thread numbers the threads of linked records: the main one is 0, sub-agents
// follow. Those that exceed the count share the last number.
func (x *Index) thread(v *dialect.View) uint8 {
	key := pairing.HashOf(v.Thread)
	if !v.Sidechain && key == 0 {
		return 0
	}
	return x.threadNumber(key | 1)
}

// chainThread is the thread of the records that have no links.
func (x *Index) chainThread() uint8 {
	if x.chain == 0 {
		x.chain = x.threadNumber(2)
	}
	return x.chain
}

func (x *Index) threadNumber(key uint64) uint8 {
	t, ok := x.threads[key]
	if !ok {
		t = uint8(min(len(x.threads), maxThread))
		x.threads[key] = t
	}
	return t
}

// Thread returns the thread of a node.
func (x *Index) Thread(i uint32) uint8 { return x.Node(i).thread() }
