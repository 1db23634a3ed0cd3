// SPDX-License-Identifier: Apache-2.0

package main

import (
	"fmt"
	"io"

	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	structuralschema "k8s.io/apiextensions-apiserver/pkg/apiserver/schema"
	schemacel "k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel/model"
	"k8s.io/apimachinery/pkg/util/json"
	celconfig "k8s.io/apiserver/pkg/apis/cel"
	"k8s.io/apiserver/pkg/cel/environment"
)

// ruleQuestions are rules on one schema, each to be asked of one object.
type ruleQuestions struct {
	Schema apiextensionsv1.JSONSchemaProps `json:"schema"`
	Object map[string]any                  `json:"object"`
	Rules  []string                        `json:"rules"`
}

// ruleAnswer says the most that a rule can cost, what it can cost on
// the object, and what it came to: a value or an error.
type ruleAnswer struct {
	MaxCost uint64 `json:"maxCost"`
	Cost    uint64 `json:"cost"`
	Value   any    `json:"value,omitempty"`
	Error   string `json:"error,omitempty"`
}

func answerRules(in io.Reader) (map[string]ruleAnswer, error) {
	text, err := io.ReadAll(in)
	if err != nil {
		return nil, err
	}
	var questions ruleQuestions
	// This decoder keeps integers as integers, as the API server does.
	if err := json.Unmarshal(text, &questions); err != nil {
		return nil, err
	}
	compiled, schema, err := compileRules(&questions)
	if err != nil {
		return nil, err
	}
	self := map[string]any{"self": schemacel.UnstructuredToVal(questions.Object, schema)}
	answers := make(map[string]ruleAnswer, len(compiled))
	for i, rule := range questions.Rules {
		if answers[rule], err = answerRule(compiled[i], self); err != nil {
			return nil, fmt.Errorf("rule %q: %w", rule, err)
		}
	}
	return answers, nil
}

func compileRules(questions *ruleQuestions) ([]schemacel.CompilationResult, *structuralschema.Structural, error) {
	var internal apiextensions.JSONSchemaProps
	if err := apiextensionsv1.Convert_v1_JSONSchemaProps_To_apiextensions_JSONSchemaProps(&questions.Schema, &internal, nil); err != nil {
		return nil, nil, err
	}
	schema, err := structuralschema.NewStructural(&internal)
	if err != nil {
		return nil, nil, err
	}
	for _, rule := range questions.Rules {
		schema.XValidations = append(schema.XValidations, apiextensionsv1.ValidationRule{Rule: rule})
	}
	compiled, err := schemacel.Compile(
		schema,
		model.SchemaDeclType(schema, false),
		celconfig.PerCallLimit,
		environment.MustBaseEnvSet(environment.DefaultCompatibilityVersion()),
		schemacel.NewExpressionsEnvLoader(),
	)
	return compiled, schema, err
}

// Go ranges over a map in an order that changes from run to run, and rules that stop early then differ
// in cost. So many runs miss the dearest of the few orders that a small map has with no likelihood.
const runs = 64

// answerRule gives the answer of the dearest run.
func answerRule(compiled schemacel.CompilationResult, self map[string]any) (ruleAnswer, error) {
	if compiled.Error != nil {
		return ruleAnswer{}, compiled.Error
	}
	first, err := runRule(compiled, self)
	if err != nil {
		return ruleAnswer{}, err
	}
	dearest := first
	for range runs - 1 {
		answer, err := runRule(compiled, self)
		if err != nil {
			return ruleAnswer{}, err
		}
		if answer.Value != first.Value || answer.Error != first.Error {
			return ruleAnswer{}, fmt.Errorf("what it comes to depends on the order of a map: %v or %v", answer, first)
		}
		dearest.Cost = max(dearest.Cost, answer.Cost)
	}
	return dearest, nil
}

func runRule(compiled schemacel.CompilationResult, self map[string]any) (ruleAnswer, error) {
	value, details, err := compiled.Program.Eval(self)
	if details == nil || details.ActualCost() == nil {
		return ruleAnswer{}, fmt.Errorf("no cost is known: %w", err)
	}
	answer := ruleAnswer{MaxCost: compiled.MaxCost, Cost: *details.ActualCost()}
	if err != nil {
		answer.Error = err.Error()
	} else {
		answer.Value = value.Value()
	}
	return answer, nil
}
