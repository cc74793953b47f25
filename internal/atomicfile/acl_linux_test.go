package atomicfile

import (
	"encoding/binary"
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/sys/unix"
)

// acl encodes an access control list as Linux keeps it, with one named user
// beside the usual entries; the mask is what the group bits of a mode show.
func acl(user, named, group, mask, other uint16) string {
	const none = 0xffffffff
	b := binary.LittleEndian.AppendUint32(nil, 2)
	for _, entry := range []struct {
		tag, perm uint16
		id        uint32
	}{{0x01, user, none}, {0x02, named, 1234}, {0x04, group, none}, {0x10, mask, none}, {0x20, other, none}} {
		b = binary.LittleEndian.AppendUint16(b, entry.tag)
		b = binary.LittleEndian.AppendUint16(b, entry.perm)
		b = binary.LittleEndian.AppendUint32(b, entry.id)
	}
	return string(b)
}

func TestReplaceKeepsACL(t *testing.T) {
	path := writeFile(t, oldText)
	want := acl(6, 6, 4, 6, 0)
	setAttribute(t, path, aclAttribute, want)
	mode := stat(t, path).Mode()
	if _, err := open(t, path, Options{}).Replace(text(newText)); err != nil {
		t.Fatal(err)
	}
	wantAttribute(t, path, aclAttribute, want)
	if got := stat(t, path).Mode(); got != mode {
		t.Errorf("mode %v, want %v", got, mode)
	}
}

// TestReplaceDropsInheritedACL: the directory would let one more user read.
func TestReplaceDropsInheritedACL(t *testing.T) {
	path := writeFile(t, oldText)
	setAttribute(t, filepath.Dir(path), "system.posix_acl_default", acl(7, 7, 5, 7, 5))
	if err := os.Chmod(path, 0o640); err != nil {
		t.Fatal(err)
	}
	if _, err := open(t, path, Options{}).Replace(text(newText)); err != nil {
		t.Fatal(err)
	}
	if n, err := unix.Getxattr(path, aclAttribute, nil); err != unix.ENODATA {
		t.Errorf("an access control list of %d bytes was inherited: %v", n, err)
	}
	if mode := stat(t, path).Mode(); mode != 0o640 {
		t.Errorf("mode is %v", mode)
	}
}
