package v1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// Column is the kind.
// +kubebuilder:printcolumn:name="Phase",type=string,JSONPath=`.status.phase`,description="the phase"
// +kubebuilder:printcolumn:name="Replicas",type="integer",JSONPath=".spec.replicas",format=int32,priority=1
// +kubebuilder:printcolumn:name="Share",type=number,JSONPath=.status.share,format=double
// +kubebuilder:printcolumn:name=Ready,type=string,JSONPath=`.status.conditions[?(@.type=="Ready")].status`
// +kubebuilder:printcolumn:JSONPath=`.spec.on`,name=On,type=boolean,priority=0
// +kubebuilder:printcolumn:name=Age,type=date,JSONPath=.metadata.creationTimestamp
// +kubebuilder:subresource:status
type Column struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec   ColumnSpec   `json:"spec"`
	Status ColumnStatus `json:"status,omitempty"`
}

// ColumnSpec is what is wanted.
type ColumnSpec struct {
	Replicas int32 `json:"replicas,omitempty"`
	On       bool  `json:"on,omitempty"`
}

// ColumnStatus is what is seen.
type ColumnStatus struct {
	Phase string  `json:"phase,omitempty"`
	Share float64 `json:"share,omitempty"`
	// +listType=map
	// +listMapKey=type
	Conditions []metav1.Condition `json:"conditions,omitempty"`
}
