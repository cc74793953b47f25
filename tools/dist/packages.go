package main

import (
	"encoding/json"
	"os"
	"regexp"
	"strings"
	"time"
)

// nfpm builds packages of Linux distributions without their tools.
const nfpm = "github.com/goreleaser/nfpm/v2/cmd/nfpm@v2.43.1"

// packages writes a .deb and a .rpm.
func (r *release) packages(s system, binary, pages string) error {
	text, err := r.packageConfig(s, binary, pages)
	if err != nil {
		return err
	}
	config := binary + ".json" // JSON is YAML, too
	if err := os.WriteFile(config, text, 0o644); err != nil {
		return err
	}
	for _, kind := range []string{"deb", "rpm"} {
		if err := run(nil, "go", "run", nfpm, "package", "-f", config, "-p", kind, "-t", r.path(r.name(s)+"."+kind)); err != nil {
			return err
		}
	}
	return nil
}

// content is a file of a package, as nfpm names its parts.
type content struct {
	Src  string    `json:"src"`
	Dst  string    `json:"dst"`
	Type string    `json:"type,omitempty"`
	Info *fileInfo `json:"file_info,omitempty"`
}

type fileInfo struct {
	Mode  os.FileMode `json:"mode"`
	MTime time.Time   `json:"mtime"`
}

// packageConfig returns the configuration of nfpm.
func (r *release) packageConfig(s system, binary, pages string) ([]byte, error) {
	list, err := entries(s, binary, pages)
	if err != nil {
		return nil, err
	}
	var files []content
	for _, e := range list {
		files = append(files, r.contentOf(e))
	}
	return json.Marshal(map[string]any{
		"name": "tr-filters", "arch": s.arch, "platform": s.os, "version": packageVersion(r.version),
		"maintainer": "the authors of tr-filters", "license": "Apache-2.0", "section": "utils", "mtime": r.when,
		"description": "Unix filters for the transcripts of LLM agents.\nThey repair sessions that an API rejects, and keep histories inside their limits.",
		"contents":    files,
		"rpm":         map[string]string{"buildhost": "reproducible"},
	})
}

// packageVersion returns a version that dpkg and rpm can order: that of a commit
// without a tag is before every other.
func packageVersion(version string) string {
	number := strings.TrimPrefix(version, "v")
	if regexp.MustCompile(`^[0-9]+\.`).MatchString(number) {
		return number
	}
	return "0.0.0~" + number
}

// contentOf returns where a file of an archive is in a package.
func (r *release) contentOf(e entry) content {
	dst := "/usr/" + e.name
	if e.link != "" {
		return content{Src: e.link, Dst: dst, Type: "symlink", Info: &fileInfo{MTime: r.when}}
	}
	return content{Src: e.file, Dst: dst, Info: &fileInfo{Mode: e.mode, MTime: r.when}}
}
