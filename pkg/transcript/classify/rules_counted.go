package classify

// countedRules are sentences with two numbers: what was sent and what there is, in
// either order and in any words. What makes them errors is that the first is more
// than the second, see Counted.
var countedRules = []Rule{
	{"sent-then-limit", ContextOverflow, "", Counted, `{sent}[^"{}\d]{0,40}?{A}\)?(?: [a-z]+){0,2}?(?: tokens?)?[^"{}\d]{0,60}?{limit}[^"{}\d]{0,50}?{L}`,
		"gateways", `Your messages resulted in 140000 tokens. However, the maximum context length of this model is 131072.`},
	{"tokens-then-limit", ContextOverflow, "", Counted, `{A}(?: [a-z]+){0,2}? tokens?\b[^"{}\d]{0,60}?{limit}[^"{}\d]{0,50}?{L}`,
		"gateways", `140000 tokens requested, but only 131072 available`},
	{"limit-then-sent", ContextOverflow, "", Counted, `{limit}[^"{}\d]{0,50}?{L}\)?(?: [a-z]+){0,2}?(?: tokens?)?[^"{}\d]{0,60}?{sent}[^"{}\d]{0,40}?{A}`,
		"gateways", `Maximum context length is 131072 tokens but got 140000`},
	{"limit-named-then-sent", ContextOverflow, "", Counted, `\b(?:context|token|prompt|input) (?:limit|window|length|size|budget)\b[^"{}\d]{0,60}{L}[^"{}\d]{0,80}{A}`,
		"gateways", `Context limit of 131072 hit at 140000`},
	{"allowed-then-sent", ContextOverflow, "", Counted, `{L}(?: [a-z]+){0,2}? tokens? (?:are |is )?(?:allowed|available|maximum|max|limit|permitted|supported|accepted)\b[^"{}\d]{0,40}{A}`,
		"gateways", `131072 tokens allowed, 140000 requested`},
	{"sent-of-available", ContextOverflow, "", Counted, `{A}(?: [a-z]+){0,2}? tokens?\b[^"{}\d]{0,40}{L} (?:tokens? )?(?:are |is )?(?:allowed|available|maximum|max\b|limit|permitted|supported|accepted|window|budget)`,
		"gateways", `140000 tokens in prompt, only 131072 available`},
	{"sent-above-limit", ContextOverflow, "", Counted, `(?:prompt|input|token|context|sequence|seq_|request)[^"{}\d]{0,20}{A}\)?(?: tokens?)? ?(?:>=?|≥) ?[^"{}\d]{0,30}?{L}`,
		"gateways", `prompt_len=140000 > max_len=131072`},
	{"sent-out-of", ContextOverflow, "", Counted, `\b(?:context|tokens?|prompt|window|used|input)\b[^"{}\d]{0,30}{A}(?: tokens?)? (?:out )?of{L}`,
		"gateways", `used 140000 of 131072 tokens in the context window`},
	{"sent-by-limit", ContextOverflow, "", Counted, `(?:\b(?:context|tokens?|prompt|window|used|input)\b[^"{}\d]{0,30}|\b(?:tokens?|prompt|context)\b[^"{}\d]{0,60}exceed[^"{}\d]{0,20}|\binput_length\b\W{1,8}info\W{1,8}){A}(?: tokens?)? ?/ ?(?P<L>\d{1,3}(?:[ .]\d{3})+\b|\d[\d,_.']*[km]?)`,
		"gateways", `context window exceeded: 140000/131072 tokens`},
	{"chinese-sent-then-limit", ContextOverflow, "", Counted, `(?:tokens?|令牌|上下文|输入|请求|提示词?|消息)[^"{}\d]{0,20}{A}[^"{}\d]{0,30}(?:最大|上限|限制|最多|超过|超出|大于)[^"{}\d]{0,20}{L}`,
		"localised gateways", `请求 token 数 140000 超出模型上限 131072`},
	{"chinese-limit-then-sent", ContextOverflow, "", Counted, `(?:最大|上限|限制|最多)[^"{}\d]{0,24}{L}[^"{}\d]{0,40}(?:请求|输入|当前|实际|本次|您|tokens?|消息)[^"{}\d]{0,20}{A}`,
		"localised gateways", `该模型最大上下文长度为131072 tokens，您的请求为140000 tokens，请缩短输入`},
	{"japanese-limit-then-sent", ContextOverflow, "", Counted, `(?:最大|上限|コンテキスト長)[^"{}\d]{0,24}{L}[^"{}\d]{0,40}{A}`,
		"localised gateways", `最大コンテキスト長は131072トークンですが、リクエストは140000トークンでした。`},
	{"japanese-sent-then-limit", ContextOverflow, "", Counted, `(?:トークン|入力|プロンプト|リクエスト|メッセージ|会話)[^"{}\d]{0,24}{A}[^"{}\d]{0,24}(?:上限|最大|制限|超え|超過|/|>)[^"{}\d]{0,24}{L}`,
		"localised gateways", `入力は140000トークンで、上限は131072トークンです。`},
	{"korean-limit-then-sent", ContextOverflow, "", Counted, `(?:최대|한도|컨텍스트 길이|제한)[^"{}\d]{0,24}{L}[^"{}\d]{0,40}{A}`,
		"localised gateways", `최대 컨텍스트 길이는 131072 토큰이지만 요청은 140000 토큰입니다.`},
	{"korean-sent-then-limit", ContextOverflow, "", Counted, `(?:토큰|입력|프롬프트|요청|메시지|대화)[^"{}\d]{0,24}{A}[^"{}\d]{0,24}(?:최대|한도|제한|초과|/|>)[^"{}\d]{0,24}{L}`,
		"localised gateways", `입력은 140000 토큰이며 최대 131072 토큰까지 가능합니다.`},
	{"european-counted", ContextOverflow, "", Counted, `(?:tokens?|jetons|токен\S*|prompts?|anfrage|requête|solicitud|запрос)[^"{}\d]{0,24}{A}[^"{}\d]{0,40}(?:maxim\w*|máxim\w*|максимум|limite|límite|erlaubt|erlaubte\w*|höchstens|au plus|не более)[^"{}\d]{0,24}{L}`,
		"localised gateways", `El prompt tiene 140000 tokens y el máximo es 131072.`},
}
