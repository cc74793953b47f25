package cli

import (
	"fmt"
	"runtime"
	"runtime/debug"
)

// Version overrides what the module system knows. It is set at link time:
// -ldflags "-X trtools/internal/cli.Version=v1.2.3".
var Version string

// version returns the version of the commands: v1.2.3, or (devel) if nobody
// knows.
func version() string {
	if Version != "" {
		return Version
	}
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		return info.Main.Version
	}
	return "(devel)"
}

// versionText is what --version prints. Scripts may read the first line.
func versionText(tool string) string {
	return fmt.Sprintf("%s %s\n%s %s/%s\n", tool, version(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
}
