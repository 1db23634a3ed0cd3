// SPDX-License-Identifier: Apache-2.0

// Command go-answers prints as JSON what Kubernetes' Go packages know and no request can ask of an
// API server: what CEL rules cost and come to, what texts are as selectors and as quantities, the
// fields of protobuf messages by number, and the warnings of kinds that a version deprecates.
//
// usage: go-answers (rules|selectors|quantities) <QUESTIONS.json
//
//	go-answers messages
//	go-answers deprecations VERSION
package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
)

func main() {
	if err := run(os.Args[1:], os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "go-answers:", err)
		os.Exit(1)
	}
}

func run(args []string, in io.Reader, out io.Writer) error {
	var answers any
	var err error
	switch {
	case len(args) == 1 && args[0] == "rules":
		answers, err = answerRules(in)
	case len(args) == 1 && args[0] == "selectors":
		answers, err = answerSelectors(in)
	case len(args) == 1 && args[0] == "quantities":
		answers, err = answerQuantities(in)
	case len(args) == 1 && args[0] == "messages":
		answers, err = describeMessages()
	case len(args) == 2 && args[0] == "deprecations":
		answers, err = describeDeprecations(args[1])
	default:
		err = fmt.Errorf("expected rules, selectors, quantities, messages or deprecations VERSION, not %q", args)
	}
	if err != nil {
		return err
	}
	printer := json.NewEncoder(out)
	printer.SetEscapeHTML(false)
	return printer.Encode(answers)
}
