package classify

// genericRules only know what kind of answer it is: codes that stand for many
// causes, and the words of the status line. Sentences say more.
var genericRules = []Rule{
	{"server-code", ServerError, "", Exact, `["'](?:type|code|status|error)["']: ?["'](?:api_error|internal_server_error|server_error|internal_error|internal|internalerror|upstream_error|model_error|bad_gateway|unknown)["']|\binternalserver(?:error|exception)\b|\binternal_server_error\b|\binternalfailure\b|\bcode = internal\b|\bmodelerrorexception\b|\bmodelstreamerrorexception\b|\bbad_response_status_code\b`,
		"Anthropic, OpenAI errors", `{"type":"error","error":{"type":"api_error","message":"Internal server error"}}`},
	{"dashscope-parameter", InvalidRequest, "dashscope", Exact, `\binternalerror\.algo\.invalidparameter\b`,
		"memodb-io/memobase#142", `Error code: 400 - {'error': {'message': '<400> InternalError.Algo.InvalidParameter: Value error, batch size is invalid, it should not be larger than 10.'}}`},
	{"relay-server-code", ServerError, "", Exact, `\bdo_request_failed\b|["']channel:\w+["']|\borigin_bad_gateway\b|\binternalerror\.algo\b`,
		"Anthropic, OpenAI errors", `{"error":{"message":"upstream said no","code":"do_request_failed"}}`},
	{"internal-error", ServerError, "", Loose, `internal (?:server|service) error|["']internal error["']|\b(?:something|it) (?:broke|failed) on (?:the|our) (?:server|end|side)\b|an internal error has occurred|internal error (?:encountered|occurred)|(?:server|model|system) (?:had|encountered|has encountered|experienced) an? (?:\w+ )?(?:error|issue|problem)|error occurred while processing (?:your|the) request`,
		"platform.openai.com, Bedrock, Gemini errors", `The server had an error while processing your request. Sorry about that!`},
	{"unexpected-error", ServerError, "", Loose, `unexpected (?:server |internal )?error(?: \w+)? (?:occurred|during processing|while processing)|encountered an (?:unexpected|internal) error|something went wrong|error processing your request|system (?:error|fault)\b|unknown error(?: occurred)?(?:,|\.| in the model)`,
		"platform.openai.com, Bedrock, Gemini errors", `An unexpected error occurred while processing.`},
	{"bad-gateway", ServerError, "", Loose, `bad gateway|no healthy upstream|upstream connect error|\bupstream (?:request )?(?:failed|unavailable)|\bupstream error\b(?:[^:]|:? ?$)|web server (?:is down|is returning an unknown error)|(?:http|status|error)(?: code)?[ :=]*(?:50[012]|52[013567])\b|error 52[013567]\b`,
		"nginx, Envoy, Cloudflare", `<html><head><title>502 Bad Gateway</title></head><body><center><h1>502 Bad Gateway</h1></center><hr><center>nginx/1.27.4</center></body></html>`},
	{"bad-upstream", ServerError, "", Loose, `origin (?:is unreachable|dns error)|5xx-error-landing|invalid response (?:was received )?from (?:an )?upstream|ssl handshake failed|worker threw exception`,
		"nginx, Envoy, Cloudflare", `invalid response from an upstream`},
	{"service-unavailable", ServerError, "", Loose, `service unavailable|serviceunavailable(?:error)?|service_unavailable|(?:backend|server|endpoint|service) (?:is )?unavailable|503 service`,
		"RFC 9110", `503 Service Unavailable`},
	{"chinese-server", ServerError, "", Loose, `内部错误|服务(?:器)?异常|系统(?:错误|异常)|服务器(?:内部)?错误|服务器(?:似乎)?(?:遇到|出现)了?[^。]{0,6}(?:困难|问题|故障|错误)|上游(?:服务|请求|返回)?(?:错误|异常|失败)|网络错误`,
		"docs.bigmodel.cn error codes", `{"error":{"code":"500","message":"内部错误"}}`},
	{"html-for-json", ServerError, "", Exact, `unexpected token '?<'?.{0,60}(?:json|doctype)|invalid character '<' looking`,
		"SDKs", `SyntaxError: Unexpected token '<', "<!DOCTYPE "... is not valid JSON`},
	{"invalid-request-code", InvalidRequest, "", Loose, `\binvalid_request(?:_error)?\b|\bbadrequest(?:error|exception)?\b|\bbad_request(?:_error)?\b|\bconflict_error\b|\binvalid_argument\b|\binvalid_parameter(?:_error|_value)?\b|\binvalidparameter(?:error)?\b|\bvalidation(?:exception|error)\b|\bunprocessable(?:_?entity)?(?:error)?\b|(?:error|failed|\A\W*|4\d\d)[ :-]*(?:invalid|bad) request\b|\binvalidrequest(?:error|exception)?\b`,
		"OpenAI, Anthropic, Google errors", `{"error":{"message":"Something else is wrong","type":"invalid_request_error","param":null,"code":null}}`},
	{"unknown-parameter-code", InvalidRequest, "", Loose, `["']: ?["'](?:invalid|bad) request["']|\bnot_found_error\b|\bnotfounderror\b|\b(?:invalid_value|unsupported_value|unsupported_parameter|unknown_parameter)\b`,
		"OpenAI, Anthropic, Google errors", `{"error":{"message":"no","code":"unknown_parameter"}}`},
	{"function-grammar", InvalidRequest, "", Exact, `request contains an invalid argument|invalid json payload received|proto field is not repeating`,
		"Gemini API errors", `Request contains an invalid argument.`},
}

// wrapperRules are what a client or gateway says in front of a cause: any other
// rule knows more.
var wrapperRules = []Rule{
	{"unable-to-connect", StreamCut, "", Loose, `(?:unable to|could not|couldn't|cannot|can't|failed to) (?:connect to|reach|establish a connection (?:to|with)) (?:the |your |a )?(?:\w+ ){0,2}(?:api|server|model|provider|upstream|endpoint|service|backend|instance|host|llm|gateway|proxy|ollama|openai|anthropic)\b`,
		"anthropics/claude-code", `Unable to connect to API due to poor internet connection`},
	{"request-not-sent", StreamCut, "", Loose, `\berror sending request for url\b`,
		"seanmonstar/reqwest", `error sending request for url (https://api.example.com/v1/chat/completions)`},
	{"attempts-used-up", ServerError, "", Loose, `\bfailed to (?:generate|get) (?:an? )?(?:llm )?(?:completion|response) after \d+ (?:attempts|retries)`,
		"livekit/agents#2221", `APIConnectionError: failed to generate LLM completion after 4 attempts`},
	{"server-phrase", ServerError, "", Common, `server error|(?:temporarily )?unavailable`,
		"gateways", `Error: server error`},
	{"codex-disconnected", StreamCut, "", Loose, `stream disconnected before completion|(?:stream )?(?:closed|ended|completed|finished|disconnected) (?:before|without) (?:a |the |any |receiving |sending )*(?:response\.completed|message_stop|\[done\]|completion|finish[ _]reason|finish|final|terminal)`,
		"openai/codex#3229", `stream error: stream disconnected before completion: stream closed before response.completed; retrying 1/5 in 195ms`},
	{"stream-ended", StreamCut, "", Loose, `stream (?:has |was |got )?(?:ended|closed|interrupted|aborted|dropped|cut off|disconnected|broken|lost)(?: unexpectedly| prematurely| abruptly| early| before| without| by)|(?:connection|stream|socket|response)(?: \w+){0,3} (?:mid-?response|mid-?stream|midstream|while streaming|during stream)|(?:request|stream|response) ended without sending any chunks`,
		"openai/codex#3229", `Stream ended unexpectedly`},
	{"stream-stalled", StreamCut, "", Loose, `stream (?:interrupted|stalled)`,
		"openai/codex#3229", `stream stalled`},
	{"provider-returned", ServerError, "openrouter", Exact, `provider returned error|upstream request failed|upstream error|error from upstream`,
		"OpenRouter errors", `{"error":{"message":"Provider returned error","code":502}}`},
	{"stream-phrase", StreamCut, "", Common, `stream error|unexpected eof|(?:connection|stream|client|server|socket|upstream) (?:disconnected|aborted|interrupted|closed)|\Aeof\z`,
		"diillson/chatcli", `LLM error: stream error`},
}
