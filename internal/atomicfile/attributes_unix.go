//go:build linux || darwin

package atomicfile

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"golang.org/x/sys/unix"
)

// copyAttributes gives dst the extended attributes of src, POSIX ACLs among
// them. One that dst has already, as a security label may, is not set again.
func copyAttributes(dst, src *os.File) error {
	names, err := attributes(src)
	if err != nil {
		return err
	}
	for _, name := range names {
		if err := copyAttribute(dst, src, name); err != nil {
			return fmt.Errorf("attribute %q: %w", name, err)
		}
	}
	return dropInheritedACL(dst, names)
}

func copyAttribute(dst, src *os.File, name string) error {
	want, err := attribute(src, name)
	if err != nil {
		return err
	}
	if have, err := attribute(dst, name); err == nil && bytes.Equal(have, want) {
		return nil
	}
	return unix.Fsetxattr(int(dst.Fd()), name, want, 0)
}

// dropInheritedACL removes the access that a directory's default ACL gives to a
// new file and that the old one did not give.
func dropInheritedACL(dst *os.File, wanted []string) error {
	names, err := attributes(dst)
	if err != nil || slices.Contains(wanted, aclAttribute) || !slices.Contains(names, aclAttribute) {
		return err
	}
	if err := unix.Fremovexattr(int(dst.Fd()), aclAttribute); err != nil {
		return fmt.Errorf("attribute %q: %w", aclAttribute, err)
	}
	return nil
}

// attributes lists the names that can be copied; none where the file system has
// no attributes.
func attributes(f *os.File) ([]string, error) {
	list, err := sized(func(buf []byte) (int, error) { return unix.Flistxattr(int(f.Fd()), buf) })
	if errors.Is(err, unix.ENOTSUP) || errors.Is(err, unix.EOPNOTSUPP) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("list of attributes: %w", err)
	}
	names := strings.FieldsFunc(string(list), func(r rune) bool { return r == 0 })
	return slices.DeleteFunc(names, ofKernel), nil
}

func attribute(f *os.File, name string) ([]byte, error) {
	return sized(func(buf []byte) (int, error) { return unix.Fgetxattr(int(f.Fd()), name, buf) })
}

// sized calls read for the size of a value, and then for that many bytes. If the
// value grows in between, read returns an error.
func sized(read func([]byte) (int, error)) ([]byte, error) {
	n, err := read(nil)
	if err != nil || n == 0 {
		return nil, err
	}
	buf := make([]byte, n)
	if n, err = read(buf); err != nil {
		return nil, err
	}
	return buf[:n], nil
}
