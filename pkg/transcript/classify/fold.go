package classify

import (
	"strings"
	"sync"
)

// variants are pairs of a traditional Chinese character and the simplified one: texts and
// patterns are folded to the latter, so that a row need not list both.
const variants = "長长過过達达無无認认證证權权請请輸输內内對对話话額额餘余錯错誤误頻频網网絡络連连線线斷断開开關关時时間间後后試试" +
	"數数據据條条縮缩減减應应該该單单個个實实區区國国帳账戶户費费儲储賬账號号碼码啟启務务負负載载飽饱滿满發发現现問问題题處处響响" +
	"調调觸触違违規规審审濾滤攔拦節节點点憑凭簽签驗验鑰钥敗败異异暫暂擁拥擠挤壓压參参類类詞词設设級级訂订閱阅購购續续傳传檢检測测" +
	"體体總总結结終终絕绝執执併并東东組组約约緩缓衝冲溢溢佇伫" +
	"資资盡尽會会產产訊讯訪访詢询說说讀读寫写選选擇择將将幾几當当復复標标機机檔档歷历決决沒没準准為为獲获環环離离種种稱称積积" +
	"穩稳範范簡简紀纪編编聯联與与舊旧裝装補补視视計计訓训記记許许評评詳详譯译護护變变讓让財财買买軟软轉转輪轮輯辑辦办這这進进" +
	"運运遠远適适釋释鍵键鎖锁鏈链閉闭際际隨随電电項项須须預预領领頭头顯显壞坏綁绑嘗尝歡欢係系屬属層层險险攜携擾扰襲袭"

// plainSigns spells typographic signs in ASCII and traditional characters as simplified ones,
// and takes out what marks a word as code or as strong.
var plainSigns = sync.OnceValue(func() *strings.Replacer {
	pairs := []string{"`", "", "*", "", "‘", "'", "’", "'", "′", "'", "“", `"`, "”", `"`, "–", "-", "—", "-",
		"：", ": ", "，", ", ", "（", "(", "）", ")", "＄", "$", "＞", ">"}
	for _, r := range variants {
		pairs = append(pairs, string(r))
	}
	return strings.NewReplacer(pairs...)
})
