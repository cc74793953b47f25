package main

import (
	"embed"
	"fmt"
	"os"
	"path"
	"strings"
	"text/template"
)

//go:embed templates
var templates embed.FS

// fillTemplates writes the Containerfile and, once it is known where the release
// will be, the formula, which names the archives with their checksums.
func (r *release) fillTemplates() error {
	names := []string{"Containerfile"}
	if r.url != "" {
		names = append(names, "tr-filters.rb")
	}
	for _, name := range names {
		if err := r.fill(name); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return nil
}

func (r *release) fill(name string) error {
	file := func(os, arch string) string { return r.name(system{os, arch}) + ".tar.gz" }
	sum := func(os, arch string) (string, error) { return r.sumOf(file(os, arch)) }
	t, err := template.New(name).Funcs(template.FuncMap{"file": file, "sum": sum}).ParseFS(templates, path.Join("templates", name))
	if err != nil {
		return err
	}
	f, err := os.Create(r.path(name))
	if err != nil {
		return err
	}
	defer f.Close()
	// What Homebrew calls the systems and the processors.
	if err := t.Execute(f, map[string]any{
		"Version": strings.TrimPrefix(r.version, "v"), "URL": r.url,
		"Systems":    map[string]string{"darwin": "macos", "linux": "linux"},
		"Processors": map[string]string{"amd64": "intel", "arm64": "arm"},
	}); err != nil {
		return err
	}
	return f.Close()
}
