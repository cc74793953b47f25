package main

import (
	"debug/buildinfo"
	"encoding/json"
	"os"
	"strings"
)

// bill is a bill of materials in the CycloneDX format, version 1.5
// (https://cyclonedx.org/docs/1.5/json): what of it can be read from a binary.
type bill struct {
	Format     string      `json:"bomFormat"`
	Spec       string      `json:"specVersion"`
	Version    int         `json:"version"`
	Metadata   metadata    `json:"metadata"`
	Components []component `json:"components"`
}

type metadata struct {
	Timestamp string    `json:"timestamp"`
	Component component `json:"component"`
}

type component struct {
	Type    string `json:"type"`
	Ref     string `json:"bom-ref"`
	Name    string `json:"name"`
	Version string `json:"version"`
	PURL    string `json:"purl,omitempty"`
}

// writeBOM writes what the Go tool says was built into the binary.
func (r *release) writeBOM(s system, binary string) error {
	info, err := buildinfo.ReadFile(binary)
	if err != nil {
		return err
	}
	b := bill{Format: "CycloneDX", Spec: "1.5", Version: 1, Metadata: metadata{
		Timestamp: r.when.Format("2006-01-02T15:04:05Z"),
		Component: component{Type: "application", Ref: "tr-filters", Name: "tr-filters", Version: r.version},
	}}
	b.add("stdlib", strings.TrimPrefix(info.GoVersion, "go"))
	for _, m := range info.Deps {
		b.add(m.Path, m.Version)
	}
	text, err := json.MarshalIndent(b, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(r.path(r.name(s)+".cdx.json"), append(text, '\n'), 0o644)
}

func (b *bill) add(module, version string) {
	url := "pkg:golang/" + module + "@" + version
	b.Components = append(b.Components, component{Type: "library", Ref: url, Name: module, Version: version, PURL: url})
}
