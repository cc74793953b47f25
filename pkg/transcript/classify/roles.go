package classify

import (
	"slices"
	"strings"
)

// The numbers of a sentence whose wording is not known are told apart by what stands
// in front of them: words of a limit, or words of what was sent.

// looseNumber finds numbers.
var looseNumber = lazy(figureNumber)

// isCount reports whether the number low[from:to] may count tokens: it is no part of
// an id, of a price, of a percentage, of a version or of a date, and no line of a file.
func isCount(low string, from, to int) bool {
	if datedOrPlaced.get().MatchString(low[max(0, from-32):from]) {
		return false
	}
	if from > 0 && (isWord(low[from-1]) || strings.IndexByte(".#$@-", low[from-1]) >= 0) {
		return false
	}
	rest := low[to:]
	if otherUnit.get().MatchString(rest) {
		return false
	}
	if rest == "" || strings.HasPrefix(rest, "token") || strings.HasPrefix(rest, "-token") {
		return true
	}
	return !isWord(rest[0]) && rest[0] != '%' && rest[0] != '-' && (rest[0] != '.' || len(rest) == 1 || !isWord(rest[1]))
}

// datedOrPlaced ends in front of the year of a date and of the line in a file.
var datedOrPlaced = lazy(`\b\d\d/\d\d/$|\w\.(?:py|go|js|ts|rs|java|cpp):? *$`)

// otherUnit finds what is counted where that is no tokens.
var otherUnit = lazy(`^[ -]?(?:个)?(?:字|文字|글자|characters?\b|chars?\b|words?\b|messages?\b|pages?\b|images?\b|files?\b|lines?\b|times?\b|次|条|页|元)`)

func isWord(c byte) bool { return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' }

// looseSentence finds sentences about the size of what was sent.
var looseSentence = lazy(`[^!?{}]*(?:token|context|max_|window|prompt|input length|limit|jeton|токен|上下文|输入|长度|コンテキスト|入力|トークン|プロンプト|컨텍스트|토큰|입력)[^!?{}]*`)

// limitWords and sentWords end in front of a number.
var (
	limitWords = lazy(`(?:max|surpass|overflow|outgr|\bfits?\b|too (?:long|large|big) for|context (?:size|length)|\binto\b|limit|window|at most|up to|allow|only|capacity|exceed|\bover\b|above|beyond|\bthan\b|supports?|accepts?|[<>]=?|上限|最大|限制|最多|最长|超过|超出|大于|超え|최대|한도|제한|초과|limite|maxim|máxim|максимум|erlaubt)[^\d.。;；]{0,40}$`)
	sentWords  = lazy(`(?:requested|resulted in|contain|\bhas\b|\bhave\b|\bgot\b|received|sent|\bused?\b|passed|given|current|actual|projected|too (?:long|large|big|many)|prompt|input|request|conversation|history|message|session|thread|chat|transcript|sequence|query|context|tokens?|当前|实际|请求|输入|传入|リクエスト|入力|トークン|요청|입력|토큰|токен|запрос)[^\d.。;；]{0,40}$`)
	sentVerbs  = lazy(`(?:requested|resulted in|contains?|\bhas\b|\bhave\b|\bgot\b|received|sent|\bused?\b|passed|given|current|actual|projected|当前|实际)[^\d.。;；]{0,24}$|\+ max_\w+\) ?$`)
)

// leastTokens is the least that a number counts as tokens without being named so.
const leastTokens = 256

// maxLoose bounds how many numbers of one sentence are looked at.
const maxLoose = 8

// exceeded reports whether the groups of a match say that more was asked for than
// there is. How much a model may write is no limit of what it is sent.
func (r rule) exceeded(match, sentence string) bool {
	re := r.re.get()
	m := re.FindStringSubmatch(match)
	if m == nil || aboutOutput.get().MatchString(match) || !aboutTokens.get().MatchString(sentence) || aboutPeriods.get().MatchString(sentence) {
		return false
	}
	sent, limit := parseTokens(m[re.SubexpIndex("A")]), parseTokens(m[re.SubexpIndex("L")])
	return sent != nil && limit != nil && *sent > *limit && *sent >= leastTokens
}

// aboutPeriods finds words about what may be used over time, and what it costs.
var aboutPeriods = lazy(`\b(?:daily|weekly|monthly|per (?:day|week|month|hour|minute|min)|today|credits?|costs?|quota|billing|usd)\b|\$\d|额度|配额|余额`)

// aboutTokens finds words about what a model reads.
var aboutTokens = lazy(`token|context|window|prompt|\bsequence|n_ctx|(?:model|seq|input|max)_len|令牌|上下文|提示|输入|トークン|コンテキスト|プロンプト|入力|토큰|컨텍스트|프롬프트|입력|jeton|токен|kontext|contesto|контекст|bağlam`)

// aboutOutput finds words about the answer.
var aboutOutput = lazy(`\boutput|\bof which\b|\bgenerat|\bcompletions?\b|max_(?:new|completion|output|gen)|输出|生成|出力|출력`)

// guess reads the numbers of a sentence whose wording is not known. Of two, the larger
// was asked for. A single one is the limit, unless words say that it was sent. Where
// the limit is known, words must say of the other one that it was sent.
func guess(class Class, low string, known *int64) (limit, actual *int64) {
	if class != ContextOverflow && class != InvalidMaxTokens {
		return nil, nil
	}
	low = looseSentence.get().FindString(low)
	var all, limits, sent []int64
	for _, m := range looseNumber.get().FindAllStringIndex(low, maxLoose) {
		word := low[m[0]:m[1]]
		n := parseTokens(word)
		if n == nil || *n < leastTokens || !isCount(low, m[0], m[1]) || slices.Contains(all, *n) || isStatus(*n, word) {
			continue
		}
		all = append(all, *n)
		if sentBehind.get().MatchString(low[m[1]:]) || isSent(low[max(0, m[0]-60):m[0]]) && !limitBehind.get().MatchString(low[m[1]:]) {
			sent = append(sent, *n)
		} else {
			limits = append(limits, *n)
		}
	}
	if known != nil {
		if len(sent) == 1 && sent[0] > *known {
			return known, &sent[0]
		}
		return known, nil
	}
	return assign(all, limits, sent)
}

// limitBehind finds what makes the number in front of it a limit.
var limitBehind = lazy(`^(?:[- ]tokens?)?(?: (?:context|input|prompt))? (?:limit|window|maximum|max\b|context|length|allowed|budget)`)

// sentBehind finds what makes it what was sent.
var sentBehind = lazy(`^(?:[- ](?:input |prompt )?tokens?)?\)? (?:exceed|overflow|surpass|outgr|goes over|do(?:es)? not fit|will not fit|won't fit|would exceed|has exceeded|(?:is|are) (?:over|above|beyond|too|more|longer|larger|greater|bigger)|were sent|requested|used|in the prompt)`)

// isSent reports whether the words in front of a number say that so much was sent.
func isSent(before string) bool {
	if sentVerbs.get().MatchString(before) {
		return true
	}
	return sentWords.get().MatchString(before) && !limitWords.get().MatchString(before)
}

// assign says which numbers are the limit and what was sent.
func assign(all, limits, sent []int64) (limit, actual *int64) {
	switch {
	case len(all) == 2:
		slices.Sort(all)
		return &all[0], &all[1]
	case len(all) == 1 && len(sent) == 1:
		return nil, &sent[0]
	case len(all) == 1:
		return &all[0], nil
	case len(limits) > 0 && len(sent) > 0 && sent[0] > limits[0]:
		return &limits[0], &sent[0]
	}
	return nil, nil
}
