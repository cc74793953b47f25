package classify

import (
	"slices"
	"strconv"
	"strings"
)

// maxIDs is how many ids and places are read from one text at the most.
const maxIDs = 256

// idList finds the ids that a sentence names: one, or several with commas. If the first
// group matches, it is the id of the request.
var idList = lazy(`(?i)(request[-_ ]?)?(?:immediately after|response messages|following ids|blocks? with ids?|with ids?|tool_result blocks|tool_use blocks|call_ids?|tool_use_ids?|function call(?: output)?|tool call(?: output)?(?: with)?(?: id)?|custom tool call(?: output)?|tool_calls?|id)["']?(?: ?[:=(] ?| of | was | )['"\[]{0,2}((?:[\w.:|-]{3,128}['"]{0,1}(?:, ?['"]?)?)+)`)

// idWord finds ids by how providers make them.
var idWord = lazy(`\b(?:toolu_|tooluse_|srvtoolu_|call_|fc_|ctc_|chatcmpl-tool-|mcptoolu_|rs_|functions\.[\w-]+:)[\w|-]+|\bfunctions\.[\w-]+:\d+`)

// callIDs returns the ids of tool calls that a text names, in order, each once.
func callIDs(text string) []string {
	ids := []string{}
	add := func(id string) {
		id = strings.Trim(id, `.,:;'"[](){}`)
		if looksLikeID(id) && len(ids) < maxIDs && !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	for _, m := range idList().FindAllStringSubmatch(text, maxIDs) {
		if m[1] != "" {
			continue // the id of the request
		}
		for id := range strings.SplitSeq(m[2], ",") {
			add(strings.TrimSpace(id))
		}
	}
	for _, id := range idWord().FindAllString(text, maxIDs) {
		add(id)
	}
	return ids
}

// looksLikeID tells an id from the words around it: an id contains a digit, and is not
// just a number.
func looksLikeID(s string) bool {
	if len(s) < 3 || strings.HasPrefix(s, "req_") || strings.HasPrefix(s, "messages.") || strings.HasSuffix(s, "_id") {
		return false
	}
	if !strings.ContainsAny(s, "0123456789") {
		return false
	}
	_, err := strconv.Atoi(s)
	return err != nil
}

// placePattern finds messages.4.content.1, messages[4].content[1], message[532].role,
// input[5].call_id, and messages.5.member.content.2.member of AWS.
var placePattern = lazy(`\b(messages?|input|contents)(?:\.|\[)(\d{1,7})\]?(\.member)?`)

// indexPattern finds the message that some APIs name by its index alone: "message at index 4",
// "tool result at index 4", and content[4], where it is of no message.
var indexPattern = lazy(`\b(?:messages?|results?|calls?|contents?|items?) at index (\d{1,7})\b|(?:^|[^\w.\]])content\[(\d{1,7})\]`)

// places returns the positions in the request that a text names. AWS counts members from 1.
func places(low string) []Place {
	var all []Place
	for _, m := range placePattern().FindAllStringSubmatch(low, maxIDs) {
		p := Place{List: m[1]}
		if p.List == "message" {
			p.List = "messages"
		}
		p.Index, _ = strconv.Atoi(m[2])
		if m[3] != "" {
			p.Index = max(0, p.Index-1)
		}
		if len(all) == 0 || all[len(all)-1] != p {
			all = append(all, p)
		}
	}
	for _, m := range indexPattern().FindAllStringSubmatch(low, maxIDs) {
		p := Place{List: "messages"}
		p.Index, _ = strconv.Atoi(m[1] + m[2])
		all = append(all, p)
	}
	return all
}
