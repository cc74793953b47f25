package cli

// joint writes the data of a file behind that of the files before it. Where those lack their
// last line break, it puts one in between: otherwise two records would share a line.
type joint struct {
	laneWriter
	midway *bool // what was written last, by any file, ends in no line break
	begun  bool
}

func (j *joint) Write(p []byte) (int, error) {
	if len(p) == 0 {
		return 0, nil
	}
	if err := j.begin(); err != nil {
		return 0, err
	}
	*j.midway = p[len(p)-1] != '\n'
	return j.laneWriter.Write(p)
}

// begin ends the line of the file before.
func (j *joint) begin() (err error) {
	j.lane.waitForTurn()
	if !j.begun && *j.midway {
		_, err = j.laneWriter.Write([]byte{'\n'})
	}
	j.begun = true
	return err
}
