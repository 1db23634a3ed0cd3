import type { ListMeta, ObjectMeta, TypeMeta } from '@vmgen/runtime';

/**
 * +genclient
 * +kubebuilder:resource:shortName=vac,scope=Cluster
 *
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.36/#volumeattributesclass-v1beta1-storage-k8s-io
 */
export interface VolumeAttributesClass extends TypeMeta {
  metadata: ObjectMeta;
  driverName: string;
  parameters?: Record<string, string>;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.36/#volumeattributesclasslist-v1beta1-storage-k8s-io
 */
export interface VolumeAttributesClassList extends TypeMeta {
  metadata: ListMeta;
  items: VolumeAttributesClass[];
}
