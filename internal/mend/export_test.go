package mend

// New returns a Mender for one input.
func New(o Options, sink Sink) *Mender {
	m := new(Mender)
	m.Reset(o, sink)
	return m
}
