package classify

// Requests that are wrong in some other way, words that many programs share,
// and the bare status.

// limitRules are limits of one parameter: they are worded as overflows are.
var limitRules = []Rule{
	{"identifier-length", InvalidRequest, "openai", Exact, `invalid ['"]?[\w.\[\]]+['"]?: string too long|string_above_max_length`,
		"openclaw#875", `Invalid 'input[5].call_id': string too long. Expected a string with maximum length 64, but got a string with length 81 instead.`},
	{"too-many-items", InvalidRequest, "", Exact, `\$\.\w+['"]? is too long\. maximum length is {n}, but got {n} items`,
		"Azure OpenAI", `'$.messages' is too long. Maximum length is 2048, but got 4970 items.`},
	{"array-length", InvalidRequest, "openai", Exact, `invalid ['"]?[\w.\[\]]+['"]?: array too long|array_above_max_length`,
		"platform.openai.com error codes", `Invalid 'tools': array too long. Expected an array with maximum length 128, but got an array with length 140 instead.`},
	{"image-size", InvalidRequest, "", Loose, `image(?:s)?(?: \w+){0,3} exceeds? {n} ?mb|image (?:dimensions|size)(?: \w+){0,3} exceed|(?:image|file|pdf|document|media)(?: \w+){0,2} (?:is )?too (?:large|big|small)|image_too_large|could not process (?:image|pdf)|(?:too many|maximum of {n}) (?:images|pdf pages|documents)|exceeds? {n} (?:images|pdf pages|pages)|unsupported image`,
		"Anthropic: vision limits", `messages.4.content.1.image.source.base64: image exceeds 5 MB maximum: 5316852 bytes > 5242880 bytes`},
	{"unsupported-image", InvalidRequest, "", Loose, `(?:invalid|unsupported) (?:image|base64|media)[ _]\w*|image(?:_url)? (?:is )?not supported|does not support images?|image(?:\.source)?[\w.]*: (?:image|input|field|unable)`,
		"Anthropic: vision limits", `Unsupported image format.`},
}

var requestRules = []Rule{
	{"rate-exception", RateLimit, "", Loose, `\b(?:\w+\.)*ratelimit(?:ed|error|exceeded|exceedederror|exception|reached)?\b(?:["':,)( \[]|$)|\btoomanyrequests(?:error|exception)?\b|\b429\b.{0,30}too many requests|too many requests`,
		"openai-python, botocore", `openai.RateLimitError: Error code: 429`},
	{"names-a-message", MalformedHistory, "", Loose, `(?:\A|[ "':(*])(?:messages|contents|input)(?:\.|\[)\d+\]?[\w.\[\]]*['"]?(?::| (?:is|has|must|should|cannot|contains|requires|does|was))`,
		"Anthropic, OpenAI and Gemini errors", `{"type":"error","error":{"type":"invalid_request_error","message":"messages.7.content.2: something about this block is wrong"}}`},
	{"unsupported-input", InvalidRequest, "", Loose, `(?:unsupported|unrecognized|unexpected) (?:content type|value|parameter|type|tool|mime|response_format|input|field|argument|file|audio|image)s?\b|does(?: not|n't) support (?:\w+ ){0,3}(?:tools?|function|images?|vision|stream|temperature|parameter|system|developer|audio|thinking|reasoning|json|response|input|this|the |image)`,
		"gateways", `Upstream request failed: [400] Model only supports text input; received unsupported content type 'image_url'.`},
	{"not-supported", InvalidRequest, "", Loose, `is not supported (?:with|by|for|when|on|in)|only supports? (?:text|stream)|(?:tools?|function calling|tool use|streaming|parameter|temperature)(?: \S+){0,3} (?:is|are) not supported|no endpoints found that support`,
		"gateways", `temperature is not supported with this model`},
	{"missing-parameters", InvalidRequest, "", Loose, `missing (?:one or (?:more|multiple) |an? |the )(?:required )?parameters?\b|\b(?:function|tool|property|parameter|field|argument)s? (?:names?|descriptions?|schemas?|count)(?: \S+){0,4} exceeds? (?:the )?(?:{n}|maximum|limit)`,
		"Volcano Engine Ark error codes", `The request failed because it is missing one or multiple required parameters.`},
	{"bad-parameter", InvalidRequest, "", Loose, `(?:unknown|unsupported|invalid|missing|unrecognized|extra|wrong|illegal|bad)(?: required)? (?:request )?(?:parameters?|arguments?|fields?|param|property|properties|schema|keys?|enum|body)\b|unrecognized request argument`,
		"OpenAI-compatible servers", `Unsupported parameter: 'temperature' is not supported with this model.`},
	{"parameter-state", InvalidRequest, "", Loose, `(?:parameter|argument|field|property|param)s?(?: \S+){0,4} (?:is|are) (?:not valid|invalid|required|missing|not allowed|not permitted|incorrect|illegal|unexpected)|field required|param incorrect|invalid params|(?:input|request) validation error|arguments? not supported|extra inputs are not permitted|additional ?properties|参数(?:错误|有误|非法|无效)|in the request are not valid`,
		"OpenAI-compatible servers", `The parameter top_k is not valid`},
	{"bad-schema", InvalidRequest, "", Loose, `invalid schema for (?:function|response_format)|(?:tools?|functions?)(?:\[\d+\]|\.\d+)[\w.\[\]]*:? |input_schema|string does not match(?: the)? pattern|string should (?:match|have)|'?\w+'? does not match '\^|function_declarations\[\d+\]|unable to parse|failed to parse (?:grammar|json|request)|tool names must be unique|schema (?:is )?(?:too complex|invalid)`,
		"openai, anthropic, gemini tool schemas", `Invalid schema for function 'search': In context=(), object schema missing properties.`},
	{"not-of-schema", InvalidRequest, "", Loose, `(?:does not|doesn't) (?:satisfy|match|conform to) the (?:\w+ )?schema`,
		"LM Studio", `Error: Field with key contextOverflowPolicy does not satisfy the schema`},
	{"wrong-type", InvalidRequest, "", Loose, `invalid type: [\w ]+, expected [\w ]+|invalid type: |expected (?:a|an|one of) [\w ]{1,40}(?:,|but|got|or)|input should be|must be (?:one of|an? |between|less|greater|set|at |either|specified|provided|positive|non|in |the )|failed to deserialize|did not match any variant|cannot (?:deserialize|unmarshal)|deserialization (?:error|failed)`,
		"serde, pydantic", `temperature: invalid type: string, expected f32`},
}

var commonRules = []Rule{
	{"rate-phrase", RateLimit, "", Common, `(?:(?:api|requests?|tokens?|model|upstream|provider|global|account|server|user|client|daily) )?rate[ -]limit(?:ed|ing)?(?: (?:was |has been |is )?(?:exceeded|reached|hit|error|exceed))?|too many (?:requests|messages|calls)|request (?:was |is |has been )?throttled|slow down|(?:please )?(?:try again|retry)(?: again)? (?:in|after) {n} ?(?:s|sec|second|m|min|minute)s?\b`,
		"gateways", `Rate limit exceeded. Please try again later.`},
	{"quota-phrase", Quota, "", Common, `(?:(?:tokens?|api|user|daily|monthly|requests?|usage|model|account|individual|plan|team|organi[sz]ation) )?quota (?:was |has been |is |limit )?(?:exceeded|exhausted|reached|insufficient|not enough)|(?:no|insufficient|not enough) quota|out of quota|credits? (?:exhausted|exceeded|required)|exceeded (?:the |its |their |your )?(?:\w+ )?quota`,
		"gateways", `Error: quota exceeded`},
	{"input-phrase", ContextOverflow, "", Common, `(?:input|prompt|conversation|context|message|query|session)(?: text| length| size| tokens?)? (?:is |was |are )?(?:too long|over the limit|over limit)|(?:token|context|prompt|input)s? (?:limit|window|length|size|count) (?:(?:has been |was |is )?(?:exceeded|reached|full)|exceeds? (?:the )?(?:\w+ )?(?:limit|maximum|window))`,
		"the seeds", `Error: input too long`},
	{"tokens-phrase", ContextOverflow, "", Common, `(?:input|prompt|context|total) tokens? exceed(?:s|ed)?(?: (?:the )?(?:model|token|context|maximum|max))* (?:limit|length|window|maximum)|exceeds? (?:the )?(?:maximum|max) (?:token|context|input|prompt) (?:limit|length|window|count|size)`,
		"RooCodeInc/Roo-Code", `Input tokens exceed model limit`},
	{"overflow-phrase", ContextOverflow, "", Common, `(?:prompt|input|conversation(?: history)?|context|message history|chat history|history|messages)(?: is| was| are| text| length| size)? too (?:long|large|big)(?: for (?:this|the) (?:model|context)(?: window)?)?|(?:context|token|input|prompt)(?: length| window| size| tokens?)? (?:limit )?(?:exceeded|overflow(?:ed)?)`,
		"diillson/chatcli", `Error: prompt is too long`},
	{"overflow-count", ContextOverflow, "", Common, `too many (?:input |prompt )?tokens(?: in (?:the )?(?:request|prompt|context|messages?|input))?|(?:exceed(?:s|ed|ing)?|over|hit|reached)(?: the| its| your| this)?(?: \w+'?s?){0,2} (?:token|context|input|prompt)(?: length| window| size)? (?:limit|maximum|length)|(?:token|context) limit (?:exceeded|reached|hit)`,
		"diillson/chatcli", `Error: too many tokens`},
	{"overflow-limit", ContextOverflow, "", Common, `maximum (?:context|token|input)(?: length| window| size| limit)? (?:exceeded|reached)|(?:maximum|max) (?:context|prompt|input)(?: length)?(?: size)? (?:is|of) {n}(?: tokens)?|context length exceeded`,
		"diillson/chatcli", `Error: maximum context length exceeded`},
	{"payload-phrase", PayloadTooLarge, "", Common, `(?:request|payload|body|upload|message body|post data)(?: is| was| size| body)? (?:too (?:large|big)|exceeds (?:the )?(?:limit|maximum|size limit|allowed size))`,
		"diillson/chatcli", `error: body too large`},
	{"overload-phrase", Overloaded, "", Common, `overloaded|server (?:is )?(?:too )?busy|(?:at|over) (?:full )?capacity`,
		"gateways", `API Error: Overloaded`},
	{"timeout-phrase", Timeout, "", Common, `timed[- ]?out|time-?out`,
		"gateways", `Error: timeout`},
	{"auth-phrase", Auth, "", Common, `unauthorized|forbidden|(?:invalid|missing|bad) credentials?|not authenticated`,
		"gateways", `Error: Forbidden`},
	{"filter-phrase", ContentFilter, "", Common, `(?:content filter|content policy|moderation|safety (?:filter|system|check))(?: \w+)?(?: triggered| violation| blocked| error)?`,
		"gateways", `Error: content policy violation`},
	{"model-phrase", ModelNotFound, "", Common, `no model(?: \S+)? (?:found|available)|model (?:\S+ )?(?:missing|unavailable|not loaded|not installed)`,
		"gateways", `Error: no model found`},
	{"truncated-phrase", OutputTruncated, "", Common, `(?:output|response|answer|completion|reply) (?:was |is |has been |got )?(?:truncated|cut off|cut short)|(?:max_tokens|max tokens|max output tokens) (?:limit )?(?:was |has been )?(?:reached|hit)`,
		"gateways", `Error: response truncated`},
	{"pairing-phrase", Pairing, "", Common, `tool[_ ](?:call|use)s? (?:and|\/) (?:tool[_ ])?results? (?:mismatch|do not match|must match)|mismatched tool|tool call (?:id )?mismatch|invalid tool_call_id`,
		"gateways", `Error: tool call id mismatch`},
}

// statusRules are the classes of a status that no words explain. Keys holds the
// statuses; Pattern is not used.
var statusRules = []Rule{
	{"status-payload", PayloadTooLarge, "", Bare, "413|431", "RFC 9110, RFC 6585", "Error: 431"},
	{"status-auth", Auth, "", Bare, "401|403|407", "RFC 9110", "HTTP 401"},
	{"status-quota", Quota, "", Bare, "402", "RFC 9110", "HTTP 402"},
	{"status-model", ModelNotFound, "", Bare, "404|410", "RFC 9110", "API Error: 404"},
	{"status-timeout", Timeout, "", Bare, "408|504|522|524", "RFC 9110, Cloudflare 5xx errors", "HTTP 504"},
	{"status-rate", RateLimit, "", Bare, "429", "RFC 6585", "HTTP 429"},
	{"status-overloaded", Overloaded, "", Bare, "503|529", "RFC 9110, Anthropic errors", "HTTP 503"},
	{"status-server", ServerError, "", Bare, "500|501|502|520|521|523|525|526|527|530", "RFC 9110, Cloudflare 5xx errors", "HTTP 500"},
	{"status-cut", StreamCut, "", Bare, "499", "nginx", "HTTP 499"},
	{"status-waf", WAFBlock, "", Bare, "406|418", "ModSecurity, ChatGPT", "HTTP 406"},
	{"status-request", InvalidRequest, "", Bare, "400|405|409|411|415|416|422|424|426|428", "RFC 9110", "HTTP 400"},
}
