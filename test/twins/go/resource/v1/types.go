package v1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// Ressource is the kind.
// +kubebuilder:resource:path=ressources,singular=oneressource,shortName={rs1,rs2},categories={all,twins},scope=Namespaced
type Ressource struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec RessourceSpec `json:"spec"`
}

// RessourceSpec is what is wanted.
type RessourceSpec struct {
	A string `json:"a,omitempty"`
}
