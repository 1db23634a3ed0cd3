import type { Condition, Float, Int32, ObjectMeta, TypeMeta } from '@vmgen/runtime';

/** Column is the kind. */
// +kubebuilder:printcolumn:name="Phase",type=string,JSONPath=`.status.phase`,description="the phase"
// +kubebuilder:printcolumn:name="Replicas",type="integer",JSONPath=".spec.replicas",format=int32,priority=1
// +kubebuilder:printcolumn:name="Share",type=number,JSONPath=.status.share,format=double
// +kubebuilder:printcolumn:name=Ready,type=string,JSONPath=`.status.conditions[?(@.type=="Ready")].status`
// +kubebuilder:printcolumn:JSONPath=`.spec.on`,name=On,type=boolean,priority=0
// +kubebuilder:printcolumn:name=Age,type=date,JSONPath=.metadata.creationTimestamp
// +kubebuilder:subresource:status
export interface Column extends TypeMeta {
  metadata: ObjectMeta;
  spec: ColumnSpec;
  status?: ColumnStatus;
}

/** ColumnSpec is what is wanted. */
export interface ColumnSpec {
  replicas?: Int32;
  on?: boolean;
}

/** ColumnStatus is what is seen. */
export interface ColumnStatus {
  phase?: string;
  share?: Float;
  // +listType=map
  // +listMapKey=type
  conditions?: Condition[];
}
