//go:build !linux && !darwin

package atomicfile

import (
	"errors"
	"os"
	"syscall"
	"time"
)

// Without locks and without the identity of links no file is rewritten in
// place: openNoFollow says so, and what else a Target needs is never reached.

var errLocked = errors.New("locked")

func openNoFollow(string) (*os.File, error)  { return nil, errors.ErrUnsupported }
func lockFile(*os.File) error                { return errors.ErrUnsupported }
func copyAttributes(dst, src *os.File) error { return errors.ErrUnsupported }
func noLinks(error) bool                     { return false }
func noLocks(error) bool                     { return false }
func exchange(a, b string) error             { return errors.ErrUnsupported }
func heldForWriting(*os.File) (bool, error)  { return false, errors.ErrUnsupported }
func links(os.FileInfo) uint64               { return 1 }
func changeTime(os.FileInfo) time.Time       { return time.Time{} }

// Outputs work everywhere.

func writable(string) bool             { return true } // the mode decides
func owner(os.FileInfo) (uid, gid int) { return 0, 0 } // files have no numeric owner
func syncDir(*os.File) error           { return nil }  // directories cannot be synced
func raise(syscall.Signal)             {}
