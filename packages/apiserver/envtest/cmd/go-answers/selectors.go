// SPDX-License-Identifier: Apache-2.0

package main

import (
	"encoding/json"
	"io"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/fields"
	"k8s.io/apimachinery/pkg/labels"
)

// selectorQuestions are texts and objects to be read as selectors, and sets that each is asked about.
type selectorQuestions struct {
	Labels  []string               `json:"labels"`
	Objects []metav1.LabelSelector `json:"objects"`
	Fields  []string               `json:"fields"`
	Sets    []map[string]string    `json:"sets"`
}

// selectorAnswer is the printed form of a selector and the indexes of the sets that it matches, or the error of an invalid one.
type selectorAnswer struct {
	Printed string `json:"printed"`
	Matches []int  `json:"matches"`
	Error   string `json:"error,omitempty"`
}

// selectorAnswers are in the order of the questions.
type selectorAnswers struct {
	Labels  []selectorAnswer `json:"labels"`
	Objects []selectorAnswer `json:"objects"`
	Fields  []selectorAnswer `json:"fields"`
}

func answerSelectors(in io.Reader) (*selectorAnswers, error) {
	var questions selectorQuestions
	if err := json.NewDecoder(in).Decode(&questions); err != nil {
		return nil, err
	}
	var answers selectorAnswers
	for _, text := range questions.Labels {
		selector, err := labels.Parse(text)
		answers.Labels = append(answers.Labels, answerLabels(selector, err, questions.Sets))
	}
	for i := range questions.Objects {
		selector, err := metav1.LabelSelectorAsSelector(&questions.Objects[i])
		answers.Objects = append(answers.Objects, answerLabels(selector, err, questions.Sets))
	}
	for _, text := range questions.Fields {
		selector, err := fields.ParseSelector(text)
		if err != nil {
			answers.Fields = append(answers.Fields, selectorAnswer{Error: err.Error()})
			continue
		}
		matches := func(set map[string]string) bool { return selector.Matches(fields.Set(set)) }
		answers.Fields = append(answers.Fields, answerSelector(selector.String(), matches, questions.Sets))
	}
	return &answers, nil
}

func answerLabels(selector labels.Selector, err error, sets []map[string]string) selectorAnswer {
	if err != nil {
		return selectorAnswer{Error: err.Error()}
	}
	matches := func(set map[string]string) bool { return selector.Matches(labels.Set(set)) }
	return answerSelector(selector.String(), matches, sets)
}

func answerSelector(printed string, matches func(map[string]string) bool, sets []map[string]string) selectorAnswer {
	answer := selectorAnswer{Printed: printed, Matches: []int{}}
	for i, set := range sets {
		if matches(set) {
			answer.Matches = append(answer.Matches, i)
		}
	}
	return answer
}
