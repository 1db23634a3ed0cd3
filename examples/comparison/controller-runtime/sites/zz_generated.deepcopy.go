// SPDX-License-Identifier: Apache-2.0

// controller-gen generates this file in a project: not counted.

package main

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
)

func (in *Site) DeepCopy() *Site {
	out := *in
	out.ObjectMeta = *in.ObjectMeta.DeepCopy()
	if in.Spec.Replicas != nil {
		replicas := *in.Spec.Replicas
		out.Spec.Replicas = &replicas
	}
	out.Status.Conditions = append([]metav1.Condition(nil), in.Status.Conditions...)
	return &out
}

func (in *Site) DeepCopyObject() runtime.Object {
	return in.DeepCopy()
}

func (in *SiteList) DeepCopyObject() runtime.Object {
	out := *in
	out.Items = nil
	for i := range in.Items {
		out.Items = append(out.Items, *in.Items[i].DeepCopy())
	}
	return &out
}
