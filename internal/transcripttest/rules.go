package transcripttest

import "fmt"

// answer takes the results of one message's calls, and says what does not
// belong together.
func answer(calls []CallItem, results []ResultItem) error {
	open := map[string]int{}
	for _, c := range calls {
		open[c.ID]++
	}
	for _, r := range results {
		if open[r.ID]--; open[r.ID] < 0 {
			return fmt.Errorf("result of %q answers no call before it, or a second time", r.ID)
		}
	}
	for id, n := range open {
		if n > 0 {
			return fmt.Errorf("call %q has no result", id)
		}
	}
	return nil
}

// ruleBlocks: results stand at the start of the next user message, all of them
// in one; call ids are unique. Neighbouring messages of a user are one, but
// results in the second of them do not count.
func ruleBlocks(list []Item) error {
	if err := unique(list); err != nil {
		return err
	}
	return eachTurn(mergeUsers(list), func(calls []CallItem, next *Item) error {
		var results []ResultItem
		if next != nil {
			if len(calls) > 0 && next.Late {
				return fmt.Errorf("a result stands behind text")
			}
			results = next.Results
		}
		return answer(calls, results)
	})
}

// ruleCount: the next content has as many responses as the model's had calls.
func ruleCount(list []Item) error {
	return eachTurn(list, func(calls []CallItem, next *Item) error {
		if next == nil {
			return answer(calls, nil)
		}
		return answer(calls, next.Results)
	})
}

// eachTurn calls check with the calls of every message and the message after it.
// Before the first message there are no calls.
func eachTurn(list []Item, check func([]CallItem, *Item) error) error {
	var calls []CallItem
	for i := range list {
		if err := check(calls, &list[i]); err != nil {
			return fmt.Errorf("message %d: %w", i, err)
		}
		calls = list[i].Calls
	}
	if err := check(calls, nil); err != nil {
		return fmt.Errorf("at the end: %w", err)
	}
	return nil
}

// mergeUsers joins the records of one user message: a client writes every result
// in a record of its own. Notices are put behind them by the client.
func mergeUsers(list []Item) []Item {
	var out []Item
	for _, it := range list {
		n := len(out)
		switch {
		case it.Meta && len(it.Results) == 0:
		case n > 0 && it.Role == "user" && out[n-1].Role == "user":
			last := &out[n-1]
			last.Late = last.Late || it.Late || last.Text != "" && len(it.Results) > 0
			last.Results = append(last.Results[:len(last.Results):len(last.Results)], it.Results...)
			last.say(it.Text)
		default:
			out = append(out, it)
		}
	}
	return out
}

func unique(list []Item) error {
	seen := map[string]bool{}
	for _, it := range list {
		for _, c := range it.Calls {
			if seen[c.ID] {
				return fmt.Errorf("call id %q is used twice", c.ID)
			}
			seen[c.ID] = true
		}
	}
	return nil
}

// ruleRun: the results stand directly behind the message with their calls, each
// in a message of its own.
func ruleRun(list []Item) error {
	var calls []CallItem
	var results []ResultItem
	for i, it := range list {
		if it.Role == "tool" {
			results = append(results, it.Results...)
			continue
		}
		if err := answer(calls, results); err != nil {
			return fmt.Errorf("before message %d: %w", i, err)
		}
		calls, results = it.Calls, nil
	}
	return answer(calls, results)
}

// ruleItems: every output stands behind the call of its id and kind; ids are
// unique.
func ruleItems(list []Item) error {
	if err := unique(list); err != nil {
		return err
	}
	open, ids := map[string]bool{}, map[string]bool{}
	for i, it := range list {
		if it.ID != "" && ids[it.ID] {
			return fmt.Errorf("item %d: duplicate item with id %q", i, it.ID)
		}
		ids[it.ID] = true
		for _, c := range it.Calls {
			open[c.Kind+" "+c.ID] = true
		}
		for _, r := range it.Results {
			if !open[r.Kind+" "+r.ID] {
				return fmt.Errorf("item %d: output for %q answers no call before it, or a second time", i, r.ID)
			}
			delete(open, r.Kind+" "+r.ID)
		}
	}
	for id := range open {
		return fmt.Errorf("call %q has no output", id)
	}
	return nil
}

// label makes a rule that lets the last message of a conversation be a call
// without results, or with some of them: it is what a model is trained on.
func label(rule func([]Item) error) func([]Item) error {
	return func(list []Item) error { return rule(completeTail(list)) }
}

// completeTail answers the calls after which nobody speaks.
func completeTail(list []Item) []Item {
	var rest []ResultItem
	for i := len(list) - 1; i >= 0 && len(list[i].Calls) > 0; i-- {
		for _, c := range list[i].Calls {
			rest = append(rest, ResultItem{ID: c.ID, Kind: c.Kind})
		}
		if rest[0].Kind == "" {
			break // an item is one call, a message has them all
		}
	}
	if rest == nil {
		return list
	}
	return append(list[:len(list):len(list)], Item{Role: "tool", Results: rest})
}
