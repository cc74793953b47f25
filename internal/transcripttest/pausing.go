package transcripttest

import "io"

// Pausing gives one byte of a reader after it has given nothing Pause times.
type Pausing struct {
	io.Reader
	Pause int

	given int // how often nothing was given
}

// Read implements io.Reader.
func (p *Pausing) Read(b []byte) (int, error) {
	if p.given++; p.given <= p.Pause {
		return 0, nil
	}
	p.given = 0
	return p.Reader.Read(b[:min(1, len(b))])
}
