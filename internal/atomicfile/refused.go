package atomicfile

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// Reason says why a file is refused.
type Reason string

const (
	symlinked       Reason = "it is a symbolic link"
	directory       Reason = "it is a directory"
	notRegular      Reason = "it is not a regular file"
	hardLinked      Reason = "it has more than one hard link"
	readOnly        Reason = "it is read-only"
	lockedElsewhere Reason = "another program has locked it"
	withoutLocks    Reason = "its file system has no locks, so that another program could write to it unseen"
	changed         Reason = "changed while being rewritten"
	ownerLost       Reason = "its owner cannot be kept"
	modeLost        Reason = "its mode cannot be kept"
	attributesLost  Reason = "its extended attributes cannot be kept"

	openElsewhere Reason = "another program has it open for writing"
)

// RefusedError reports a file that is left untouched because replacing it
// could lose something. Hint says what the user may do instead; it may be
// empty, and names in it are quoted.
type RefusedError struct {
	Path   string
	Reason Reason
	Hint   string
}

func (e *RefusedError) Error() string {
	return fmt.Sprintf("refused to write %q: %s", e.Path, e.Reason)
}

// AppendedError reports that the old file changed after it was replaced, most
// likely because a live program appended to it. The file holds the new content;
// what was appended is in Backup only.
type AppendedError struct {
	Path   string
	Backup string
}

func (e *AppendedError) Error() string {
	return fmt.Sprintf("%q was written to by another program while it was replaced: what it wrote is only in %q", e.Path, e.Backup)
}

const useOutput = "use -o to write another file"

// refuseKind refuses everything that is not a regular file, with the reason
// that fits info, which is that of path itself and not of what it links to.
func refuseKind(path string, info os.FileInfo) error {
	switch {
	case info.Mode().IsRegular():
		return nil
	case info.Mode()&os.ModeSymlink != 0:
		return &RefusedError{path, symlinked, targetHint(path)}
	case info.IsDir():
		return &RefusedError{path, directory, ""}
	}
	return &RefusedError{path, notRegular, ""}
}

// targetHint names what the link at path stands for.
func targetHint(path string) string {
	target, err := filepath.EvalSymlinks(path)
	if err != nil {
		return "its target cannot be reached"
	}
	return fmt.Sprintf("name its target instead: %q", target)
}

// failed says which operation failed on which file. The errors of package os
// are unwrapped because they print names raw, control characters included.
func failed(op, path string, err error) error {
	if pathErr, ok := errors.AsType[*fs.PathError](err); ok {
		err = pathErr.Err
	} else if linkErr, ok := errors.AsType[*os.LinkError](err); ok {
		err = linkErr.Err
	}
	return fmt.Errorf("%s %q: %w", op, path, err)
}

// joinErrors joins two errors, either of which may be nil, on one line.
func joinErrors(a, b error) error {
	switch {
	case a == nil:
		return b
	case b == nil:
		return a
	}
	return fmt.Errorf("%w; %w", a, b)
}
