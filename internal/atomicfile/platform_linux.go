package atomicfile

import "syscall"

func ctime(st *syscall.Stat_t) *syscall.Timespec { return &st.Ctim }

// aclAttribute is the one attribute that a new file can have of itself, from
// its directory's defaults, and that the old one may lack.
const aclAttribute = "system.posix_acl_access"

// ofKernel reports attributes that the kernel computes from the content.
func ofKernel(name string) bool {
	return name == "security.ima" || name == "security.evm"
}
