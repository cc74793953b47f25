package main

import (
	"archive/tar"
	"archive/zip"
	"compress/gzip"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
)

// entry is a file in an archive: a file of this machine, or a link to another
// name in the same directory.
type entry struct {
	name string
	file string
	link string
	mode fs.FileMode
}

// entries returns what an archive holds, in its order. Windows has no links that
// an archive could hold, so there every command is a copy.
func entries(s system, binary, pages string) ([]entry, error) {
	var list []entry
	for i, name := range commandNames() {
		e := entry{name: "bin/" + name, file: binary, mode: 0o755}
		switch {
		case s.os == "windows":
			e.name += ".exe"
		case i > 0:
			e.file, e.link = "", commandNames()[0]
		}
		list = append(list, e)
	}
	for _, pattern := range []string{"*.md", "LICENSE", "docs/*.md", "docs/schema/*.json", "docs/pictures/*.svg"} {
		names, err := filepath.Glob(pattern)
		if err != nil {
			return nil, err
		}
		for _, name := range names {
			list = append(list, entry{name: "share/doc/tr-filters/" + filepath.ToSlash(name), file: name, mode: 0o644})
		}
	}
	err := filepath.WalkDir(pages, func(file string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		rel, err := filepath.Rel(pages, file)
		list = append(list, entry{name: placeOf(filepath.ToSlash(rel)), file: file, mode: 0o644})
		return err
	})
	return list, err
}

// placeOf returns where a page or a completion belongs below /usr or /usr/local.
func placeOf(page string) string {
	dir := map[string]string{
		"man1": "share/man/man1", "bash": "share/bash-completion/completions",
		"zsh": "share/zsh/site-functions", "fish": "share/fish/vendor_completions.d", "powershell": "share/tr-filters/powershell",
	}[path.Dir(page)]
	return dir + "/" + path.Base(page)
}

// archive writes a .tar.gz, or a .zip for Windows, with one directory in it.
func (r *release) archive(s system, binary, pages string) error {
	list, err := entries(s, binary, pages)
	if err != nil {
		return err
	}
	end, write := ".tar.gz", r.writeTar
	if s.os == "windows" {
		end, write = ".zip", r.writeZip
	}
	f, err := os.Create(r.path(r.name(s) + end))
	if err != nil {
		return err
	}
	defer f.Close()
	if err := write(f, r.name(s)+"/", list); err != nil {
		return err
	}
	return f.Close()
}

func (r *release) writeTar(w io.Writer, root string, list []entry) error {
	zipped := gzip.NewWriter(w)
	archive := tar.NewWriter(zipped)
	for _, e := range list {
		if err := r.addToTar(archive, root, e); err != nil {
			return fmt.Errorf("%s: %w", e.name, err)
		}
	}
	if err := archive.Close(); err != nil {
		return err
	}
	return zipped.Close()
}

func (r *release) addToTar(archive *tar.Writer, root string, e entry) error {
	h := &tar.Header{Name: root + e.name, Mode: int64(e.mode), ModTime: r.when, Typeflag: tar.TypeReg, Format: tar.FormatUSTAR}
	if e.link != "" {
		h.Typeflag, h.Linkname = tar.TypeSymlink, e.link
		return archive.WriteHeader(h)
	}
	text, err := os.ReadFile(e.file)
	if err != nil {
		return err
	}
	h.Size = int64(len(text))
	if err := archive.WriteHeader(h); err != nil {
		return err
	}
	_, err = archive.Write(text)
	return err
}

func (r *release) writeZip(w io.Writer, root string, list []entry) error {
	archive := zip.NewWriter(w)
	for _, e := range list {
		text, err := os.ReadFile(e.file)
		if err != nil {
			return err
		}
		h := &zip.FileHeader{Name: root + e.name, Method: zip.Deflate, Modified: r.when}
		h.SetMode(e.mode)
		file, err := archive.CreateHeader(h)
		if err != nil {
			return err
		}
		if _, err := file.Write(text); err != nil {
			return err
		}
	}
	return archive.Close()
}
