package atomicfile

import (
	"fmt"
	"os"
)

// settable is what chmod(2) sets of a mode.
const settable = os.ModePerm | os.ModeSetuid | os.ModeSetgid | os.ModeSticky

// metadata gives a new file the owner, attributes and mode of an old one.
type metadata struct {
	disk      disk
	path      string // for messages
	groupLost bool   // the new file has another group
}

// keepOwner gives f the owner and the group of old. That the owner cannot be
// kept is refused: the one whose file it was could lose access to it. That the
// group cannot be kept, which happens to users outside it, is only noted.
func (m *metadata) keepOwner(f *os.File, old os.FileInfo) error {
	uid, gid := owner(old)
	u, g, err := m.ownerOf(f)
	if err != nil || (u == uid && g == gid) {
		return err
	}
	if m.disk.chown(f, uid, gid) != nil {
		_ = m.disk.chown(f, -1, gid) // what came of it is seen below
	}
	u, g, err = m.ownerOf(f)
	if err == nil && u != uid {
		err = &RefusedError{m.path, ownerLost, useOutput}
	}
	m.groupLost = g != gid
	return err
}

func (m *metadata) ownerOf(f *os.File) (uid, gid int, err error) {
	info, err := m.disk.stat(f)
	if err != nil {
		return 0, 0, failed("inspect the copy of", m.path, err)
	}
	uid, gid = owner(info)
	return uid, gid, nil
}

// keepAttributes gives f the extended attributes of old.
func (m *metadata) keepAttributes(f, old *os.File) error {
	if err := m.disk.copyAttributes(f, old); err != nil {
		return &RefusedError{m.path, attributesLost, fmt.Sprintf("%v; %s", err, useOutput)}
	}
	return nil
}

// keepMode gives f the mode, and sees that it got it: chmod(2) may drop bits
// without an error. It comes last, after everything that clears set-id bits.
func (m *metadata) keepMode(f *os.File, mode os.FileMode) error {
	if mode &= settable; m.groupLost {
		mode = withoutGroup(mode)
	}
	if err := m.disk.chmod(f, mode); err != nil {
		return failed("change the mode of the copy of", m.path, err)
	}
	info, err := m.disk.stat(f)
	if err != nil {
		return failed("inspect the copy of", m.path, err)
	}
	if info.Mode()&settable != mode {
		return &RefusedError{m.path, modeLost, useOutput}
	}
	return nil
}

// withoutGroup returns the mode for a file whose group is now another one,
// which must not see or do more than everybody could.
func withoutGroup(mode os.FileMode) os.FileMode {
	return mode &^ (os.ModeSetgid | 0o070&^(mode&0o007<<3))
}
