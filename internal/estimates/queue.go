// Package estimates has texts estimated in batches, beside what goes on in the meantime.
//
// What a text costs is seldom wanted before the end of the input, and takes a quarter to a
// third of the time of reading one. A batch is estimated on another processor, if there is
// one; and short texts are estimated faster together than each on its own.
package estimates

import (
	"runtime"

	"trtools/pkg/transcript/tokens"
)

const (
	batchSize = 128 << 10 // bytes of texts that are estimated together
	longText  = 1 << 20   // a batch does not grow beyond: what is longer is estimated at once
	inFlight  = 3         // batches that wait at a time
)

// Queue is a dialect.Estimator that tells later what texts are estimated at. The zero Queue
// is not usable. Nothing runs on behind Wait, nor behind the last text if Wait is never
// called.
type Queue struct {
	tokens.Model
	add     func(owner, tokens int)
	owner   int
	batch   *batch
	free    []*batch
	done    chan *batch
	waiting int // batches that are being estimated
}

// New returns a queue that calls add with the tokens of each text, and whose they are. It
// does so inside Begin and Wait.
func New(m tokens.Model, add func(owner, tokens int)) *Queue { return &Queue{Model: m, add: add} }

// Begin says whose the texts are that come next.
func (q *Queue) Begin(owner int) {
	if q.owner = owner; q.batch == nil {
		q.batch = q.empty()
	}
	if q.batch.size() >= batchSize {
		q.hand()
	}
}

// Text and JSON take a text. They return 0, or for a long text what it is estimated at.
func (q *Queue) Text(text []byte) int {
	if q.batch.size()+len(text) > longText {
		return q.Model.Text(text)
	}
	q.batch.texts.put(text, q.owner)
	return 0
}

// JSON is Text for what stands between the quotes of a JSON string.
func (q *Queue) JSON(raw []byte) int {
	if q.batch.size()+len(raw) > longText {
		return q.Model.JSON(raw)
	}
	q.batch.raws.put(raw, q.owner)
	return 0
}

// Wait returns when everything is estimated that was taken. A nil Queue has taken nothing.
func (q *Queue) Wait() {
	if q == nil || q.batch == nil {
		return
	}
	q.batch.estimate(q.Model)
	q.tell(q.batch)
	for q.waiting > 0 {
		q.fetch()
	}
	q.batch, q.free = nil, nil
}

// hand hands the batch on, to be estimated, and begins another one.
func (q *Queue) hand() {
	if runtime.GOMAXPROCS(0) == 1 {
		q.batch.estimate(q.Model)
		q.tell(q.batch)
		return
	}
	if q.done == nil {
		q.done = make(chan *batch, inFlight)
	}
	if q.waiting == inFlight {
		q.fetch()
	}
	q.waiting++
	b := q.batch
	go func() {
		b.estimate(q.Model)
		q.done <- b // there is room for all
	}()
	q.batch = q.empty()
}

// fetch waits for a batch, and tells of it.
func (q *Queue) fetch() {
	b := <-q.done
	q.waiting--
	q.tell(b)
	q.free = append(q.free, b)
}

// tell tells what the texts of a batch are estimated at, and empties it.
func (q *Queue) tell(b *batch) {
	for _, l := range []*list{&b.texts, &b.raws} {
		for i, owner := range l.owners {
			q.add(owner, l.tokens[i])
		}
		l.reset()
	}
}

func (q *Queue) empty() (b *batch) {
	n := len(q.free)
	if n == 0 {
		return new(batch)
	}
	b, q.free = q.free[n-1], q.free[:n-1]
	return b
}
