import type { Condition, ListMeta, ObjectMeta, TypeMeta } from '@vmgen/runtime';
import type { GroupResource } from '../../meta/v1/types.js';

/**
 * +genclient
 * +kubebuilder:resource:scope=Cluster
 * +kubebuilder:subresource:status
 *
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#storageversionmigration-v1-storagemigration-k8s-io
 */
export interface StorageVersionMigration extends TypeMeta {
  metadata: ObjectMeta;
  spec?: StorageVersionMigrationSpec;
  status?: StorageVersionMigrationStatus;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#storageversionmigrationspec-v1-storagemigration-k8s-io
 */
export interface StorageVersionMigrationSpec {
  resource: GroupResource;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#storageversionmigrationstatus-v1-storagemigration-k8s-io
 */
export interface StorageVersionMigrationStatus {
  /**
   * +listType=map
   * +listMapKey=type
   */
  conditions?: Condition[];
  resourceVersion?: string;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#storageversionmigrationlist-v1-storagemigration-k8s-io
 */
export interface StorageVersionMigrationList extends TypeMeta {
  metadata: ListMeta;
  items: StorageVersionMigration[];
}
