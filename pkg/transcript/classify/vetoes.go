package classify

// vetoes is the table of texts that are no API errors.
var vetoes = []veto{
	// Whole texts.
	{"test-run", byText, `^=+ .*\b\d+ (?:passed|failed)\b|^(?:=== run|--- (?:pass|fail|skip)[: ]|ok +\t?\S+\s+\d+\.\d+s$|test result: (?:ok|failed)|tests?: +\d+ (?:passed|failed|total)|\s*\d+ passing)|` +
		`^\S*(?:::|test)\S* +(?:passed|failed|skipped|xfail|error|ok) *(?:\[ *\d+%\])?$|^\s*[✓✔√] .*(?:\(\d+ ?ms\)|\bshould\b|\bwhen\b|\breturns?\b|\bdetects?\b)|^\s*[✗✘×✕] .*\(\d+ ?ms\)$|^#? ?(?:not )?ok \d+ |^e +(?:assert|\w*error)|\bassertionerror: (?:assert|expected)|^test [\w:]+ \.\.\. |^(?:fail|pass|ok|failed|passed):? \S+(?:\.(?:test|spec)\.|_test\b|::)|\.(?:test|spec)\.[jt]sx? > `,
		"=== RUN   TestOverflow\n--- FAIL: TestOverflow (0.00s)\n    client_test.go:41: got \"prompt is too long: 9 tokens > 8 maximum\""},
	{"diff", byText, `^diff --git |^@@ -\d+(?:,\d+)? \+\d+|^index [0-9a-f]{6,}\.\.[0-9a-f]{6,}`,
		"diff --git a/e.py b/e.py\n@@ -1,2 +1,2 @@\n-OVERFLOW = 'prompt is too long: 1 tokens > 0 maximum'\n+OVERFLOW = None"},
	{"git-log", byStart, `\A(?:commit )?[0-9a-f]{7,40}(?: \([^)]*\))? (?:[a-z]+(?:\([^)]*\))?!?: |merge |revert |add |fix |handle |retry |use |bump )|\Acommit [0-9a-f]{7,40}\b`,
		"a1b2c3d fix(api): map rate_limit_exceeded to a retry"},
	{"source-file", byText, `^(?:package \w+|#!/.*|#include <.*|from [\w.]+ import .*|import (?:\{.*|[\w.]+|".*"|\(|[\w*]+ from .*|type .*)|use [\w:]+(?:::\{.*)?;|(?:export |pub |async |public |private |static |protected |final |abstract )+(?:const|let|function|fn|class|struct|enum|interface|type|default|void|string|int|bool|boolean|def|async)\b.*|` +
		`func (?:\([^)]*\) )?\w+\(.*|def \w+\(.*\).*:|class \w+(?:\(.*\))?:|const \w+(?:: [\w\[\]<>]+)? = .*|(?:let|var) \w+ :?= .*|type \w+ (?:struct|interface) \{|describe\(.*|(?:it|test)\(['"].*|@\w+(?:\.\w+)*(?:\(.*\))?|fn \w+\(.*)$`,
		"package api\n\n// overflow text\nvar text = \"prompt is too long: 9 tokens > 8 maximum\""},
	{"source-lines", byText, `^\s*(?:case ["'\w.]+(?:, ["'\w.]+)*:|default:|return \w+(?:, (?:nil|err|true|false|none))?;?|\} else (?:if .*)?\{)\s*$`,
		"    case \"overloaded_error\":\n        return Overloaded, nil"},
	{"config", byText, `^\s*(?:- )?[\w-]+: \[[\w-]+(?:, [\w-]+)+\]$|^\s*(?:server|location [^{]*|upstream \w+) \{$`,
		"retry:\n  codes: [rate_limit_exceeded, overloaded_error]"},
	{"status-list", byText, `(?:\b[45]\d\d [a-z -]+, ){2,}`,
		"HTTP status codes: 401 Unauthorized, 413 Payload Too Large, 429 Too Many Requests."},
	{"access-log", byText, `^\S+ \S+ \S+ \[[^\]]+\] "(?:get|post|put|head|delete|options|patch) \S+ http/[\d.]+" \d{3} `,
		"10.0.0.7 - - [20/Nov/2025:10:00:01 +0000] \"POST /upload HTTP/1.1\" 413 585"},
	{"markdown", byText, `^#{1,4} \w[^\n]*$|^(?:\| ?[^|\n]+){2,}\|\s*$|^\|? ?:?-{3,}:? ?\||^(?:[*-]|\d+\.) ` + "`" + `[^` + "`" + `\n]+` + "`" + ` ?(?:-|–|—|:|means|is|are) |^---\ntitle:`,
		"# Errors\n\nA request over the limit fails with prompt is too long: 9 tokens > 8 maximum."},
	{"search-output", byText, `^[\w./@-]+\.(?:go|py|ts|tsx|js|jsx|mjs|rs|java|kt|rb|php|c|cc|cpp|h|cs|md|mdx|txt|ya?ml|json|toml|sh|swift|ex|conf|html|css|sql)[:-]\d+[:-](?:\d+:)? ?\S.*$`,
		"src/errors.go:41:	case strings.Contains(s, \"maximum context length is 8192 tokens\"):"},
	{"question", byLine, `^(?:hi|hello|hey|so|ok|and|but)?[,!. ]*(?:why|how|what|when (?:i|you|we|does|will)|where|which|who|can (?:you|i|we|someone|anyone)|could (?:you|i|we)|does|do (?:i|you|we)|did (?:you|i|we|anyone|the)|is (?:it|there|this|that)|are (?:there|we)|should (?:i|we|the)|would (?:it|you|a)|has any|anyone|i'?m (?:getting|seeing)|i (?:keep|get|got|see|am|have|was|want|think|need)|we (?:keep|get|got|see|need|are (?:getting|seeing|hitting|using|trying|running))|` +
		`please (?:explain|add|fix|make|handle|write)|explain (?:how|what|why|the)|write (?:an?|the|me|some)|add (?:an?|the|support|my)|implement|fix (?:an?|the|my)|refactor|make (?:an?|the|it|my|our)|let'?s|let me|i'?ll|i will|now )\b`,
		"Why do I get prompt is too long: 9 tokens > 8 maximum?"},
	{"statement", byStart, `\A(?:select|insert into|update|delete from|create table|alter table)\b.*(?:\bfrom\b|\bset\b|\bvalues\b|\bwhere\b|\()|\A(?:# |//|/\*|<!--|--\s|;;)`,
		"SELECT id FROM errors WHERE message = 'context_length_exceeded';"},
	{"shell", byLine, `^(?:\$|❯|%|>>>|\+) \S|^(?:grep|rg|sed|awk|jq|kubectl|docker|git|npm|pip|cargo) [\w./'"-]`,
		"$ grep -rn context_length_exceeded src/"},
	{"program", byText, `^(?:npm (?:err!|error|warn)|fatal: |remote: |error: (?:rpc failed|failed to push)|ssh: |ssh_exchange|kex_exchange|scp: |rsync: |rsync error|curl: \(\d+\)|wget: |kubectl|unable to connect to the server: |psql: |error response from daemon|docker: |pip\b|error: could not install|err_pnpm|yarn error|go: |make(?:\[\d+\])?: |gcc: |ld: |bash: |zsh: |sh: |/bin/|ls: |cp: |mv: |rm: |tar: |cat: |mysql|redis|error: process completed|e: |err:\d+ )|` +
		`\b(?:gpg|apt-get|dpkg|terraform|ansible|helm|postgres(?:ql)?|mysqld?|redis|kafka|rabbitmq|mongod?b?|sshd|systemd|crond?|dockerd|kubelet|smtpd?|ftpd?|nmap)(?:\[\d+\])?: |\bremote end hung up\b|\bpull rate limit\b|registry-1\.docker|registry\.npmjs|buffer overflow detected|stack smashing|oom-killer|out of memory: killed|\b(?:enametoolong|file ?name too long|argument list too long|uri too long|path too long)\b`,
		"npm ERR! 403 Forbidden - GET https://registry.npmjs.org/left-pad"},

	{"database", byText, `\bsqlalchemy\.|\bpsycopg2?\.|\bqueuepool\b|\bpymysql\b|\bsqlite3?\.|\basyncpg\b|\bpymongo\b|\bjava\.sql\.|\bpermission denied for (?:table|schema|relation|database|sequence)|^error \d{4} \(\w{5}\)`,
		"sqlalchemy.exc.TimeoutError: QueuePool limit of size 5 overflow 10 reached, connection timed out, timeout 30.00"},
	{"files", byText, `\bcannot (?:create|open|access|remove|stat|touch|write|overwrite)\b.*permission denied|\beacces\b|/\S+: permission denied|^(?:gzip|gunzip|unzip|zcat|xz|bzip2|mkdir|touch|find|chmod|chown|install|cargo|rustc|javac|tsc): |` +
		`eof while (?:looking|parsing)|eof in archive|syntaxerror: (?:unexpected (?:eof|end of input|identifier|number|string)|invalid)|javascript heap|allocation failed|when calling the (?:list|put|head|create|delete|describe|assumerole)\w* operation`,
		"mkdir: cannot create directory '/root/x': Permission denied"},

	// The line of a match.
	{"code-line", byLine, `^[}\])]+ ?(?:[("'{\[!]|\w+ ?(?:\(|=|:=|==|!=|\bin\b|\.\w+\(|["']\w|:$|\{)|["'])|^(?:return|if|elif|else if|else|elsif|unless|while|for|switch|case|when|assert\w*|expect|const|let|var|def|func|fn|class|throw|raise|require|import|export|print\w*|echo|console\.\w+|log(?:ger|ging)?\.\w+|fmt\.\w+|t\.\w+|pytest\.\w+|re\.\w+|errors\.\w+|strings\.\w+|self\.\w+|this\.\w+|await|yield|try|catch|except|with|mock\w*)\b ?(?:[("'{\[!]|\w+ ?(?:\(|=|:=|==|!=|\bin\b|\.\w+\(|["']\w|:$|\{)|["'])` +
		`| (?:==|===|!=|!==|:=|=>|&&|\|\||\+=) |["'] in (?:msg|message|str|err|error|text|body|lower|s|e|exc|response)\b|\.(?:includes|contains|test|match|startswith|indexof|find|search|compile|tolower|lower|toequal|tobe|equal|errorf|sprintf|mustcompile|matchstring|hasprefix)\(|\b(?:strings\.contains|errors\.is|new regexp|re\.compile|regexp\.mustcompile|raise \w+error\(|throw new|new error\(|expect\()|^\w+ = ["'(\[]|["')\]]; ?$`,
		`    if "maximum context length is 8192 tokens" in message:`},
	{"code-list", byLine, `(?:\b(?:rate_limit\w*|context_length\w*|insufficient_quota|overloaded_error|invalid_api_key|request_too_large)\b,? (?:and |or )?){2,}|^[\w.]+ ?= ?\S+ +(?:#|//) `,
		"Covered codes: rate_limit_exceeded, context_length_exceeded and overloaded_error"},
	{"comment", byLine, `^(?://|/\*|\*/|#+ |<!--|-- |;;|%% |rem |todo|fixme)`,
		"// prompt is too long: 9 tokens > 8 maximum comes back as a 400"},
	{"diff-line", byLine, `^[+-] ?(?:\w+\(|["'][\w ]+["']: |if |return |//|#)`, "+ if err == \"context_length_exceeded\" {"},
	{"list-item", byLine, `^(?:[*-]|\d+[.)]) (?:fix(?:ed|es)?|add(?:ed|s)?|handle[sd]?|improve[sd]?|chang(?:ed?|es)|remove[sd]?|support(?:ed|s)?|document(?:ed|s)?|retry|retries|map(?:s|ped)?|detect(?:s|ed)?|bump(?:s|ed)?|clarif(?:y|ies|ied))\b|^(?:fix|feat|chore|docs|test|refactor|perf|ci|build)(?:\([^)]*\))?!?: `,
		"- Fixed a crash when the API says context_length_exceeded"},

	// The words in front of it.
	{"talk", byLead, `\brfc \d+|(?:^|[\s("'])(?:raises|throws|tests? covers?|covers|why|how (?:do|can|should|to|does)|what (?:does|do|is|are|happens|causes)|when(?:ever)? (?:i|you|we|it|they|the|a|an|your|claude|openai)|if (?:you|we|i|it|they|the (?:server|api|model|provider|request|response|error)|a|an|your)|i (?:get|got|see|saw|am|keep|kept|will|think|need|had to|know|expect)|i'?m getting|i'?ll|we (?:get|got|see|saw|should|need|now|can|must|treat|retry|catch)|you(?:'?ll| (?:may |might |will |could )?(?:get|see|hit|receive))|users? (?:see|get|report|hit)|clients? (?:should|must|may)|` +
		`returns|handle[sd]?|handling|detect(?:s|ing|ion)|catch(?:es|ing)?|treat(?:s|ed|ing)?|check(?:s|ed|ing)? (?:for|if|whether|that)|e\.g\.|such as|for example|means|instead of|avoid(?:s|ing)?|fix(?:e[sd])?:|prints|parse[sd]?|parsing|match(?:es|ing)?|look(?:s|ing)? for|search(?:es|ed|ing)? (?:for|results)|grep|regex|wording|texts? like|known as|documented|tutorial|readme|blog|article|` +
		`reports? (?:an? |the )?\w+ (?:with|as)|(?:docs?|documentation|manual|page|spec|guide|comment) (?:says?|states?|mentions?|describes?)|the (?:phrase|wording|text|string|sentence|literal)|the (?:error|message|term|words?|code|status|famous|infamous|dreaded|classic|usual|typical|common) (?:is|was|says?|reads?|means|like)|(?:an?|the|these|those|some|many|most|any|such|common|typical|occasional|intermittent) (?:[\w-]+ ){0,2}(?:error|errors|message|response|code) (?:like|such as|called|named|saying)|simulat(?:e|es|ed|ing)|mock(?:s|ed|ing)?|fake|(?:should|must|would|could) (?:return|get|give|raise|throw|map|be (?:an?|the|treated|handled|mapped|classified|reported|retried|caught))|todo|faq|see also|` +
		`test(?:s|ed|ing)? (?:that|for|the|whether|if)|expect(?:s|ed|ing)? (?:the|an?|to)|log(?:s|ged)? (?:an?|the))(?:$|[\s:"'(,.])`,
		"If you see prompt is too long: 9 tokens > 8 maximum, start a new session."},

	{"condition", byLead, `(?:^|[\s("'])(?:if|when|whenever|unless|until|in case|as soon as|every time|each time) (?:the |an? |your |my |its |this |that )?$`,
		"Set a lower limit if the response is truncated because max_tokens was reached."},
	{"name", byLine, `\bcannot import name\b|\bno module named\b|\bmodulenotfounderror\b|\bhas no attribute\b|\bis not defined\b|\bcannot read propert|\bundefined reference\b|\bunresolved import\b`,
		"ImportError: cannot import name 'RateLimitError' from 'openai'"},

	// The words after it.
	{"talk-after", byTail, `\A["')\]]*,? ?(?:\?|(?:errors?|exceptions?|messages?|responses?|codes?|status(?:es)?|class|handling|checks?|cases?|branch|path|string|detection|pattern|test|tests|bug|regression|constant|issue|problem)\b (?:is|are|was|were|when|if|should|can|could|may|might|will|would|from the|for the|that|which|correctly|properly|gracefully|now|into|as)\b|(?:is|are|was|were|gets?|has been|should be|must be|can be|will be|may be|would be) (?:now |also |not |usually |often |always |then |only |still |being )?(?:returned|raised|thrown|reported|handled|retried|treated|mapped|logged|shown|caught|classified|emitted|sent|used|documented|described|ignored|detected|an? |the |when|what|because|why|how|one of|part|common|fatal|permanent|transient|terminal|retryable)|means? |refers? to|(?:gets?|is|are) (?:silently )?(?:dropped|trimmed|removed|discarded|skipped)\b|[^.!?"']{0,40}, (?:so|but) (?:i|we|he|she|they)\b|indicates?|happens? |occurs? |appears? |tells? |comes? from|so (?:we|i|that|you|the)\b|, (?:so|which|because|then) (?:we|i|it|the|is|means)\b)`,
		"context_length_exceeded errors are retried once."},

	{"parser", byTail, `\A (?:['"][}\])(;<>{\[]['"](?: |$)|at (?:line|position) \d|in json\b|\(\d+:\d+\))`, "Invalid token '}' at line 3, column 5"},

	// The same in other languages.
	{"chinese-talk", byLead, `(?:^|[\s,;:、，。；："'(（])(?:当(?:[^前地]|$)|如果|若|一旦|假如|每当|每次|避免|防止|例如|比如|譬如|为什么|为何|怎么|如何|请问|什么是|所谓|表示|意思是|意味着|建议|可以设置|用于|支持|判断|检测|处理|是否)[^。]*$`,
		"当上下文长度超过阈值时会自动压缩历史记录"},
	{"chinese-talk-after", byTail, `\A[^。,，;；"'}]{0,12}(?:时[,，候会就将]|时$|的话|的情况|的问题|的时候|怎么办|吗|呢|会(?:自动|触发|返回|报错)|则(?:会|自动)|就会|后自动|\?|？)`,
		"模型的上下文长度超过限制的时候怎么办"},
	{"japanese-talk", byTail, `\A[^。"'}]{0,6}?(?:ない(?:よう|で|と)|ません(?:$|か)|る(?:場合|と|時|可能性|こと)|た(?:場合|とき|時|ら)|ている(?:場合|か|とき)|かどうか|ですか)`,
		"コンテキスト長が上限を超えた場合は古いメッセージを削除します。"},
	{"korean-talk", byTail, `\A[^."'}]{0,6}?(?:하면|되면|할 (?:때|경우)|될 (?:때|경우)|한 경우|했을 때|된 경우|하지 않|나요|까요)`,
		"컨텍스트 길이를 초과하면 오래된 메시지를 삭제합니다."},
	{"european-talk", byLead, `(?:^|[\s("'])(?:wenn|falls|sobald|damit|ob|lorsque|lorsqu|quand|pourquoi|comment|cuando|quando|porque|por qué|cómo|warum|wie|если|когда|почему|чтобы)(?:$|[\s'])`,
		"Wenn der Prompt die maximale Kontextlänge überschreitet, wird er gekürzt."},

	// What a tool says about its own limits.
	{"tool-limit", byUnit, `\bfile content \(|\boffset and limit\b|\boffset\b.{0,20}\blimit\b|read specific portions|maxfilereadtoken|\bgreptool\b|` +
		`\b(?:use|using|with|supports?|via|try|add) pagination|\bpagination\b.{0,40}(?:param|filter|limit)|\bmcp tool\b|tool (?:response|output|result)s? (?:\S+ ){0,4}(?:exceed|too (?:large|long))|` +
		`\b(?:page|result|item|row)s? per (?:page|request)|\bper_page\b|\bpage_?size\b|\bnext_?cursor\b|narrow (?:down )?(?:your|the) (?:query|search)`,
		"Error: File content (33148 tokens) exceeds maximum allowed tokens (25000). Please use offset and limit parameters to read specific portions of the file."},
	{"tool-output", byUnit, `\b(?:full )?output (?:has been |was )?(?:saved|written) to\b|\boutput (?:too large|truncated) \(|search for specific content|\bthe file is too (?:large|long|big) to (?:read|edit|open)|reduce (?:the )?(?:number of )?(?:lines|files|results)|` +
		`\b(?:field|column|row|cell|file ?name|title|subject|commit message|branch name|password|username|url|path|tweet|sms|slug) (?:\S+ ){0,3}(?:too long|exceeds|is longer than|must be (?:less|at most))`,
		"Error: result (81,204 characters) exceeds maximum allowed tokens. Output has been saved to /tmp/r.txt."},
}
