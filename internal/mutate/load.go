package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
)

// code is a package with its changes.
type code struct {
	dir, path, name string // path is the one of imports
	files           []string
	imports         types.Importer
	list            []mutation
}

// load reads the package of a directory: the files that a build here takes, and
// the types of what it and the helper import as the go command has compiled them.
func load(dir string) (*code, error) {
	args := append([]string{"list", "-export", "-deps", "-json=ImportPath,Export,GoFiles,Name,Standard", "./" + filepath.ToSlash(filepath.Clean(dir))}, helperImports...)
	out, err := output("go", args...)
	if err != nil {
		return nil, err
	}
	c := &code{dir: dir}
	compiled := map[string]string{}
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		var p struct {
			ImportPath, Export, Name string
			GoFiles                  []string
			Standard                 bool
		}
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return nil, err
		}
		compiled[p.ImportPath] = p.Export
		if !p.Standard { // of those that are not, -deps puts what imports the others last
			c.path, c.name, c.files = p.ImportPath, p.Name, p.GoFiles
		}
	}
	c.imports = importer.ForCompiler(token.NewFileSet(), "gc", func(path string) (io.ReadCloser, error) { return os.Open(compiled[path]) })
	return c, c.find()
}

// find collects the changes of all files.
func (c *code) find() error {
	texts := map[string][]byte{}
	for _, name := range c.files {
		src, err := os.ReadFile(filepath.Join(c.dir, name))
		if err != nil {
			return err
		}
		texts[name] = src
	}
	set, files, info, errs := c.check(texts)
	if len(errs) > 0 {
		return errs[0]
	}
	for i, name := range c.files {
		f := finder{file: set.File(files[i].FileStart), name: filepath.Join(c.dir, name), src: texts[name], info: info}
		c.list = append(c.list, f.find(files[i])...)
	}
	return nil
}

// check parses files and finds their types, and returns what is wrong with them.
func (c *code) check(texts map[string][]byte) (*token.FileSet, []*ast.File, *types.Info, []error) {
	set := token.NewFileSet()
	var files []*ast.File
	var errs []error
	for _, name := range append(c.files[:len(c.files):len(c.files)], helperName) {
		if texts[name] == nil {
			continue
		}
		file, err := parser.ParseFile(set, name, texts[name], parser.SkipObjectResolution)
		if err != nil {
			return nil, nil, nil, []error{err}
		}
		files = append(files, file)
	}
	info := &types.Info{Types: map[ast.Expr]types.TypeAndValue{}}
	config := types.Config{Importer: c.imports, Error: func(err error) { errs = append(errs, err) }}
	config.Check(c.path, set, files, info)
	return set, files, info, errs
}

const helperName = "mutant_switch.go"

// switched returns the files with all changes that can be switched, and the one
// that knows which of them is there. A change that does not compile so is taken
// out, and gets a build of its own.
func (c *code) switched(on, reached string) (map[string][]byte, error) {
	for range 20 {
		texts := map[string][]byte{helperName: helper(c.name, on, reached, len(c.list))}
		first := 0
		for _, name := range c.files {
			last := first
			for last < len(c.list) && filepath.Base(c.list[last].file) == name {
				last++
			}
			src, err := os.ReadFile(filepath.Join(c.dir, name))
			if err != nil {
				return nil, err
			}
			at := first
			texts[name] = switchable(src, c.list[first:last], func(i int) int { return at + i + 1 })
			first = last
		}
		_, _, _, errs := c.check(texts)
		if len(errs) == 0 {
			return texts, nil
		}
		if err := c.exclude(errs); err != nil {
			return nil, err
		}
	}
	return nil, errors.New("the changes do not compile together")
}

// exclude takes out the switches on the lines that errors are about.
func (c *code) exclude(errs []error) error {
	n := 0
	for _, err := range errs {
		e := types.Error{}
		if !errors.As(err, &e) {
			return err
		}
		at := e.Fset.Position(e.Pos)
		for i, m := range c.list {
			if filepath.Base(m.file) == at.Filename && m.line == at.Line && m.toggle.before != "" {
				c.list[i].toggle = toggle{}
				n++
			}
		}
	}
	if n == 0 {
		return fmt.Errorf("with all changes: %w", errs[0])
	}
	return nil
}

// output runs a program and returns what it prints. Its messages are part of an
// error.
func output(name string, args ...string) ([]byte, error) {
	var messages bytes.Buffer
	cmd := exec.Command(name, args...)
	cmd.Stderr = &messages
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("%s: %w\n%s", name, err, &messages)
	}
	return out, nil
}
