package browser

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestPage(t *testing.T) {
	text := `<!doctype html><input type=file id=f><script>
document.getElementById("f").onchange = async (e) => { window.got = await e.target.files[0].text(); console.log("read it") }
</script>`
	p := OpenText(t, text)
	dir := t.TempDir()
	name := filepath.Join(dir, "chosen")
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	var sum int
	if p.Eval("Promise.resolve(1 + 1)", &sum); sum != 2 {
		t.Errorf("1 + 1 = %d", sum)
	}
	p.Choose("#f", name)
	p.Wait("window.got")
	var got string
	if p.Eval("window.got", &got); got != text {
		t.Errorf("got %q", got)
	}
	if err := p.eval("nobody.knows", nil); err == nil || !strings.Contains(err.Error(), "nobody is not defined") {
		t.Errorf("got %v", err)
	}
	var dark bool
	p.Dark()
	if p.Eval("matchMedia('(prefers-color-scheme: dark)').matches", &dark); !dark {
		t.Error("it is light")
	}
	shot := filepath.Join(dir, "shot.png")
	p.Screenshot(shot)
	if data, err := os.ReadFile(shot); err != nil || !strings.HasPrefix(string(data), "\x89PNG") {
		t.Errorf("no picture: %v", err)
	}
	if log := strings.Join(p.Complaints(), " "); !strings.Contains(log, "read it") {
		t.Errorf("the page said %s", log)
	}
}
