package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"
)

// copyTree makes a repository of the files that this one holds, as they are now, with one
// commit, and returns its directory.
func copyTree(t *testing.T) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "tree")
	if err := os.Mkdir(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	in(t, ".", `git ls-files -z --cached --others --exclude-standard --deduplicate | while IFS= read -r -d '' f; do [ ! -e "$f" ] || printf '%s\0' "$f"; done | tar cf - --null -T - | tar xf - -C "$1"
		cd "$1" && git init -q && git add -A && git -c user.name=a -c user.email=a@example.org commit -qm "All of it"
		git config user.name a && git config user.email a@example.org`, dir)
	return dir
}

// in runs a script of bash in a directory.
func in(t *testing.T, dir, script string, args ...string) string {
	t.Helper()
	cmd := exec.Command("bash", append([]string{"-euc", script, "bash"}, args...)...)
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%s: %v\n%s", script, err, out)
	}
	return string(out)
}

// TestInstall does what INSTALL.md says of the source, with the address of a copy of this
// tree and for one of the commands, and uses what is installed then.
func TestInstall(t *testing.T) {
	buildsOnLinux(t)
	text, err := os.ReadFile("INSTALL.md")
	if err != nil {
		t.Fatal(err)
	}
	block := regexp.MustCompile("(?s)## From source\n.*?```sh\n(.*?)```").FindStringSubmatch(string(text))
	if block == nil || strings.Count(block[1], "\n") != 2 || !strings.Contains(block[1], "https://example.org/tools") {
		t.Fatalf("INSTALL.md does not install from source in two lines: %q", block)
	}
	home, work := t.TempDir(), t.TempDir()
	script := strings.NewReplacer("https://example.org/tools", copyTree(t), "$HOME", home).Replace(block[1])
	t.Setenv("MAKEFLAGS", "COMMANDS=tr-pair") // each is linked for itself
	in(t, work, script)
	out := in(t, work, `printf '{"role":"user","content":"hi"}\n' | "$1/.local/bin/tr-pair" -c -v
		cd "$1/.local"; ls bin | wc -l; ls share/man/man1/tr-stat.1 share/zsh/site-functions/_tr-stat share/fish/vendor_completions.d/tr-stat.fish`, home)
	if !strings.Contains(out, "healthy\n1\n") {
		t.Error(out)
	}
}

// TestMakeRelease makes a release of a copy of this tree for one system: a section of
// CHANGELOG.md has the version, a tag names the commit, and what is in the archive says it.
func TestMakeRelease(t *testing.T) {
	buildsOnLinux(t)
	t.Setenv("MAKEFLAGS", "")
	tree := copyTree(t)
	if log, _ := os.ReadFile("CHANGELOG.md"); !strings.Contains(string(log), "\n## Unreleased\n") {
		in(t, tree, `sed -i '0,/^## /s//## Unreleased\n\n- tr-pair: a change.\n\n## /' CHANGELOG.md; git commit -qam "A change"`)
	}
	in(t, tree, `make -s release VERSION=9.8.7 SYSTEM=`+runtime.GOOS+`/`+runtime.GOARCH)
	out := in(t, tree, `git status --porcelain; git describe; grep '^## ' CHANGELOG.md | head -n 1; cd dist; sha256sum --quiet -c SHA256SUMS
		tar xzf tr-filters_9.8.7_*.tar.gz; tr-filters_9.8.7_*/bin/tr-pair --version | head -n 1; ls *.deb *.rpm Containerfile | wc -l
		ls tr-filters_9.8.7_*/share/man/man1/tr-prune.1 tr-filters_9.8.7_*/share/doc/tr-filters/docs/schema/finding.json >/dev/null`)
	if want := "v9.8.7\n## 9.8.7\ntr-pair v9.8.7\n3\n"; out != want {
		t.Errorf("%q, want %q", out, want)
	}
	cmd := exec.Command("make", "release", "VERSION=9.8.8")
	cmd.Dir = tree
	if out, err := cmd.CombinedOutput(); err == nil || !strings.Contains(string(out), "has nothing that is unreleased") {
		t.Errorf("a release of nothing: %v\n%s", err, out)
	}
}

// builder returns the command that builds a Containerfile on this machine and how to run an
// image, or why there is none. Docker's client alone builds nothing.
func builder(t *testing.T) (build, run string) {
	t.Helper()
	store := t.TempDir()
	buildah := "buildah --storage-driver vfs --root " + store + "/root --runroot " + store + "/run "
	for _, b := range []struct{ try, build, run string }{
		{"podman info", "podman build -f Containerfile -t tr-filters:test .", "podman run --rm -i tr-filters:test "},
		{"docker info", "docker build -f Containerfile -t tr-filters:test .", "docker run --rm -i tr-filters:test "},
		{buildah + "images", buildah + "build --isolation chroot --platform linux/" + runtime.GOARCH + " -f Containerfile -t tr-filters:test .",
			"c=$(" + buildah + "from tr-filters:test); " + buildah + "run --isolation chroot $c -- "},
	} {
		if exec.Command("sh", "-c", b.try).Run() == nil {
			return b.build, b.run
		}
	}
	t.Skip("no podman, buildah or running Docker builds a Containerfile here")
	return "", ""
}

// buildsContainer builds the image of the Containerfile and runs a command in it.
func buildsContainer(t *testing.T, r release) {
	build, run := builder(t)
	shell(t, r, `cd "$DIST"; `+build)
	out := shell(t, r, run+`tr-pair --version; `+run+`tr-stat --version`)
	if !strings.Contains(out, "tr-pair v1.2.3\n") || !strings.Contains(out, "tr-stat v1.2.3\n") {
		t.Error(out)
	}
}
