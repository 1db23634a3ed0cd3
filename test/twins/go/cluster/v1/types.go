package v1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// Cluster is the kind.
// +kubebuilder:resource:scope=Cluster,shortName=tcl;tclu,categories=twins
type Cluster struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec ClusterSpec `json:"spec"`
}

// ClusterSpec is what is wanted.
type ClusterSpec struct {
	A string `json:"a,omitempty"`
}
