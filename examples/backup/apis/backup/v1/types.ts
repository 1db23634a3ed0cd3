import type { ResourceRequirements } from '@vmgen/kubernetes/core/v1';
import type { Condition, Int32, Int64, ListMeta, ObjectMeta, Time, TypeMeta } from '@vmgen/runtime';

/** BackupSchedule backs up volumes again and again. */
// +genclient
// +kubebuilder:resource:shortName=bs,categories=all
// +kubebuilder:subresource:status
// +kubebuilder:printcolumn:name="Schedule",type=string,JSONPath=`.spec.schedule`
// +kubebuilder:printcolumn:name="Ready",type=string,JSONPath=`.status.conditions[?(@.type=="Ready")].status`
// +kubebuilder:printcolumn:name="Reason",type=string,JSONPath=`.status.conditions[?(@.type=="Ready")].reason`
// +kubebuilder:printcolumn:name="Last",type=date,JSONPath=`.status.lastBackupTime`
// +kubebuilder:printcolumn:name="Age",type=date,JSONPath=`.metadata.creationTimestamp`
export interface BackupSchedule extends TypeMeta {
  metadata: ObjectMeta;
  spec: BackupScheduleSpec;
  status?: BackupScheduleStatus;
}

/** BackupScheduleSpec says what is backed up, when, and where to. */
export interface BackupScheduleSpec {
  /** When, as cron writes it: `0 3 * * *` is every night at three. */
  // +kubebuilder:validation:MinLength=1
  schedule: string;
  /** The PersistentVolumeClaims to back up, in the namespace of this object. */
  // +kubebuilder:validation:MinItems=1
  // +kubebuilder:validation:MaxItems=32
  // +kubebuilder:validation:items:MinLength=1
  // +kubebuilder:validation:items:MaxLength=63
  // +listType=set
  sources: string[];
  /** How many backups are kept; older ones are removed. */
  // +kubebuilder:validation:Minimum=1
  // +kubebuilder:validation:Maximum=1000
  // +kubebuilder:default=7
  retention?: Int32;
  /** The Secret with the repository and its password, as variables of the environment. */
  // +kubebuilder:validation:MinLength=1
  secretName: string;
  /** What a backup asks of its node, and may take at most. */
  resources?: ResourceRequirements;
}

/** BackupScheduleStatus is what became of it. */
export interface BackupScheduleStatus {
  /** The generation of the spec that the conditions are about. */
  observedGeneration?: Int64;
  /** When a backup last began. */
  lastBackupTime?: Time;
  /** Ready says whether backups are scheduled. */
  // +listType=map
  // +listMapKey=type
  conditions?: Condition[];
}

/** BackupScheduleList is a list of BackupSchedules. */
export interface BackupScheduleList extends TypeMeta {
  metadata: ListMeta;
  items: BackupSchedule[];
}
