// SPDX-License-Identifier: Apache-2.0

package main

import (
	"encoding/json"
	"io"

	"k8s.io/apimachinery/pkg/api/resource"
)

// quantityQuestions are texts to be read as quantities, and pairs of such texts to be reckoned with.
type quantityQuestions struct {
	Texts []string    `json:"texts"`
	Pairs [][2]string `json:"pairs"`
}

// quantityAnswer is the canonical form of a quantity, or the error of an invalid text.
type quantityAnswer struct {
	Canonical string `json:"canonical,omitempty"`
	Error     string `json:"error,omitempty"`
}

// pairAnswer is the comparison of two quantities, their sum and their difference.
type pairAnswer struct {
	Compared   int    `json:"compared"`
	Sum        string `json:"sum"`
	Difference string `json:"difference"`
}

// quantityAnswers are in the order of the questions.
type quantityAnswers struct {
	Texts []quantityAnswer `json:"texts"`
	Pairs []pairAnswer     `json:"pairs"`
}

func answerQuantities(in io.Reader) (*quantityAnswers, error) {
	var questions quantityQuestions
	if err := json.NewDecoder(in).Decode(&questions); err != nil {
		return nil, err
	}
	var answers quantityAnswers
	for _, text := range questions.Texts {
		quantity, err := resource.ParseQuantity(text)
		if err != nil {
			answers.Texts = append(answers.Texts, quantityAnswer{Error: err.Error()})
			continue
		}
		answers.Texts = append(answers.Texts, quantityAnswer{Canonical: canonical(quantity)})
	}
	for _, pair := range questions.Pairs {
		answer, err := answerPair(pair)
		if err != nil {
			return nil, err
		}
		answers.Pairs = append(answers.Pairs, answer)
	}
	return &answers, nil
}

func answerPair(pair [2]string) (pairAnswer, error) {
	first, err := resource.ParseQuantity(pair[0])
	if err != nil {
		return pairAnswer{}, err
	}
	second, err := resource.ParseQuantity(pair[1])
	if err != nil {
		return pairAnswer{}, err
	}
	sum, difference := first.DeepCopy(), first.DeepCopy()
	sum.Add(second)
	difference.Sub(second)
	return pairAnswer{
		Compared:   first.Cmp(second),
		Sum:        canonical(sum),
		Difference: canonical(difference),
	}, nil
}

// String gives the text that was read where that was nearly canonical.
func canonical(quantity resource.Quantity) string {
	number, suffix := quantity.CanonicalizeBytes(nil)
	return string(number) + string(suffix)
}
