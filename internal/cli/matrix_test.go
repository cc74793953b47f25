package cli

import (
	"path/filepath"
	"testing"
)

// TestCombinations says for every pair of modes whether it makes sense: the exit
// status is 2, or 1 where the mode tells of the finding, or 0.
func TestCombinations(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	modes := []string{"-c", "-l", "-d", "-w", "-oOUT", "-q", "-e", "-l0", "-fjson", "--report=REP", "--rejects=REJ", "-j2"}
	want := map[string][]int{
		//                  c  l  d  w  o  q  e l0 fj rp rj j2
		"-c":            {1, 1, 1, 2, 2, 1, 1, 1, 1, 1, 1, 1},
		"-l":            {1, 1, 1, 1, 2, 1, 1, 1, 1, 1, 1, 1},
		"-d":            {1, 1, 1, 1, 2, 1, 1, 1, 1, 1, 1, 1},
		"-w":            {2, 1, 1, 0, 2, 0, 1, 1, 0, 0, 0, 0},
		"-oOUT":         {2, 2, 2, 2, 0, 0, 1, 2, 0, 0, 0, 0},
		"-q":            {1, 1, 1, 0, 0, 0, 1, 1, 0, 0, 0, 0},
		"-e":            {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1},
		"-l0":           {1, 1, 1, 1, 2, 1, 1, 1, 1, 1, 1, 1},
		"-fjson":        {1, 1, 1, 0, 0, 0, 1, 1, 0, 0, 0, 0},
		"--report=REP":  {1, 1, 1, 0, 0, 0, 1, 1, 0, 0, 0, 0},
		"--rejects=REJ": {1, 1, 1, 0, 0, 0, 1, 1, 0, 0, 0, 0},
		"-j2":           {1, 1, 1, 0, 0, 0, 1, 1, 0, 0, 0, 0},
	}
	for i, a := range modes {
		for j, b := range modes {
			fileIn(t, dir, "s", "{}\n\"up\"\n")
			r := run(t, setup{}, a, b, "s")
			if r.code != want[a][j] || want[a][j] != want[b][i] {
				t.Errorf("%s %s: exit %d, want %d", a, b, r.code, want[a][j])
			}
			if r.code == 2 && (r.out != "" || content(t, "s") != "{}\n\"up\"\n") {
				t.Errorf("%s %s: something was done", a, b)
			}
		}
	}
}

// TestWhereFindingsGo says for every mode on which stream the findings are.
func TestWhereFindingsGo(t *testing.T) {
	for _, c := range []struct {
		args     []string
		out, err bool
	}{
		{nil, false, true},
		{[]string{"-c"}, true, false},
		{[]string{"-l"}, false, false},
		{[]string{"-d"}, false, true},
		{[]string{"-w"}, false, true},
		{[]string{"-cl"}, false, true},
		{[]string{"-cd"}, false, true},
		{[]string{"-ld"}, false, true},
		{[]string{"-lw"}, false, true},
		{[]string{"-o", "OUT"}, false, true},
		{[]string{"-q"}, false, false},
		{[]string{"-cq"}, false, false},
		{[]string{"-dq"}, false, false},
		{[]string{"--report", "REP"}, false, true},
		{[]string{"-c", "--report", "REP"}, true, false},
	} {
		p := file(t, "s", "\"warn\"\n")
		t.Chdir(filepath.Dir(p))
		r := run(t, setup{}, append(c.args, "s")...)
		const finding = "s:1: nul-bytes: call \"toolu_1\" [keep]\n"
		shown, _ := cutTotal(r.out)
		if out, err := shown == finding, r.err == finding; out != c.out || err != c.err {
			t.Errorf("%q: %+v", c.args, r)
		}
	}
}
