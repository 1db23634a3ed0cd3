package v1

import (
	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

type AnyPodTemplateSpec struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Value corev1.PodTemplateSpec `json:"value"`
	// +optional
	// +listType=atomic
	List []corev1.PodTemplateSpec `json:"list,omitempty"`
}

type AnyContainer struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Value corev1.Container `json:"value"`
	// +optional
	// +listType=atomic
	List []corev1.Container `json:"list,omitempty"`
}

type AnyVolume struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Value corev1.Volume `json:"value"`
	// +optional
	// +listType=atomic
	List []corev1.Volume `json:"list,omitempty"`
}

type AnyProbe struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Value corev1.Probe `json:"value"`
	// +optional
	// +listType=atomic
	List []corev1.Probe `json:"list,omitempty"`
}

type AnySecretKeySelector struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Value corev1.SecretKeySelector `json:"value"`
	// +optional
	// +listType=atomic
	List []corev1.SecretKeySelector `json:"list,omitempty"`
}

type AnyObjectReference struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Value corev1.ObjectReference `json:"value"`
	// +optional
	// +listType=atomic
	List []corev1.ObjectReference `json:"list,omitempty"`
}

type AnyLabelSelector struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Value metav1.LabelSelector `json:"value"`
	// +optional
	// +listType=atomic
	List []metav1.LabelSelector `json:"list,omitempty"`
}

type AnyResourceRequirements struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Value corev1.ResourceRequirements `json:"value"`
	// +optional
	// +listType=atomic
	List []corev1.ResourceRequirements `json:"list,omitempty"`
}

type AnyAffinity struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Value corev1.Affinity `json:"value"`
	// +optional
	// +listType=atomic
	List []corev1.Affinity `json:"list,omitempty"`
}

type AnyPersistentVolumeClaimSpec struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Value corev1.PersistentVolumeClaimSpec `json:"value"`
	// +optional
	// +listType=atomic
	List []corev1.PersistentVolumeClaimSpec `json:"list,omitempty"`
}

type AnyServiceSpec struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Value corev1.ServiceSpec `json:"value"`
	// +optional
	// +listType=atomic
	List []corev1.ServiceSpec `json:"list,omitempty"`
}

type AnyJobTemplateSpec struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Value batchv1.JobTemplateSpec `json:"value"`
	// +optional
	// +listType=atomic
	List []batchv1.JobTemplateSpec `json:"list,omitempty"`
}

type AnyEnvVar struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Value corev1.EnvVar `json:"value"`
	// +optional
	// +listType=atomic
	List []corev1.EnvVar `json:"list,omitempty"`
}

type AnySecurityContext struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Value corev1.SecurityContext `json:"value"`
	// +optional
	// +listType=atomic
	List []corev1.SecurityContext `json:"list,omitempty"`
}

type AnyToleration struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Value corev1.Toleration `json:"value"`
	// +optional
	// +listType=atomic
	List []corev1.Toleration `json:"list,omitempty"`
}

type AnyTopologySpreadConstraint struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Value corev1.TopologySpreadConstraint `json:"value"`
	// +optional
	// +listType=atomic
	List []corev1.TopologySpreadConstraint `json:"list,omitempty"`
}

type AnyLocalObjectReference struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Value corev1.LocalObjectReference `json:"value"`
	// +optional
	// +listType=atomic
	List []corev1.LocalObjectReference `json:"list,omitempty"`
}

type AnyEphemeralVolumeSource struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Value corev1.EphemeralVolumeSource `json:"value"`
	// +optional
	// +listType=atomic
	List []corev1.EphemeralVolumeSource `json:"list,omitempty"`
}

type AnyPersistentVolumeClaim struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Value corev1.PersistentVolumeClaim `json:"value"`
	// +optional
	// +listType=atomic
	List []corev1.PersistentVolumeClaim `json:"list,omitempty"`
}

type AnyNodeSelector struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Value corev1.NodeSelector `json:"value"`
	// +optional
	// +listType=atomic
	List []corev1.NodeSelector `json:"list,omitempty"`
}
