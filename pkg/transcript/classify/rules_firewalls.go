package classify

// firewallRules know the pages of firewalls by the names of products and by what only such
// pages say.
var firewallRules = []Rule{
	{"protected-by", WAFBlock, "", Exact, `\b(?:protected|powered) by (?:imunify360|crawlprotect|mod[- ]?security|siteguard|nexusguard|incapsula)\b|\bsecurity (?:check )?by (?:bitninja|cachewall)\b`,
		"EnableSecurity/wafw00f: imunify360, crawlprotect, siteguard, nexusguard, bitninja", `This site is protected by Imunify360`},
	{"named-firewalls", WAFBlock, "", Exact, `\bgodaddy (?:security|website firewall)|\bedgecast web application firewall|\bapproach web application (?:firewall|filtering)|\bbluedon web application firewall|\bviettel waf\b|\bwts-waf\b|\bcdnnswaf application gateway|\bwebknight application firewall|\bninjafirewall\b.{0,10}\bforbidden\b|<(?:title|h\d)>(?:secupress|grey wizard|application firewall error|fw_error)|腾讯云web应用防火墙`,
		"EnableSecurity/wafw00f: godaddy, edgecast, approach, bluedon, viettel, ninja, qcloud", `Access Denied - GoDaddy Website Firewall`},
	{"named-blocks", WAFBlock, "", Exact, `\b(?:blocked|denied|rejected|intercepted) by (?:anyu|cloudbric|naxsi|yundun cloud waf|watchguard firewall|xvarnish-waf|website protection from armor|webtotem)\b|\bblocked by (?:google )?cloud armor\b|\bedgeone security policy\b|\bnaxsi blocked information|\bthe current request was blocked\b.{0,8}webtotem`,
		"EnableSecurity/wafw00f: anyu, cloudbric, naxsi, yundun, watchguard, varnish, armor", `Sorry! your access has been intercepted by AnYu`},
	{"next-generation-firewall", WAFBlock, "paloalto", Exact, `\bpalo alto (?:networks )?next[- ]generation (?:security platform|firewall)|\b(?:download of )?virus/spyware(?: download)? blocked`,
		"EnableSecurity/wafw00f wafw00f/plugins/paloalto.py", `Virus/Spyware Download Blocked. Palo Alto Next Generation Security Platform`},
	{"taken-for-a-robot", WAFBlock, "", Exact, `\b(?:access to this page has been denied because )?we believe you are using automation tools(?: to browse the website)?|\bmade us think (?:that )?you (?:were|are|might be) a bot\b|\bour system thinks you might be a robot|\bpress & hold to confirm\b|\bbecause we have detected unauthorized activity|\bpardon our interruption\b`,
		"EnableSecurity/wafw00f: perimeterx, siteground, radware; Imperva Advanced Bot Protection", `Access to this page has been denied because we believe you are using automation tools to browse the website.`},
	{"attempted-attack", WAFBlock, "", Exact, `\bdetected (?:an )?attempted attack or non standard traffic|\bthis request has been deemed suspicious|\brequest forbidden by administrative rules\b|\binbound anomaly score exceeded\b|\baccess is restricted due to a security rule|\baccess to the requested url was blocked\b|\bpotentially dangerous (?:client input|request querystring)`,
		"EnableSecurity/wafw00f: greywizard, wpmudev, shadowd, sophos, siteground", `<html><body>Request forbidden by administrative rules.</body></html>`},
	{"cannot-be-displayed", WAFBlock, "imperva", Exact, `\bpage (?:can't|cannot|can not) be displayed\b.{0,120}\b(?:incident|event|support|attack) id\b`,
		"EnableSecurity/wafw00f wafw00f/plugins/securesphere.py", `This page can't be displayed. Contact support for additional information. The incident ID is: N/A.`},
	{"chinese-waf-page", WAFBlock, "aliyun", Exact, `由于您访问的url有可能对网站造成安全威胁[,，] ?您的访问被阻断`,
		"Aliyun: page of the web application firewall", `很抱歉，由于您访问的URL有可能对网站造成安全威胁，您的访问被阻断。`},
	{"chinese-attack", WAFBlock, "", Exact, `(?:您的)?(?:请求|访问)(?:带有|含有|包含)(?:不合法|非法|危险|恶意)[^。！!]{0,10}[,，]? ?已被[^。！!]{0,12}(?:拦截|阻断)|(?:当前)?访问疑似(?:黑客)?攻击[,，]? ?已被[^。！!]{0,12}(?:拦截|阻断)`,
		"360, Yunsuo: pages of Chinese firewalls", `当前访问疑似黑客攻击，已被网站管理员设置为拦截`},
	{"chinese-protection", WAFBlock, "", Loose, `(?:请求|访问)已?被?安全(?:防护|策略|规则)(?:系统)?(?:拦截|阻断)`,
		"gateways", `请求已被安全防护拦截`},
	{"european-firewall", WAFBlock, "", Loose, `\b(?:ihre |die |der )?(?:anfrage|anforderung|zugriff|verbindung)\b[^.]{0,20} (?:von|durch) (?:der|die|eine|einer) (?:[\w-]+-)?firewall (?:blockiert|abgelehnt|gesperrt)|(?:requête|accès)[^.]{0,30} par (?:le|un) pare-feu\b|(?:acceso denegado: )?(?:su )?(?:solicitud|petición|acceso)[^.]{0,30} por (?:el|un) cortafuegos\b`,
		"localised gateways", `Ihre Anfrage wurde von der Firewall blockiert`},
	{"unauthorized-activity", WAFBlock, "radware", Exact, `\bunauthorized (?:request blocked|activity has been detected)|\bwebfilters indicate that the site\b`,
		"EnableSecurity/wafw00f: radware, zscaler", `Unauthorized Activity Has Been Detected. Case Number: 18220199`},
}
