package classify

// Row and Rows are what tests of other packages' promises look at.
type Row = tableRow

func Rows() []*Row { return rows() }
