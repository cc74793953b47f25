package atomicfile

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
)

// errOvertaken says that another program had replaced or removed the target in the
// instant between the last check and the rename. Its version is where it was.
var errOvertaken = errors.New("overtaken by another program")

// takePlace gives the file its target's name, as publish does, where old has that name.
// The system is asked to exchange the two names in one step: then it can be seen what
// had the target's name at that very moment, and given back if it was not old. A system
// that cannot do that renames, over whatever is there. Neither the file nor those named in
// along is removed on a signal from then on.
func (t *temp) takePlace(old os.FileInfo, along ...string) error {
	own, err := t.disk.lstat(t.name)
	if err != nil {
		return failed("inspect temporary file for", t.target, err)
	}
	paths := append(along, t.name)
	err = unfinished.finish(func() error { return t.exchange(own, old, paths) }, paths...)
	if err != nil && !errors.Is(err, errOvertaken) {
		return failed("rename temporary file to", t.target, err)
	}
	return err
}

// exchange runs under the lock of the registry. What the exchange displaced is taken out
// of it before anything can fail: it is not ours to remove on a signal.
func (t *temp) exchange(own, old os.FileInfo, paths []string) error {
	err := t.disk.exchange(t.name, t.target)
	if errors.Is(err, errors.ErrUnsupported) {
		err = t.disk.rename(t.name, t.target)
		t.published = err == nil
		return err
	}
	displaced, lookErr := t.disk.lstat(t.name)
	switch {
	case err != nil && (lookErr != nil || os.SameFile(displaced, own)): // it was not done
		if errors.Is(err, fs.ErrNotExist) && lookErr == nil {
			return errOvertaken // there is no target any more
		}
		return err
	case lookErr == nil && !os.SameFile(displaced, old):
		return t.exchangeBack(own, paths)
	}
	unfinished.forget(paths)
	t.published, t.displaced = true, old
	return joinErrors(joinErrors(err, lookErr), t.removeDisplaced())
}

// exchangeBack gives another program's file its name again. If that does not succeed,
// or if still another one came in between, nothing is removed.
func (t *temp) exchangeBack(own os.FileInfo, paths []string) error {
	err := t.disk.exchange(t.name, t.target)
	displaced, lookErr := t.disk.lstat(t.name)
	if lookErr == nil && os.SameFile(displaced, own) {
		return errOvertaken
	}
	unfinished.forget(paths)
	t.gone = true
	return joinErrors(t.theirs(), joinErrors(err, lookErr))
}

// theirs says where a file of another program is that could not be put back.
func (t *temp) theirs() error {
	return fmt.Errorf("%q was replaced by another program at the same moment; what it wrote is in %q", t.target, t.name)
}

// removeDisplaced removes the old file, which has the temporary file's name since the
// exchange: the backup keeps it. Anything else stays there.
func (t *temp) removeDisplaced() error {
	info, err := t.disk.lstat(t.name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		t.gone = true
		return nil
	case err != nil:
		return failed("inspect", t.name, err)
	case !os.SameFile(info, t.displaced):
		t.gone = true
		return t.theirs()
	}
	if err := t.disk.remove(t.name); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return failed("remove", t.name, err)
	}
	t.gone = true
	return nil
}
