package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"
)

// TestMain works at the top of the tree, as make dist does.
func TestMain(m *testing.M) {
	if err := os.Chdir("../.."); err != nil {
		panic(err)
	}
	os.Exit(m.Run())
}

func build(t *testing.T, version string) release {
	t.Helper()
	r := release{version: version, when: time.Unix(1700000000, 0).UTC(), url: "https://example.org/v1.2.3", dir: filepath.Join(t.TempDir(), "dist")}
	only := system{runtime.GOOS, runtime.GOARCH}
	for _, s := range systems {
		if s == only {
			if err := r.build(only.String()); err != nil {
				t.Fatal(err)
			}
			return r
		}
	}
	t.Skip("no release for " + only.String())
	return r
}

// shell runs a script, which finds the release in $DIST.
func shell(t *testing.T, r release, script string) string {
	t.Helper()
	cmd := exec.Command("sh", "-euc", script)
	cmd.Dir = t.TempDir()
	cmd.Env = append(os.Environ(), "DIST="+r.dir, "NAME="+r.name(system{runtime.GOOS, runtime.GOARCH}))
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return string(out)
}

// buildsOnLinux skips a test that builds commands, which takes minutes, with the tools of
// Linux.
func buildsOnLinux(t *testing.T) {
	t.Helper()
	if testing.Short() || runtime.GOOS != "linux" {
		t.Skip("builds commands for minutes, with the tools of Linux")
	}
}

// TestRelease builds twice: the bytes are the same, the checksums hold, and what
// is unpacked or installed works under each of its names.
func TestRelease(t *testing.T) {
	buildsOnLinux(t)
	r, again := build(t, "v1.2.3"), build(t, "v1.2.3")
	for _, name := range append(r.made, "SHA256SUMS") {
		a, err := r.sumOf(name)
		if b, err2 := again.sumOf(name); err != nil || err2 != nil || a != b {
			t.Errorf("%s: %v %v, and different bytes: %v", name, err, err2, a != b)
		}
	}
	t.Run("sums", func(t *testing.T) { shell(t, r, `cd "$DIST"; sha256sum -c SHA256SUMS`) })
	t.Run("archive", func(t *testing.T) {
		out := shell(t, r, `tar xzf "$DIST/$NAME.tar.gz"
			for c in pair budget microcompact classify recover chunk prune stat; do "$NAME/bin/tr-$c" --version | head -n 1; done
			cat "$NAME"/share/man/man1/tr-pair.1 "$NAME"/share/zsh/site-functions/_tr-pair | wc -l`)
		if !strings.Contains(out, "tr-pair v1.2.3\n") || !strings.Contains(out, "tr-prune v1.2.3\n") {
			t.Error(out)
		}
	})
	t.Run("deb", func(t *testing.T) { installs(t, r) })
	t.Run("rpm", func(t *testing.T) { installsRPM(t, r) })
	t.Run("bill", func(t *testing.T) { listsModules(t, r) })
	t.Run("container", func(t *testing.T) { buildsContainer(t, r) })
}

// installs puts the .deb into an empty root, uses it there and removes it.
func installs(t *testing.T, r release) {
	if _, err := exec.LookPath("dpkg"); err != nil {
		t.Skip(err)
	}
	out := shell(t, r, `mkdir -p root/var/lib/dpkg/info root/var/lib/dpkg/updates; touch root/var/lib/dpkg/status
		dpkg="dpkg --root=$PWD/root --force-not-root --force-bad-path --log=/dev/null"
		fakeroot=; [ "$(id -u)" = 0 ] || fakeroot=$(command -v fakeroot) || { echo skip; exit 0; }
		$fakeroot $dpkg -i "$DIST/$NAME.deb" >/dev/null
		printf '{"role":"user","content":"hi"}\n' | root/usr/bin/tr-pair -v -c
		[ "$(id -u)" != 0 ] || ! command -v man >/dev/null || man --warnings -l -E ascii root/usr/share/man/man1/tr-chunk.1 | head -n 1
		bash -c '. root/usr/share/bash-completion/completions/tr-pair; complete -p tr-pair'
		$fakeroot $dpkg -r tr-filters >/dev/null
		find root/usr -name 'tr-*' 2>/dev/null | wc -l`)
	if strings.HasPrefix(out, "skip") {
		t.Skip("needs root or fakeroot")
	}
	if !strings.Contains(out, "1 records, 0 calls, healthy") && !strings.Contains(out, "1 record, 0 calls, healthy") ||
		!strings.Contains(out, "-F _cli_bash_autocomplete tr-pair") || !strings.HasSuffix(out, "\n0\n") {
		t.Error(out)
	}
}

// installsRPM puts the .rpm into an empty root, and uses it there.
func installsRPM(t *testing.T, r release) {
	if _, err := exec.LookPath("rpm"); err != nil || os.Getuid() != 0 {
		t.Skip("needs rpm and root")
	}
	out := shell(t, r, `mkdir root; rpm --root "$PWD/root" --dbpath /var/lib/rpm -i --nodeps "$DIST/$NAME.rpm" 2>/dev/null
		root/usr/bin/tr-prune --version; ls root/usr/share/man/man1/tr-pair.1*`)
	if !strings.Contains(out, "tr-prune v1.2.3\n") {
		t.Error(out)
	}
}

// listsModules: the bill of materials holds every module of the build.
func listsModules(t *testing.T, r release) {
	text, err := os.ReadFile(filepath.Join(r.dir, r.name(system{runtime.GOOS, runtime.GOARCH})+".cdx.json"))
	if err != nil {
		t.Fatal(err)
	}
	var b bill
	if err := json.Unmarshal(text, &b); err != nil || b.Format != "CycloneDX" || b.Metadata.Timestamp != "2023-11-14T22:13:20Z" {
		t.Fatalf("%+v, %v", b, err)
	}
	for _, want := range []string{"pkg:golang/github.com/cespare/xxhash/v2@v2.", "pkg:golang/stdlib@1."} {
		if !strings.Contains(string(text), want) {
			t.Errorf("no %s", want)
		}
	}
}

// TestFormula: the formula names every archive with its checksum.
func TestFormula(t *testing.T) {
	r := release{version: "v1.2.3", url: "https://example.org/v1.2.3", dir: t.TempDir()}
	for _, s := range systems {
		if err := os.WriteFile(filepath.Join(r.dir, r.name(s)+".tar.gz"), []byte(s.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := r.fillTemplates(); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(r.dir, "tr-filters.rb"))
	if err != nil {
		t.Fatal(err)
	}
	if ruby, err := exec.LookPath("ruby"); err == nil {
		if said, err := exec.Command(ruby, "-c", filepath.Join(r.dir, "tr-filters.rb")).CombinedOutput(); err != nil {
			t.Errorf("ruby -c: %v: %s", err, said)
		}
	}
	for _, s := range systems[:4] {
		sum, err := r.sumOf(r.name(s) + ".tar.gz")
		want := "url \"https://example.org/v1.2.3/" + r.name(s) + ".tar.gz\"\n      sha256 \"" + sum + "\""
		if err != nil || !strings.Contains(string(text), want) {
			t.Errorf("%v: no %s in\n%s", err, want, text)
		}
	}
}

func TestPackageVersion(t *testing.T) {
	for version, want := range map[string]string{"v1.2.3": "1.2.3", "v1.2.3-4-gabcdef": "1.2.3-4-gabcdef", "4d245ff": "0.0.0~4d245ff", "unknown": "0.0.0~unknown"} {
		if got := packageVersion(version); got != want {
			t.Errorf("%s: %s, want %s", version, got, want)
		}
	}
}
