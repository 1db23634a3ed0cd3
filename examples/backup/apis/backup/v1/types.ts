import type { ResourceRequirements } from '@vmgen/kubernetes/core/v1';
import type { Condition, Int32, Int64, ListMeta, ObjectMeta, Time, TypeMeta } from '@vmgen/runtime';

/** BackupSchedule backs up volumes on a schedule. */
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

/** BackupScheduleSpec defines the volumes, the schedule and the target of the backups. */
export interface BackupScheduleSpec {
  /** The schedule in cron format: `0 3 * * *` is every night at three. */
  // +kubebuilder:validation:MinLength=1
  schedule: string;
  /** The PersistentVolumeClaims to back up, in the namespace of this object. */
  // +kubebuilder:validation:MinItems=1
  // +kubebuilder:validation:MaxItems=32
  // +kubebuilder:validation:items:MinLength=1
  // +kubebuilder:validation:items:MaxLength=63
  // +listType=set
  sources: string[];
  /** The number of backups to keep. Older ones are removed. */
  // +kubebuilder:validation:Minimum=1
  // +kubebuilder:validation:Maximum=1000
  // +kubebuilder:default=7
  retention?: Int32;
  /** The name of the Secret with the repository and its password, as environment variables. */
  // +kubebuilder:validation:MinLength=1
  secretName: string;
  /** The resource requests and limits of a backup. */
  resources?: ResourceRequirements;
}

/** BackupScheduleStatus is the observed state of a BackupSchedule. */
export interface BackupScheduleStatus {
  /** The generation of the spec that the conditions describe. */
  observedGeneration?: Int64;
  /** The start of the last backup. */
  lastBackupTime?: Time;
  /** The condition Ready is true while backups are scheduled. */
  // +listType=map
  // +listMapKey=type
  conditions?: Condition[];
}

/** BackupScheduleList is a list of BackupSchedules. */
export interface BackupScheduleList extends TypeMeta {
  metadata: ListMeta;
  items: BackupSchedule[];
}
