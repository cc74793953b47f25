package classify

// judgements remembers what texts were judged to be: a client that tries again writes the
// same error each time, and to look one up takes a thousandth of the time of judging it.
type judgements struct {
	known map[judgedText]Verdict
}

// judgedText is the part of an input that a judgement depends on.
type judgedText struct {
	text       string
	status     int
	retryAfter string
}

const (
	maxJudgements = 64
	maxJudged     = 4 << 10 // bytes of a text that is remembered
)

// classify is Classify.
func (j *judgements) classify(in Input) Verdict {
	v := j.judge(in)
	v.decide(in)
	return v
}

// judge is the function of that name. What it returns may be shared.
func (j *judgements) judge(in Input) Verdict {
	if len(in.Text) > maxJudged {
		return judge(in)
	}
	key := judgedText{in.Text, in.Status, in.RetryAfter}
	v, known := j.known[key]
	if known {
		return v
	}
	if j.known == nil || len(j.known) >= maxJudgements {
		j.known = make(map[judgedText]Verdict, 1)
	}
	v = judge(in)
	j.known[key] = v
	return v
}
