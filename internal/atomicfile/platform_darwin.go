package atomicfile

import (
	"errors"
	"os"
	"syscall"
)

func ctime(st *syscall.Stat_t) *syscall.Timespec { return &st.Ctimespec }

// aclAttribute is empty: access control lists are not attributes here.
const aclAttribute = ""

// ofKernel reports attributes that only the kernel may set.
func ofKernel(name string) bool { return name == "com.apple.provenance" }

func exchange(a, b string) error            { return errors.ErrUnsupported }
func heldForWriting(*os.File) (bool, error) { return false, errors.ErrUnsupported }
