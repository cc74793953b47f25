package classify

// lacksEvidence says which evidence of an error a match of a rule lacks, "" if there is
// enough.
func (vw *view) lacksEvidence(p place, r *Rule) string {
	switch r.Strength {
	case Bare, Worded: // the words of a whole text are the evidence
		return ""
	case Paired:
		return vw.tells(p, r.Class)
	case Exact:
		return vw.exactLacks(p, r.Class)
	case Loose, Counted:
		return vw.looseLacks(p, r.Class)
	case Local:
		return vw.localLacks(p, r.Class)
	}
	if !vw.standsAlone(p) && !(vw.isTerse(p) && vw.isPlain(p)) || having.get().MatchString(vw.low[max(0, p.from-24):p.from]) || shrinks(r.Class) && vw.isListed(p) {
		return edgeVeto
	}
	if !vw.isFramed(p) && p.unit.len() > shortText {
		return lengthVeto
	}
	return vw.tells(p, r.Class)
}

// tells says that somebody speaks of himself around a place at which a history would be
// cut, and that no error is announced there.
func (vw *view) tells(p place, c Class) string {
	if shrinks(c) && !vw.isAnnouncedAt(p) && teller.get().MatchString(vw.low[p.unit.from:p.unit.to]) {
		return chatVeto
	}
	return ""
}

// exactLacks says what a sentence lacks that only errors have.
func (vw *view) exactLacks(p place, c Class) string {
	if why := vw.tells(p, c); why != "" {
		return why
	}
	if (shrinks(c) || c == InvalidMaxTokens) && vw.isListed(p) && !longNumber.get().MatchString(vw.low[p.from:p.end]) {
		return frameVeto
	}
	return ""
}

// looseLacks says what words lack that people use of errors, too.
func (vw *view) looseLacks(p place, c Class) string {
	if (shrinks(c) || c == InvalidMaxTokens) && (vw.isListed(p) || c != WAFBlock && vw.isOfOther(p)) {
		return frameVeto
	}
	if shrinks(c) && vw.isOfAllowance(p) {
		return allowanceVeto
	}
	if shrinks(c) && !vw.isAnnouncedAt(p) && vw.isExplained(p) {
		return chatVeto
	}
	if vw.isFramed(p) {
		return ""
	}
	if narrative.get().MatchString(vw.low[p.from:p.to]) {
		return frameVeto
	}
	if shrinks(c) && vw.isChatty(p) {
		return chatVeto
	}
	if vw.isBareError(p) || vw.isTerse(p) && (c == ContextOverflow || vw.isPlain(p)) {
		return ""
	}
	return frameVeto
}

var (
	leftEdge  = lazy(`(?:^|[:>"'(\[\]{|=,;.!?<·•✕✗❌⚠*-]️? ?|\b(?:error|failed|failure|exception|[45]\d\d|due to|because of|sorry|reason|http|warn(?:ing)?|fatal|the|a|an|your|this|there (?:are|were|is)) )$`)
	rightEdge = lazy(`^(?:$| ?[.,;:!<>"')(\]}|=·{\[∙·…]| -|-(?:$|[ -])| (?:after \w+|while|during|before|with (?:status|code|error|http|other|id)|retrying|please|try|request id|url|https?:|\d+\b|of \d|for [\w./@-]*[\d/:][\w./:@-]*|for (?:this|the|your) (?:model|endpoint|server|api|request|context|key|user|account|project|team|organi[sz]ation)|for (?:user|key|account)|for (?:model|requested|url|request)|to (?:continue|process|send|fit)|in (?:the )?(?:request|model|response|prompt|stream)|right now|and (?:try|retry|cannot)|by (?:the )?(?:peer|remote|server|model|provider|upstream|api)|error|detected|occurred|encountered|unexpectedly|due to|because)(?:\b|$))`)
)

// standsAlone reports whether a place stands by itself, at the edges of a sentence or
// of a quoted value.
func (vw *view) standsAlone(p place) bool {
	left, right := vw.low[max(0, p.from-40):p.from], vw.low[p.to:]
	if vw.starts[p.first] >= p.from-1 {
		left = ""
	}
	if p.end <= p.to+1 {
		right = ""
	}
	return leftEdge.get().MatchString(left) && rightEdge.get().MatchString(head(right, 40))
}

// errorish finds signs of an error that are rare in prose: advice, names of parameters,
// addresses, quoted values, two long numbers.
var errorish = lazy(`\bplease\b|\b(?:shorten|reduce|increase|start a new|consider|contact|make sure|load the model|use a (?:larger|shorter|smaller|model)|switch to|clear the|compact)\b|\btry (?:again|an?other|a |using|with)|\bretry|\bupgrade\b|\bsee (?:stack|the|https?)|\w_\w|https?://|\d{3,}\D.*\b\d{3,}|\b\d{4,}\b|\d,\d{3}\b|\b\d+k\b|["'][\w./:@-]+["']|\byou(?:r|'ve|'re| have| exceeded| do| are| can| must)\b|\b(?:read|write|dial|connect) (?:tcp|e[a-z]{4,})|::|\w\.\w+\.\w|\w/\w+:|\[\d+\]|[一-鿿ぁ-ヿ가-힣]{4}|\d+[km]\b.*\b\d+[km]\b|\be[a-z]+(?:refused|reset|timedout)\b`)

// isBareError reports whether a passage is short, and the match makes up most of its
// sentence, or is a sentence itself, or the passage has the wording of an error.
func (vw *view) isBareError(p place) bool {
	if p.unit.len() > shortText {
		return false
	}
	s := vw.sentence(p)
	return 5*(p.to-p.from) >= 3*s.len() || errorish.get().MatchString(vw.low[p.unit.from:p.unit.to]) || vw.standsAlone(p)
}

// proseish finds the words of somebody who explains or tells.
var proseish = lazy(`\b(?:often|usually|quickly|sometimes|always|never|easily|may|might|will|would|when|whenever|if|because|although|while|last|next|we|our|she|he|they|their|i|people|should|means|called|about|like|then|once|until|depends|more than one|for example|e\.g|also|so)\b`)

// listed finds the mark of an item in front of a line.
var listed = lazy(`^\s*(?:[-*+•·]|\d{1,2}[.)、]) `)

// having finds what speaks of something that there is, and not of what happened.
var having = lazy(`\b(?:has|have|having|there is|there are|set|uses?|adds?|needs?|implements?|supports?) (?:an?|the|no|some) $`)

// isAnnouncedAt reports whether the line of a place begins as an error does.
func (vw *view) isAnnouncedAt(p place) bool { return isAnnounced(vw.lines[p.first]) }

// isOfOther reports whether the sentence of a place is about the size of something that
// is no request: a file, a part of a text, an entry.
func (vw *view) isOfOther(p place) bool {
	s := vw.sentence(p)
	said := vw.low[s.from:p.to]
	return otherThing.get().MatchString(said) && !wholeRequest.get().MatchString(said)
}

var (
	otherThing   = lazy(`\b(?:files?|chunks?|sections?|documents?|skill|snippets?|diffs?|commits?|passages?|pages?|summary|rows?|columns?|notes?|captions?|readme|\w+\.md|entry|entries|records?|lines?|cells?|nodes?|memory file|episodes?|articles?|batch(?:es)?|subtitles?)\b|时长|\d ?秒|\d ?张`)
	wholeRequest = lazy(`\b(?:prompts?|requests?|conversation|inputs?|messages?|history|model|window|n_ctx|chat|query)\b`)
)

// isExplained reports whether somebody explains around a place: by words that no error
// has, or with a long sentence in front of the one that holds it.
func (vw *view) isExplained(p place) bool {
	s := vw.sentence(p)
	if explaining.get().MatchString(vw.low[s.from:s.to]) {
		return true
	}
	before := vw.low[min(p.unit.from, s.from):s.from]
	return !vw.isFramed(p) && longSentence.get().MatchString(before)
}

var (
	explaining   = lazy(`\b(?:even though|whose|that exceed\w*|the root cause|causing|in which case|so that|in order to|might|for example|e\.g\.|such as|i\.e\.|note that|is expected|can be fixed|well past|even if|in the (?:guide|documentation|docs|paper))\b`)
	longSentence = lazy(`(?:[a-z'-]+,? ){9,}[a-z'-]+[.!?] $`)
)

// longNumber finds what only an event has, and not the number of an issue.
var longNumber = lazy(`(?:^|[^#/\d])\d{3}`)

// isListed reports whether a place stands in an item of a list, as notes and manuals have, and
// no error begins right in front of it: "- Logs: Error: ...".
func (vw *view) isListed(p place) bool {
	mark := listed.get().FindString(vw.lines[p.first])
	return mark != "" && !isAnnounced(vw.lines[p.first][len(mark):]) && !introduced.get().MatchString(vw.low[p.start:p.from])
}

var introduced = lazy(`[:-] (?:error|exception): $|\berror code: [45]\d\d\b[^.]*$`)

// chatty finds the words of somebody who tells or explains, in the sentence of a match;
// teller finds somebody who speaks of himself anywhere in its passage.
var (
	chatty = lazy(`\b(?:often|usually|quickly|sometimes|always|never|easily|when|whenever|if|because|although|people|users|means|once|until|depends|for example|e\.g|also|so|basically|actually|probably|seems?|apparently|likely|really|quite|rather)\b|(?:文章|论文|文档|本文|教程|官方|大家|可能|一般|往往|说明|原理|方案|策略|机制|场景)`)
	teller = lazy(`\blooks like \w+ is saying\b|\b(?:sometimes|often|occasionally|randomly|always|usually) fails?\b|\bi(?:'m|'ve|'d|'ll)? (?:was|were|had|am|then|get|got|see|saw|catched|caught|catch|decided|implemented|tried|used|use|set|think|guess|can|could|also|just|found|need|want|keep|kept|don't|didn't|know|hit|ran|run|noticed)\b|\b(?:my|our) (?:\w+ )?(?:app|code|project|setup|agent|team|config|server|users?|use case|bot|model|workflow|script|case|session|pipeline)\b|\bwe(?:'re|'ve)? (?:were|had|have|are|get|got|see|saw|tried|use|used|need|should|can \w+|could|also|just|found|want|run|ran|hit|keep|add|added|noticed)\b`)
)

// isChatty reports whether the sentence of a place tells or explains.
func (vw *view) isChatty(p place) bool {
	s := vw.sentence(p)
	return chatty.get().MatchString(vw.low[s.from:s.to]) || teller.get().MatchString(vw.low[p.unit.from:p.unit.to])
}

// narrative finds words of somebody telling a story inside a match that spans half a
// sentence.
var narrative = lazy(`\b(?:when|whenever|if|why|how|anything|everything|they|she|he|gets|until|might|such as|example|that (?:has|have|had|was|were|is|are|exceed\w*|surpass\w*|overflow\w*)|which (?:makes?|means?|suggests?|leads?|causes?|can|could|may|would|will|in turn|then))\b|避免|防止|是否|如果|可能|かどうか|場合|ように|ために|경우|않도록|위해`)

// isTerse reports whether the passage is short and tells no story. Hardly anything
// but an error says in a few words that a context is exceeded.
func (vw *view) isTerse(p place) bool {
	return p.unit.len() <= shortText && !proseish.get().MatchString(vw.low[p.unit.from:p.unit.to])
}

// isPlain reports whether the sentence of a place has no words but those of which errors
// are made, and does not make a thing of the match, as "a bigger context window" does.
func (vw *view) isPlain(p place) bool {
	t := vw.saidAround(p)
	return isASCII(t.clause) && t.strangers() == 0 && !thing.get().MatchString(t.before)
}

var thing = lazy(`\ban? (?:\w+ )*$`)

var frame = lazy(`\b[\w.]*(?:error|exception|errno|failure|fault)\w*["']?\s?(?:[:=({\[<|·]|- )|["'](?:error|errors|detail|details|message|msg|err|error_msg|errormessage)["']\s?:|` +
	`^\W*[a-z]{4,}(?:interrupted|exceeded|unavailable|timeout|denied|violation|rejected|toolarge|toolong|exhausted): |^\W*(?:http[ /:]|[45]\d\d(?:$|\W*[{<"(:\[|-]| ` + reasons + `))|\b(?:request|call|generation|stream|completion|llm|api|model|upstream|response|provider|connection)\b[^.]{0,40}\b(?:failed|error|rejected|returned|denied)\b|` +
	`\b(?:http )?status(?:[ _]?code)?(?: of)?["']?[ :=]+["']?[45]\d\d|^\W*(?:error|err|failed|sorry|oops|fatal|warn)\b|\ban error occurred\b|\b(?:returned|received|responded with|answered with) (?:an? )?(?:(?:http|status|code|error)(?:/[\d.]+)? ){1,2}[45]\d\d\b|^[\d\W_tz]*(?:error|err|fatal|warn|warning|critical|failed)\b|(?:^|: )http [45]\d\d\b|status code \(no body\)|(?:错误|失败|报错|异常|エラー|失敗|오류|실패)`)

// isFramed reports whether a place stands where errors do: behind a name of one, a
// status or an envelope, in its line or the few before it. It is asked often, so the answer is
// kept.
func (vw *view) isFramed(p place) bool {
	if vw.html {
		return true
	}
	at := span{p.from, p.to}
	is, known := vw.framed[at]
	if !known {
		if vw.framed == nil {
			vw.framed = map[span]bool{}
		}
		is = frame.get().MatchString(vw.around(p)) || frame.get().MatchString(head(vw.low[p.start:p.end], 600))
		vw.framed[at] = is
	}
	return is
}
