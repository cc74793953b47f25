package classify

// bytesLimit finds how many bytes a request may have, beside the words of a limit.
var bytesLimit = lazy(`\b(?:max(?:imum)?|limit|allowed|at most|exceed(?:s|ed)?)\b[^.\d]{0,40}?(\d[\d_,]*) ?bytes\b`)

// limitBytes returns how many bytes a text says that a request may have, nil if it does
// not say so.
func limitBytes(low string) *int64 {
	m := bytesLimit.get().FindStringSubmatch(low)
	if m == nil {
		return nil
	}
	return parseTokens(m[1])
}
