package classify

import (
	"slices"
	"strings"
	"sync"
)

// A cue is a sign that a sentence tells of an error, or, with a weight below zero, that it
// is one. Patterns see lower case.
type cue struct {
	Name    string
	Weight  int
	where   part
	Pattern string
	Example string // the match stands between « and »
}

// part is the part of a sentence that a cue looks at.
type part uint8

const (
	inFront    part = iota // of the match
	inClause               // in front of the match, behind the last colon or quote
	behind                 // it
	inMatch                // in it
	inSentence             // in it, or on either side
	onLine                 // in its source line
)

// part returns one of the parts.
func (t *said) part(w part) string {
	switch w {
	case inFront:
		return t.before
	case inClause:
		return t.before[t.boundary():]
	case behind:
		return t.after
	case inMatch:
		return t.match
	case inSentence:
		return t.before + t.match + t.after
	}
	return t.line
}

// compiledCue is a cue that is ready to be matched. One of its keys stands in every text
// that it matches; without keys it may match any.
type compiledCue struct {
	cue
	keys keyList
	re   *lazyRegexp
}

// isIn reports whether a text has the cue.
func (c *compiledCue) isIn(text string) bool {
	return text != "" && (c.keys == "" || c.keys.stands(text)) && c.re.get().MatchString(text)
}

var cues = sync.OnceValue(func() []compiledCue {
	all := make([]compiledCue, len(cueTable))
	read := keyReader{table: "cue"}
	for i, c := range cueTable {
		all[i] = compiledCue{c, read.of(c.Name), lazy(c.Pattern)}
	}
	return all
})

// placeholderCue is the name of the cue that the sentences of other classes have, too.
const placeholderCue = "placeholder"

// cueTable is the table of cues. The weights are those with which the collected texts come
// apart: asked without any veto, they tell two thirds of the accounts, and take hardly a
// report for one.
var cueTable = []cue{
	{"condition", 3, inClause, `\b(?:if|when|whenever|unless|until|once|whether|while|although|though|before|as soon as|in case|so that|even)\b`,
		"It stops when the conversation «exceeds the context window»"},
	{"person", 2, inFront, `\b(?:i|i'm|we|they|he|she|you'll|users|(?:the|a|each|every|one) user|people|someone|anyone|clients? (?:see|get)|my|our|their|its)\b(?:[^']|$)`,
		"We saw the «prompt is too long»"},
	{"possible", 2, inFront, `\b(?:can|could|may|might|would|should|will)\b(?: $| [^n]| n[^e])`,
		"The input would be «too long for the model»"},
	{"habit", 2, inFront, `\b(?:often|sometimes|usually|always|never|frequent(?:ly)?|typically|occasionally|periodic(?:ally)?|quickly|easily|just)\b`,
		"Periodic «prompt is too long» for conversation"},
	{"handling", 2, inFront, `\b(?:returns?|raises?|throws?|rejects|refuses|handles?|handling|detects?|detect(?:ion|ing)|catch(?:es)?|caught|matches|maps?|classif\w+|rewrit(?:e|es|ing)|converts?|translates|recogni\w+|reports?|reported|logs|logged|surfaces?|treats?|retr(?:y|ies) on|checks?|checking)\b`,
		"Detection: handles «context_length_exceeded»"},
	{"repair", 2, inFront, `\b(?:fix(?:e[sd])?|add(?:s|ed)?|avoid(?:s|ing)?|prevents?|prevent(?:ing)?|causes?|caused|causing|means?|indicates?|supports?|truncat\w+|trims?|summari[sz]\w+|embed|stops?|troubleshooting)\b`,
		"The patch fixes «prompt is too long»"},
	{"relation", 2, inClause, `\b(?:that|which|whose|where|such as|like|as|for example|e\.g\.|i\.e\.|instead of|rather than|due to|for|with|by|from|into)\b`,
		"a conversation that «exceeds the context window»"},
	{"named-error", 7, inFront, `\bthe (?:error|message)s? (?:you|we|i|message|indicates|means|states|says|suggests)\b|\b(?:you are|i am|i'm|we are|we're|users? are) (?:encountering|getting|seeing|hitting|facing)\b|\berrors? (?:like|such as|of the form|saying)\b|\bwith the (?:message|error|text)\b`,
		"The error you are seeing, with the message \"this «model's maximum context length is 8192 tokens»\""},
	{"title", 3, onLine, `^\W*(?:\d+\. \W*)?\[(?:bug|feature|question|rfc|fix|docs?|tooling|vllm v\d)[^\]]*\]|^(?:fix|feat|chore|docs|test|refactor|perf)(?:\([^)]*\))?!?: `,
		"[Bug] the «context window exceeded»"},
	{"task", 3, onLine, `^\W{0,4}(?:add|fix|support|handle|return|bump|improve|detect|update|allow|make|avoid|prevent|implement|document|troubleshooting|recover|classify|treat|map|remove|raise|show|surface|retry|trim|truncate|enforce|increase)s? [a-z]`,
		"Add «context exceeded» with token counts"},
	{"issue-number", 2, onLine, `(?:^|[\s(])#\d+\b`,
		"Following #648 the «prompt exceeds the number of tokens» allowed"},
	{placeholderCue, 6, inSentence, `\{[a-z]\w*(?:\.\w+)*\}|\bxxx\b|\b[nx] tokens\b|\$\{`,
		"«Prompt length of xxx is longer than the maximum model length»"},
	{"from-to", 4, inSentence, `\bfrom \d[\d,.]*[km]? to \d`,
		"It changes the «token limit from 20,000 to 22,500 tokens»"},
	{"marked-up", 2, onLine, `\*\*[^*e][^*]*\*\*|\[[^\]]+\]\(|^\W*#{1,6} |^\W*\|.*\||\|\s*$`,
		"**Cause** «context window exceeded»"},
	{"cell", 9, behind, `^["')\]]* ?\|`,
		"413 «Request Entity Too Large» | the body is too large"},
	{"asked", 2, behind, `\?\s*$|\bhow (?:do|can)\b|怎么|如何|吗|办法`,
		"The «prompt is too long», how can that be"},
	{"heading", 5, behind, `\bwhat it means\b|\bhow to (?:fix|solve|resolve|handle|avoid)\b|の解决|原因[与和と]|원인과|해결법|해결 방법`,
		"400 «context_length_exceeded»: what it means"},
	{"purpose", 2, behind, `\bto (?:ensure|avoid|prevent|make sure)\b`,
		"«Reduce the length of the messages» to ensure that they fit"},
	{"noun", 2, behind, `^["')\]]* ?(?:errors|exceptions|issues?|handling|detection|cases?|scenarios?|bugs?|failures|error (?:[abd-z]|c[a-n])|(?:exception|response|rejection|loop|problem)(?: [^:{\[(-]|$))|^["')\]]+ errors?\b`,
		"seven «context_window_exceeded» errors in 90 minutes"},
	{"particle", 3, behind, `^["')\]]* ?(?:가|는|은|을|를|의|에|로|와|과|이|라|の|が|は|を|で|的|了|怎|这|问题|错误)`,
		"«context_length_exceeded»는 단순히 input이 길다는 뜻이 아닙니다"},
	{"goes-on", 2, behind, `\b(?:so|because|which|but (?:i|we|it|not?|there)|then|when|if|while|instead of|rather|even|causing|caused|leading|after|before|and (?:then|there|the|it|we|i)|since|though|until|without)\b`,
		"The «context window exceeded» so the turn ends"},
	{"people", 2, behind, `\b(?:i|we|they|he|she|users?|our|my|their|people|you'll)\b`,
		"The «prompt is too long» and my session ends"},
	{"verb", 2, behind, `\b(?:will|would|can|could|may|might|should|gets?|means?|indicates?|occurs?|happens?|causes?|stops?|triggers?|appears?|returns?|fails?|raises?|throws?|docs|list)\b`,
		"«context_length_exceeded» indicates a long prompt"},

	{"told-status", 3, inFront, `\b(?:an?|the|this|those|these|any|some|frequent|occasional|intermittent|is|bare) (?:http |api |status |fatal |opaque )?[45]\d\d\b`,
		"The route answers with a 413 \"«payload too large»\" page"},
	{"polite", 4, onLine, `\b(?:thanks|thank you|thx|cheers|in advance)\b|\bplease (?:help|fix|consider|advise|assist|let me|share|document|explain|support|reopen)\b`,
		"Thanks for the report; «prompt is too long» again"},
	{"definition", 3, behind, `^["')\]]*,? ?(?:errors? )?(?:is|are|was|were) (?:an?|the|when|only|what|expected|caused|because|correct|why|how|gone|fixed|solved|one|part|not (?:an?|the|caused|related))\b`,
		"«context_length_exceeded» is the code for a prompt that does not fit"},
	{"outcome", 4, behind, `\b(?:causing|leading to|resulting in|despite|infinite loop|permanently|forever|breaks?|kills?|crash(?:es|ed|ing)|hangs?|freezes?|stuck|unusable|silently|unrecoverable)\b`,
		"413 «Request Entity Too Large» breaks the session"},
	{"outcome-before", 3, inFront, `\b(?:silently|permanently|unrecoverable|unusable|kills?|crash(?:es|ed|ing)|hangs?|freezes?|stuck|breaks?)\b`,
		"The agent hangs on «prompt is too long»"},
	{"forum", 6, onLine, `^\W*(?:same (?:here|issue|problem|error)\b|\+1\b|me too\b|for reference\b|duplicate of\b|thread: |title: |fyi\b)|\bclosed as\b|\bany (?:fix|ideas?|updates?|workaround|news|solutions?)\b`,
		"Same here: this «model's maximum context length is 8192 tokens»"},
	{"answers", 4, inFront, `\b(?:openai|anthropic|claude|gemini|vllm|sglang|ollama|nginx|azure|bedrock|groq|mistral|provider|server|api|proxy|gateway|backend|upstream) (?:answers|sends|says|replies|responds|rejects|throws|gives|reports|emits|complains)\b`,
		"Anthropic sends \"«prompt is too long»\""},
	{"quoted-noun", 3, behind, `^["')\]]+ (?:page|screen|dialog|text|banner|string|message|response|code|status)s?\b`,
		"That \"«Sorry, you have been blocked»\" page is Cloudflare's"},
	{"shows-up", 3, behind, `\b(?:shows? up|comes? (?:from|up)|goes away|pops? up)\b`, "The page with \"«Incapsula incident ID»\" shows up"},
	{"when-line", 3, onLine, `^\W*(?:when|whenever|while|since|although) [a-z]`,
		"When the body is large, the proxy answers: «request entity too large»"},
	{"bare-answer", 3, inFront, `\bwith (?:an? |the )?(?:bare|plain|generic|opaque|cryptic|confusing|raw|misleading) `,
		"It fails with an opaque «request entity too large»"},
	{"japanese-case", 4, inFront, `可能性が|場合、|場合は|場合に|ことがあり|ことがある`, "次の場合に出ます: «prompt is too long»"},
	{"catalogue", 7, onLine, `["'](?:pattern|regex|matcher|match|keywords|examples?)["'] ?: |<string name=|\bmsg(?:id|str) "`,
		`{"pattern": "«exceeds the context window»", "class": "overflow"}`},
	{"test-result", 7, onLine, `(?:::test_\S|\btest_\w+).*\b(?:passed|failed|skipped|xfail)\b`, "test_a.py::test_b[«prompt is too long»] PASSED"},
	{"chinese-story", 3, inFront, `遇到|均返回|都返回|全部返回|升级后|最近|有时|经常|总是|老是|日志里|有人`, "遇到 413 «Request Entity Too Large» 需要修改配置"},
	{"local-sequel", 3, behind, `^["')\]]* ?(?:时|的话|になる|が出る|が出た|(?:오류|에러)(?:가|를)? ?(?:나면|발생하면|뜨면|해결))`,
		"遇到 413 «Request Entity Too Large» 时需要修改配置"},
	{"pattern", 9, onLine, `\\d[+*{]|\\w[+*]|\(\?[i:]|\.\*`, `r"«prompt is too long: (\d+) tokens > (\d+)» maximum"`},
	{"bug-form", 4, onLine, `\bsteps to reproduce\b|\bexpected(?: \w+)?: .*\bactual(?: \w+)?: |\bworkaround: `,
		"Expected: it compacts. Actual: «prompt is too long»"},
	{"arrow", 2, onLine, `→|➜|⇒`, "400 → «context_length_exceeded»"},

	{"member", -3, inFront, `(?:\b|_)(?:message|msg|error|detail|details|reason|type|code|description|errormessage|error_message|status_msg)["']? ?[:=] ?b?["'{]?[^'"]{0,40}$`,
		`{"message":"«prompt is too long»"}`},
	{"numbers", -2, inMatch, `\d{4}|\d[ ,.']\d{3}|\d{3}\D+\d{3}`, "«prompt is too long: 210000 tokens > 200000 maximum»"},
	{"advice", -2, behind, `\b(?:please|try|reduce|shorten|decrease|start a new|consider|use a|increase|lower|adjust|make sure|clear|ask again)\b|请|ください|주세요`,
		"«prompt is too long», start a new chat"},
	{"exception", -2, inFront, `\b\w*(?:error|exception)\b[:(]|\berror code\b|\b[45]\d\d\b|\bapi error\b|traceback`,
		"BadRequestError: «prompt is too long»"},
	{"failed", -2, inFront, `\b(?:request|call|generation|completion|stream|run|step|task|execution|turn)s? failed\b ?(?:[,:(\[{-]|with\b|due to\b|$)`,
		"API request failed: «prompt is too long»"},
	{"level", -2, onLine, `^[^a-z]*(?:error|err|warn|fatal)\b|^\W*[⚠❌✗✖✕]`, "[error] «context overflow» after 3 attempts"},
}

// errorWords are the words of which errors are made, sorted.
var errorWords = sync.OnceValue(func() []string {
	words := strings.Fields(`a an the this that your you and or of for in to is be at by from with than s it its which
		t after again even however but allowed api app characters bytes chat clear code compaction compression completion
		contains content context count current decrease error errors exceed exceeded exceeds exceeding failed fetch got
		http https id increase increasing input inputs invalid keep last least length less limit limits llm long lower max
		maximum message messages model models model's most new number numbers only output please prompt prompts provider
		received reduce request requested requests response resulted retry retrying returned run sequence session shorten
		shorter size start status stream streaming support supported supports system tokens token too total truncate try
		upstream use used using value warn warning when window would requires require many much larger smaller greater
		bigger equal entity payload body large big server client must cannot not can't exception bad failure call tool tools
		result results parameters parameter configured available budget conversation history text data upload detected
		range should operation calling validation including projected initial prefix batch slot was were are has have had been because due since page displayed
		der die das den von ist zu maximale le la les du des est une un el los del que es maximum contexte contexto modelo may need load work
		being currently temporarily complete you're you've o do da os as em na no entrada comprimento excede supera longitud máxima`)
	slices.Sort(words)
	return words
})

// errorSigns takes the words of which errors are made in Chinese, Japanese and Korean out of
// a text.
var errorSigns = sync.OnceValue(func() *strings.Replacer {
	var pairs []string
	for w := range strings.FieldsSeq(fold(`请求 请 减少 缩短 输入 输出 内容 文本 消息 对话 会话 上下文 模型 长度 最大 最长 上限 限制 超过 超出 超限 过长 太长 过大 允许 支持
		当前 总 数量 数 令牌 字符 字节 已 达到 到达 达 重试 重新 再试 后 新建 开启 开始 清空 压缩 历史 错误 失败 报错 异常 您 你 的 或 和 与 了 个 为 是
		不能 不得 无法 处理 范围 应 在 之间 发送 精简 缩减 提示词 提示 问题 该 本 次 大小 窗口 量 可 切换 更换 更大 其他 使用 字 以内 选择 强制 整理 自动 继续 释放 空间 轮
		トークン コンテキスト プロンプト 入力 最大 長 制限 上限 超え ました ます てい です エラー モデル メッセージ リクエスト が を に の は ので ウィンドウ ください 短く して ため 処理 できません 開始 再試行 長すぎる 会話 チャット サイズ この 接続 セキュリティ ポリシー により ブロック され 新しい 始めて 続ける こと でき
		토큰 컨텍스트 길이 최대 초과 했습니다 하였습니다 되었습니다 입니다 니다 합니다 모델 입력 요청 메시지 대화 한도 제한 을 를 이 가 의 은 는 너무 깁니다 줄여 주세요 오류 에러 실패`)) {
		pairs = append(pairs, w, "")
	}
	return strings.NewReplacer(pairs...)
})
