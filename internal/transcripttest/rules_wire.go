package transcripttest

import (
	"errors"
	"fmt"
	"regexp"
	"strings"
)

// content is what an item says, block by block.
type content struct {
	blocks int  // blocks and texts that are there
	blanks int  // of them texts of nothing but white space
	empty  int  // of these such as hold nothing at all
	spaced bool // the last text ends in white space
}

// see takes a block of a message, or the text that is all of it. Text is that of
// a text block.
func (c *content) see(text string, isText bool) {
	c.blocks++
	if isText && strings.TrimSpace(text) == "" {
		c.blanks++
		if text == "" {
			c.empty++
		}
	}
	if isText {
		c.spaced = strings.TrimRight(text, " \t\r\n") != text
	}
}

// seeString takes a content that is a text. An empty one is none.
func (c *content) seeString(text string) {
	if text != "" {
		c.see(text, true)
	}
}

func (c *content) isBlank() bool { return c.blocks == c.blanks }

// takes makes a rule of what pairing asks for and what each message has to be by
// itself.
func takes(pairs func([]Item) error, each ...func(it Item, last bool) error) func([]Item) error {
	return func(list []Item) error {
		for i, it := range list {
			for _, check := range each {
				if err := check(it, i == len(list)-1); err != nil {
					return fmt.Errorf("message %d: %w", i, err)
				}
			}
		}
		return pairs(list)
	}
}

var (
	wordID    = regexp.MustCompile(`^[a-zA-Z0-9_-]+$`)
	shortWord = regexp.MustCompile(`^[a-zA-Z0-9_-]{1,64}$`)
	shortName = regexp.MustCompile(`^(?s:.{1,200})$`)
	anyName   = regexp.MustCompile(`\S`)
	someName  = regexp.MustCompile(`^\S{1,128}$`)
)

// named checks the ids and the names of calls. Nil allows everything.
func named(id, name *regexp.Regexp) func(Item, bool) error {
	return func(it Item, _ bool) error {
		for _, c := range it.Calls {
			if id != nil && !id.MatchString(c.ID) {
				return fmt.Errorf("id %q should match %s", c.ID, id)
			}
			if name != nil && !name.MatchString(c.Name) {
				return fmt.Errorf("tool name %q should match %s", c.Name, name)
			}
		}
		return nil
	}
}

// filled wants content in every message, but for a last one of the model, and no
// text of nothing but white space.
func filled(it Item, last bool) error {
	switch {
	case it.said.blanks > 0:
		return errors.New("text content blocks must contain non-whitespace text")
	case it.said.blocks == 0 && !(last && it.Role == "assistant"):
		return errors.New("all messages must have non-empty content")
	}
	return nil
}

// always is filled without the exception for the last message.
func always(it Item, _ bool) error { return filled(it, false) }

// prompted wants content in the messages of the user, and no empty text in those of the
// model: the client leaves out what is nothing but white space.
func prompted(it Item, _ bool) error {
	switch {
	case it.Role == "user" && (len(it.Results) == 0 && it.said.isBlank() || it.said.blanks > 0):
		return errors.New("user messages must have non-empty content")
	case it.Role == "assistant" && it.said.empty > 0:
		return errors.New("text content blocks must be non-empty")
	}
	return nil
}

// speaks wants a text or a call in every message of the model but the last one.
func speaks(it Item, last bool) error {
	if it.Role == "assistant" && !last && len(it.Calls) == 0 && it.Text == "" {
		return errors.New("an assistant message needs content or tool_calls")
	}
	return nil
}

// prefilled wants no white space at the end of a text that the model is to go on
// from.
func prefilled(it Item, last bool) error {
	if last && it.Role == "assistant" && len(it.Calls) == 0 && it.said.spaced {
		return errors.New("final assistant content cannot end with trailing whitespace")
	}
	return nil
}

// respondsByName wants the tool named in every response.
func respondsByName(it Item, _ bool) error {
	for _, r := range it.Results {
		if !anyName.MatchString(r.Name) {
			return errors.New("function_response.name: Name cannot be empty")
		}
	}
	return nil
}
