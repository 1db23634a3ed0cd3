// SPDX-License-Identifier: Apache-2.0

// controller-gen generates this file in a project: not counted.

package main

import (
	"maps"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
)

func (in *ConfigSet) DeepCopy() *ConfigSet {
	out := *in
	out.ObjectMeta = *in.ObjectMeta.DeepCopy()
	out.Spec.Configs = maps.Clone(in.Spec.Configs)
	out.Status.Conditions = append([]metav1.Condition(nil), in.Status.Conditions...)
	return &out
}

func (in *ConfigSet) DeepCopyObject() runtime.Object {
	return in.DeepCopy()
}

func (in *ConfigSetList) DeepCopyObject() runtime.Object {
	out := *in
	out.Items = nil
	for i := range in.Items {
		out.Items = append(out.Items, *in.Items[i].DeepCopy())
	}
	return &out
}
