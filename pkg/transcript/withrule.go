package transcript

import "cmp"

// WithRule returns the finding with the severity and the action of its code's
// rule, where it has none of its own.
func (f Finding) WithRule() Finding {
	rule := RuleOf(f.Code)
	f.Severity = cmp.Or(f.Severity, rule.Severity)
	f.Action = cmp.Or(f.Action, rule.Action)
	return f
}
