package classify

// What gateways and clients say in the languages of their users. The rows about
// overflows, rates and quotas stand with those in English; these come after them.

var localRules = []Rule{
	{"chinese-auth-words", Auth, "", Loose, `(?:访问|请求|用户)[^。]{0,4}(?:被拒绝|受限|被限制|被禁止)|拒绝访问|(?:密钥|令牌|api ?key|token)[^。]{0,6}(?:已?被?(?:撤销|吊销|删除)|有误|不匹配)|请(?:先|重新)?(?:登录|登陆)|未登录|登录(?:已)?(?:过期|失效)|没有(?:访问|使用)权限`,
		"localised gateways", `用户访问被限制`},
	{"japanese-auth-words", Auth, "", Loose, `(?:無効な|不正な|間違った)(?:api ?キー|トークン|認証)|(?:api ?キー|トークン|認証情報)(?:が|は)[^。]{0,8}(?:正しくありません|有効ではありません|期限切れ|切れて|見つかりません|拒否)|アクセス(?:が)?拒否|アクセスが拒否|ログイン(?:が必要|してください)`,
		"HeavenTTT/Gemini-OmniChat-auto: ja/error.ts", `APIキーが正しくありません`},
	{"korean-auth-words", Auth, "", Loose, `(?:api ?키|토큰|인증|세션|로그인)(?:가|이|은|는|을|를)?[^.]{0,10}(?:만료|유효하지 않|잘못|필요합니다|실패|거부)|유효하지 않은 (?:api ?키|토큰|인증)|접근(?:이)? ?(?:거부|권한)|권한이 없`,
		"localised gateways", `API 키가 만료되었습니다`},
	{"european-auth-words", Auth, "", Loose, `(?:ungültiger?|falscher?|abgelaufener?) (?:api[- ]?(?:schlüssel|key)|token)|(?:clé|jeton)s? (?:d'?)?(?:api )?(?:invalide|expirée?|incorrecte?)|(?:clave|token)(?: de)?(?: api)? (?:no válid[oa]|inválid[oa]|caducad[oa]|incorrect[oa])|(?:неверный|недействительный) (?:api[- ]?)?(?:ключ|токен)`,
		"localised gateways", `Ungültiger API-Schlüssel.`},
	{"european-access-denied", Auth, "", Loose, `(?:zugriff verweigert|accès refusé|acceso denegado|accesso negato|acesso negado|доступ запрещ)`,
		"localised gateways", `Zugriff verweigert.`},
	{"chinese-filter", ContentFilter, "", Loose, `内容[^。]{0,6}安全策略|安全(?:过滤器?|审查|检测|审核)[^。]{0,6}(?:拦截|阻止|拒绝|屏蔽)|(?:提示词?|内容|输入|输出|回复|请求)[^。]{0,8}(?:被(?:拦截|屏蔽|过滤)|含有?敏感|违反)|因(?:内容)?(?:安全|合规)[^。]{0,8}(?:拦截|拒绝|终止)|触发(?:了)?(?:敏感词|内容过滤|风控)`,
		"HeavenTTT/Gemini-OmniChat-auto: zh/error.ts", `已被安全过滤器拦截。`},
	{"japanese-korean-filter", ContentFilter, "", Loose, `(?:セーフティ|安全|コンテンツ|不適切)[^。]{0,16}(?:ブロック|拒否|検出|フィルタ)|(?:안전|콘텐츠|유해|부적절)[^.]{0,16}(?:차단|거부|필터|감지)`,
		"HeavenTTT/Gemini-OmniChat-auto: ja/error.ts", `セーフティフィルターによってブロックされました。`},
	{"local-model", ModelNotFound, "", Loose, `(?:找不到|不存在|未找到|没有找到|不支持)[^。]{0,8}模型|模型[^。]{0,24}(?:不存在|未找到|找不到|不可用|已下架|未部署)|モデル[^。]{0,24}(?:見つかりません|存在しません|利用できません|サポートされていません)`,
		"HeavenTTT/Gemini-OmniChat-auto", `找不到指定的模型。`},
	{"korean-model", ModelNotFound, "", Loose, `모델[^.]{0,24}(?:찾을 수 없|존재하지 않|지원하지 않|지원되지 않)|모델(?:은|을|를|이)? 사용할 수 없`,
		"localised gateways", `요청한 모델을 찾을 수 없습니다.`},
	{"european-model", ModelNotFound, "", Loose, `(?:modell|modèle|modelo|модель)\S* [^.]{0,40}(?:nicht gefunden|existiert nicht|introuvable|n'existe pas|no existe|no encontrad|не найден|не существует)`,
		"localised gateways", `Modell gpt-9 nicht gefunden.`},
	{"chinese-overloaded", Overloaded, "", Loose, `(?:伺服器|服务器?|模型|系统|网关|当前)[^。]{0,6}(?:忙碌|繁忙|过载|满载|压力过大|人数过多|容量不足)|服务(?:暂时|暂)?不可用|(?:暂时|暂)不可用`,
		"localised gateways", `服务暂时不可用`},
	{"japanese-korean-overloaded", Overloaded, "", Loose, `(?:サーバー|サービス|モデル|アクセス)[^。]{0,10}(?:混み合|集中して|一時的に利用でき|高負荷)|(?:서버|서비스|모델)[^.]{0,6}일시적으로[^.]{0,8}(?:사용할 수 없|혼잡|중단)|(?:überlastet|surchargée?|sobrecargad[oa]|sovraccaric|перегружен)`,
		"localised gateways", `AI 서버를 일시적으로 사용할 수 없습니다.`},
	{"local-timeout", Timeout, "", Loose, `タイムアウト|시간(?:이|을)? ?초과|时间(?:已)?(?:超过|超时)|(?:已|请求|响应|连接)超时|délai (?:d'attente )?dépassé|tiempo de espera (?:agotado|excedido)|zeitlimit überschritten|превышено время|время ожидания`,
		"localised gateways", `サーバーの接続にタイムアウトしました`},
	{"chinese-connection", StreamCut, "", Loose, `(?:无法|不能|未能)(?:连接|链接|访问)(?:到|至|上)? ?(?:api|服务|模型|上游|网络|远程|服务器)|(?:网络|连接)[^。]{0,4}(?:连接)?(?:失败|中断|断开|已断|被重置|被拒绝|被关闭|不通)|(?:服务器?|上游)[^。]{0,4}(?:连接失败|连接中断|断开|拒绝连接)|连接(?:被)?(?:重置|拒绝|关闭|中断|断开|失败)`,
		"localised gateways", `网络连接失败。请检查您的网络连接和代理设置。`},
	{"japanese-korean-connection", StreamCut, "", Loose, `接続(?:が|に|は|を)?[^。]{0,8}(?:切断|失敗|拒否|中断|途切れ|できませ|リセット|確立でき)|(?:接続|通信)エラー|(?:연결|네트워크|통신)[^.]{0,8}(?:끊|실패|거부|중단|오류|할 수 없)`,
		"HeavenTTT/Gemini-OmniChat-auto: ja/error.ts", `サーバーの接続に失敗しました`},
	{"european-connection", StreamCut, "", Loose, `verbindung (?:zu[rm]?|mit) [^.]{0,30}(?:fehlgeschlagen|unterbrochen|abgebrochen|verloren|abgelehnt)|(?:échec de la connexion|connexion (?:perdue|refusée|interrompue|impossible))|(?:error|fallo|falha)[^.]{0,20} (?:al conectar|de conexión|de conexão|ao conectar)|conexi(?:ón|on) (?:perdida|rechazada|interrumpida)`,
		"CodeSwallow/ai-report-agent: utils/localization.py", `Verbindung zur API fehlgeschlagen.`},
	{"romance-connection", StreamCut, "", Loose, `(?:connessione|conexão) [^.]{0,24}(?:fallita|rifiutata|perdida|recusada)|не удалось подключиться|(?:соединение|подключение) (?:разорвано|потеряно|отклонено|прервано)`,
		"CodeSwallow/ai-report-agent: utils/localization.py", `Connessione all'API fallita.`},
	{"local-truncated", OutputTruncated, "", Loose, `(?:输出|回复|回答|生成|响应)[^。]{0,8}(?:被截断|截断了|达到(?:最大)?(?:长度|输出|token))|(?:出力|応答|回答)[^。]{0,16}(?:途中で切|打ち切|切り詰め)|(?:출력|응답|답변)[^.]{0,12}(?:잘렸|잘림|중단되었)`,
		"localised gateways", `回复被截断，已达到最大输出长度`},
	{"local-request", InvalidRequest, "", Loose, `请求[^。]{0,6}(?:无效|不合法|有误|不正确|格式错误)|(?:参数|格式)[^。]{0,6}(?:无效|不合法|有误|错误|不正确)|(?:无效的|错误的|非法)(?:请求|参数)|不正なリクエスト|無効な(?:リクエスト|パラメータ|引数)|リクエスト(?:が|の形式が)[^。]{0,6}(?:不正|無効)`,
		"HeavenTTT/Gemini-OmniChat-auto", `请求无效 (400)。请检查输入。`},
	{"korean-european-request", InvalidRequest, "", Loose, `(?:잘못된|유효하지 않은) (?:요청|매개변수|파라미터)|(?:ungültige anfrage|requête invalide|solicitud (?:no válida|inválida)|richiesta non valida|неверный запрос)`,
		"localised gateways", `잘못된 요청입니다.`},
}

// localServerRules know no more than that a server failed.
var localServerRules = []Rule{
	{"service-exception", ServerError, "", Loose, `\b(?:service|server|system|backend|gateway) (?:exception|failure)\b`,
		"relays", `Service exception, please try again later`},
	{"local-server", ServerError, "", Loose, `(?:伺服器|服务器?|服务端|上游|后端|网关)[^。]{0,6}(?:错误|异常|故障|出错|失败)|(?:发生|出现|遇到)(?:了)?(?:未知|意外|内部)?(?:的)?(?:错误|异常)`,
		"localised gateways", `服务器发生错误`},
	{"japanese-korean-server", ServerError, "", Loose, `(?:内部|サーバー|システム|予期しない|不明な)(?:サーバー)?エラー|apiでエラーが発生|リクエストを処理できません|(?:서버|내부|시스템|알 수 없는) ?(?:서버 )?오류`,
		"CodeSwallow/ai-report-agent: utils/localization.py", `内部サーバーエラー。`},
	{"european-server", ServerError, "", Loose, `intern(?:er)? serverfehler|serverfehler|erreur (?:interne )?du serveur|error (?:interno )?del servidor|errore (?:interno )?del server|erro interno do servidor|(?:внутренняя )?ошибка сервера`,
		"CodeSwallow/ai-report-agent: utils/localization.py", `Interner Serverfehler.`},
}
