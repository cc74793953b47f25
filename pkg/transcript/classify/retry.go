package classify

import (
	"regexp"
	"strconv"
	"strings"
)

// waits are the forms in which a text says how long to wait: words of which one stands in
// each, the form, and how its groups are read. The first that fits counts.
var waits = []struct {
	words []string
	form  func() *regexp.Regexp
	read  func(groups []string) *float64
}{
	// google.rpc.RetryInfo and its relatives.
	{[]string{"retry"}, lazy(`\bretry[_ ]?delay["']?:? ?["'{]? ?(?:seconds: ?)?["']?(\d+(?:\.\d+)?)(s|ms)?\b`),
		func(g []string) *float64 { return seconds(g[1], g[2]) }},
	// A header, or a member of that name.
	{[]string{"retry"}, lazy(`\bretry[-_ ]?after(?:[-_ ]?(ms|milliseconds|s|sec|secs|seconds))?["']?\s?[:=]\s?["']?(\d+(?:\.\d+)?) ?(ms|milliseconds?|s|secs?|seconds?|m|mins?|minutes?|h|hours?)?\b(?:$|[^:\w-])`),
		func(g []string) *float64 { return seconds(g[2], g[1]+g[3]) }},
	// What a provider asks for. The back-off of a client ("Retrying in 4 seconds") does not count.
	{[]string{"again", "retry", "wait", "reset", "available", "back", "refreshed", "replenished"},
		lazy(`\b(?:(?:try(?:ing)? again|retry|available|reset|resets|wait|reset after|resets after|back|refreshed|replenished)(?: again| the request| your request| it)?(?: in| after| for| at least| about| another)*|wait) ((?:\d+(?:\.\d+)? ?(?:milliseconds?|millis|msecs?|ms|seconds?|secs?|s|minutes?|mins?|min|m|hours?|hrs?|hr|h|days?|d)\b[ ,]*(?:and )?|\d+(?:\.\d+)?(?:h|m|s|d|hr|min))+)`),
		func(g []string) *float64 { return duration(g[1]) }},
	{[]string{"requested"}, lazy(`\brequested (?:a )?(\d+(?:\.\d+)?) ?(ms|milliseconds?|s|secs?|seconds?|m|mins?|minutes?|h|hours?) (?:wait|delay)\b`),
		func(g []string) *float64 { return seconds(g[1], g[2]) }},
	{[]string{"reset", "estimated"}, lazy(`\b(?:resets?[_ ](?:in[_ ])?seconds|estimated[_ ]time)["']?: ?(\d+(?:\.\d+)?)`),
		func(g []string) *float64 { return seconds(g[1], "s") }},
	// "20 秒后重试" and its like in Japanese and Korean.
	{[]string{"秒", "分", "小时", "时间", "초", "분", "시간"}, lazy(`(\d+(?:\.\d+)?) ?(秒|分钟|小时|秒間|분|초|시간)(?:钟|間)?(?:之)? ?(?:后|以后|후)(?:に|에)? ?(?:再)?(?:重|再|尝|试|다시|재|お試|リトライ|もう一度|やり直)`),
		func(g []string) *float64 {
			return seconds(g[1], map[string]string{"秒": "s", "秒间": "s", "초": "s", "分钟": "m", "분": "m", "小时": "h", "시간": "h"}[g[2]])
		}},
}

var durationPart = lazy(`(\d+(?:\.\d+)?) ?([a-z]+)`)

// retryAfter returns how many seconds a text or the header beside it says to wait. It
// ignores dates, because a verdict does not depend on a clock.
func retryAfter(low, header string) *float64 {
	if s, err := strconv.ParseFloat(strings.TrimSpace(header), 64); err == nil && s >= 0 {
		return &s
	}
	for _, w := range waits {
		if !holdsOne(low, w.words...) {
			continue
		}
		if groups := w.form().FindStringSubmatch(low); groups != nil {
			return w.read(groups)
		}
	}
	return nil
}

// duration adds up "6m0s", "1 hour 20 minutes", "4.77s".
func duration(s string) *float64 {
	total := 0.0
	for _, m := range durationPart().FindAllStringSubmatch(s, 8) {
		if x := seconds(m[1], m[2]); x != nil {
			total += *x
		}
	}
	return &total
}

// seconds scales a number by the name of its unit; without one it is seconds.
func seconds(number, unit string) *float64 {
	x, err := strconv.ParseFloat(number, 64)
	if err != nil {
		return nil
	}
	switch {
	case strings.HasPrefix(unit, "ms"), strings.HasPrefix(unit, "milli"):
		x /= 1000
	case strings.HasPrefix(unit, "m"):
		x *= 60
	case strings.HasPrefix(unit, "h"):
		x *= 3600
	case strings.HasPrefix(unit, "d"):
		x *= 86400
	}
	return &x
}
