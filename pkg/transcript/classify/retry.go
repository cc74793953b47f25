package classify

import (
	"strconv"
	"strings"
)

// retryHeader finds a header or a member that states a waiting time.
var retryHeader = lazy(`\bretry[-_ ]?after(?:[-_ ]?(ms|milliseconds|s|sec|secs|seconds))?["']?\s?[:=]\s?["']?(\d+(?:\.\d+)?) ?(ms|milliseconds?|s|secs?|seconds?|m|mins?|minutes?|h|hours?)?\b(?:$|[^:\w-])`)

// retryInfo finds google.rpc.RetryInfo and its relatives.
var retryInfo = lazy(`\bretry[_ ]?delay["']?:? ?["'{]? ?(?:seconds: ?)?["']?(\d+(?:\.\d+)?)(s|ms)?\b`)

// retrySentence finds a waiting time that a provider asks for. The back-off of a client
// ("Retrying in 4 seconds") does not count.
var retrySentence = lazy(`\b(?:(?:try(?:ing)? again|retry|available|reset|resets|wait|reset after|resets after|back|refreshed|replenished)(?: again| the request| your request| it)?(?: in| after| for| at least| about| another)*|wait) ((?:\d+(?:\.\d+)? ?(?:milliseconds?|millis|msecs?|ms|seconds?|secs?|s|minutes?|mins?|min|m|hours?|hrs?|hr|h|days?|d)\b[ ,]*(?:and )?|\d+(?:\.\d+)?(?:h|m|s|d|hr|min))+)`)

// retryChinese finds "20 秒后重试" and its like in Japanese and Korean.
var retryChinese = lazy(`(\d+(?:\.\d+)?) ?(秒|分钟|小时|秒間|분|초|시간)(?:钟|間)?(?:之)? ?(?:后|以后|후)(?:に|에)? ?(?:再)?(?:重|再|尝|试|다시|재|お試|リトライ|もう一度|やり直)`)

var durationPart = lazy(`(\d+(?:\.\d+)?) ?([a-z]+)`)

// retryAfter returns how many seconds a text or the header beside it says to wait. It
// ignores dates, because a verdict does not depend on a clock.
func retryAfter(low, header string) *float64 {
	if s, err := strconv.ParseFloat(strings.TrimSpace(header), 64); err == nil && s >= 0 {
		return &s
	}
	if strings.Contains(low, "retry") {
		if m := retryInfo.get().FindStringSubmatch(low); m != nil {
			return seconds(m[1], m[2])
		}
		if m := retryHeader.get().FindStringSubmatch(low); m != nil {
			return seconds(m[2], m[1]+m[3])
		}
	}
	if m := retrySentence.get().FindStringSubmatch(low); m != nil {
		return duration(m[1])
	}
	if m := resetIn.get().FindStringSubmatch(low); m != nil {
		return seconds(m[1], "s")
	}
	if m := retryChinese.get().FindStringSubmatch(low); m != nil {
		return seconds(m[1], map[string]string{"秒": "s", "秒间": "s", "초": "s", "分钟": "m", "분": "m", "小时": "h", "시간": "h"}[m[2]])
	}
	return nil
}

var resetIn = lazy(`\b(?:resets?[_ ]in[_ ]seconds|estimated[_ ]time)["']?: ?(\d+(?:\.\d+)?)`)

// duration adds up "6m0s", "1 hour 20 minutes", "4.77s".
func duration(s string) *float64 {
	total := 0.0
	for _, m := range durationPart.get().FindAllStringSubmatch(s, 8) {
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
