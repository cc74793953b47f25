package report

import "trtools/pkg/transcript"

// limited passes on so many findings and says at the end how many there were
// beside them: services that read such reports refuse what is too long.
type limited struct {
	to   omitter
	left int64
	over int64
}

// omitter is a Reporter that can say that findings are not in its report.
type omitter interface {
	Reporter
	omit(n int64) error
}

func (l *limited) Add(f transcript.Finding) error {
	if l.left == 0 {
		l.over++
		return nil
	}
	l.left--
	return l.to.Add(f)
}

func (l *limited) Close() error {
	if l.over > 0 {
		if err := l.to.omit(l.over); err != nil {
			return err
		}
	}
	return l.to.Close()
}
