package atomicfile

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// blockSize is that of the writes to a temporary file.
const blockSize = 256 << 10

// ErrUnchanged is what the function given to Replace returns when it finds that
// there was nothing to change.
var ErrUnchanged = errors.New("unchanged")

// Result tells what a replacement left behind.
type Result struct {
	// Backup is the path of the old content, "" if it is not kept.
	Backup string
	// GroupLost says that the user may not give files to the old group: the file
	// has another group, with no more rights than everybody has.
	GroupLost bool
	// RaceUnseen says that the system or the file system cannot exchange names: a version
	// that another program put there in the instant before the rename would be lost unseen.
	RaceUnseen bool
	// WritersUnseen says, where no backup is kept, that the system did not tell whether
	// another program has the old file open, whose later writing would be lost.
	WritersUnseen bool
}

// Refusal returns the error that Replace will have if there is something to write, as far as that
// can be foreseen; nil where nothing stands against it. Only where the file is another user's, or its
// directory may not be written to, it tries to make a temporary file.
func (t *Target) Refusal() error {
	if uid, _ := owner(t.info); uid == os.Geteuid() && writable(filepath.Dir(t.path)) {
		return t.refuseReadOnly()
	}
	r := newReplacement(t)
	err := r.begin()
	r.cleanup()
	return joinErrors(err, r.cleanupErr)
}

// Replace gives the file the content that write produces, which may read File
// meanwhile. What is written is buffered and goes to a temporary file that
// nobody sees; it takes the place of the old one only when it is complete and
// on the disk, and when the old one is still exactly what Open saw.
//
// If write returns ErrUnchanged nothing is touched and the error is nil. Any
// other error of write is returned as it is.
//
// A *RefusedError says that the file changed meanwhile, or that its owner, mode
// or attributes cannot be kept. After it, and after every other error but the
// two below, the file is untouched and neither a temporary file nor a backup
// remains. An *AppendedError says that the file is replaced, but that the old
// one was written to at the same moment: what came late is in the backup, which
// is then kept even if Options.NoBackup is set. An error of the file system
// during or after the rename leaves the old or the new content, says which step
// failed, and names the backup if there is one; so does Result.
//
// A Target can be replaced once: afterwards the path leads to another file.
func (t *Target) Replace(write func(io.Writer) error) (Result, error) {
	r := newReplacement(t)
	err := r.run(write)
	if errors.Is(err, ErrUnchanged) {
		err = nil
	}
	return r.result, joinErrors(err, r.cleanupErr)
}

// replacement is one run of Replace.
type replacement struct {
	*Target
	meta       metadata
	temp       *temp
	backup     string // "" as long as there is none
	copied     bool   // the backup is no link to the old file
	result     Result
	cleanupErr error
}

func newReplacement(t *Target) *replacement {
	return &replacement{Target: t, meta: metadata{disk: t.disk, path: t.path}}
}

// run takes the steps in order; cleanup is deferred so that a panic of write
// leaves nothing behind either.
func (r *replacement) run(write func(io.Writer) error) (err error) {
	defer r.cleanup()
	return firstError(
		func() error { return writeBuffered(r, write) },
		r.begin, // nothing was written: the file becomes empty
		func() error { return r.keepLooks(r.temp.file) },
		func() error { return r.temp.finish() },
		r.checkUnchanged,
		r.makeBackup,
		r.checkUnchanged, // a second time: a backup by copying takes long
		r.refuseWriters,
		r.publish,
		r.finishAfterRename,
	)
}

// Write writes to the temporary file.
func (r *replacement) Write(p []byte) (int, error) {
	if err := r.begin(); err != nil {
		return 0, err
	}
	return r.temp.Write(p)
}

// begin makes the temporary file, once there is something to write: a file or a directory
// that cannot be written to is no obstacle before.
func (r *replacement) begin() (err error) {
	if r.temp != nil {
		return nil
	}
	if err := firstError(r.checkPath, r.refuseReadOnly); err != nil {
		return err
	}
	if r.temp, err = newTemp(r.disk, r.path, privateMode); err != nil {
		return err
	}
	err = r.meta.keepOwner(r.temp.file, r.info)
	r.result.GroupLost = r.meta.groupLost
	return err
}

// writeBuffered writes in large blocks what write produces in small ones.
func writeBuffered(w io.Writer, write func(io.Writer) error) error {
	buffered := bufio.NewWriterSize(w, blockSize)
	if err := write(buffered); err != nil {
		return err
	}
	return buffered.Flush()
}

// keepLooks gives a file the attributes and the mode of the old one.
func (r *replacement) keepLooks(f *os.File) error {
	if err := r.meta.keepAttributes(f, r.file); err != nil {
		return err
	}
	return r.meta.keepMode(f, r.info.Mode())
}

// checkUnchanged returns an error for any change since Open: of the content, or of the inode,
// which includes its mode, owner, links and attributes. Once the backup is made the inode's change
// time is of no use: the link to it has moved it.
func (r *replacement) checkUnchanged() error {
	info, err := r.disk.stat(r.file)
	if err != nil {
		return failed("inspect", r.path, err)
	}
	if !sameContent(info, r.info) || r.backup == "" && !changeTime(info).Equal(changeTime(r.info)) {
		return r.changed()
	}
	return r.checkPath()
}

func sameContent(a, b os.FileInfo) bool {
	return a.Size() == b.Size() && a.ModTime().Equal(b.ModTime())
}

// refuseWriters refuses a file that another program has open for writing: what that
// program writes later would be in the backup only, or nowhere. It is asked so late because
// a client may hold its session open for a moment only.
func (r *replacement) refuseWriters() error {
	if !r.opts.Force && r.hasWriter() {
		return &RefusedError{r.path, openElsewhere, "quit it first, or --force"}
	}
	return nil
}

// hasWriter is false where the system cannot tell.
func (r *replacement) hasWriter() bool {
	held, err := r.disk.heldForWriting(r.file)
	r.result.WritersUnseen = err != nil && r.opts.NoBackup
	return err == nil && held
}

// publish renames. A network file system can do that and still report an error:
// then the backup is all that is left of the old content, and it stays.
func (r *replacement) publish() error {
	unseen, err := r.temp.takePlace(r.info, r.backup)
	switch {
	case err == nil:
		r.result.Backup, r.result.RaceUnseen = r.backup, unseen
		return nil
	case errors.Is(err, errOvertaken):
		return r.changed()
	case r.checkPath() == nil:
		return err
	}
	unfinished.drop(r.backup)
	r.result.Backup = r.backup
	return r.namingBackup(err)
}

// finishAfterRename does what comes after the rename: it takes the temporary name from the old file,
// makes all of it durable, and looks for what was written to the old file at the last moment. Only
// if all is well is a backup removed that is not wanted.
func (r *replacement) finishAfterRename() error {
	diskErr := joinErrors(r.temp.discard(), r.temp.syncDir())
	lateErr := r.checkLate()
	if err := joinErrors(lateErr, diskErr); err != nil {
		return r.namingBackup(err)
	}
	if !r.opts.NoBackup {
		return nil
	}
	if r.hasWriter() {
		return r.namingBackup(fmt.Errorf("%q was opened for writing by another program while it was replaced", r.path))
	}
	if err := r.removeBackup(); err != nil {
		return err
	}
	r.result.Backup, r.backup = "", ""
	return nil
}

// checkLate reports what was written to the old file after the last check
// before the rename.
func (r *replacement) checkLate() error {
	info, err := r.disk.stat(r.file)
	if err != nil {
		return failed("inspect the old content of", r.path, err)
	}
	if sameContent(info, r.info) {
		return nil
	}
	if r.copied { // it does not have what came late
		if err := r.copyAgain(); err != nil {
			return err
		}
	}
	return &AppendedError{r.path, r.backup}
}

// namingBackup adds to an error where the old content is.
func (r *replacement) namingBackup(err error) error {
	if _, ok := errors.AsType[*AppendedError](err); ok {
		return err // an AppendedError names the backup itself
	}
	return fmt.Errorf("%w; the old content is in %q", err, r.backup)
}

// cleanup removes what a replacement that was not completed has on disk.
func (r *replacement) cleanup() {
	if r.temp == nil {
		return
	}
	r.cleanupErr = r.temp.discard()
	if r.backup != "" && r.result.Backup == "" {
		r.cleanupErr = joinErrors(r.cleanupErr, r.removeBackup())
	}
}
