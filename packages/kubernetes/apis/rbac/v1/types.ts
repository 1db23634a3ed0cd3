import type { LabelSelector, ListMeta, ObjectMeta, TypeMeta } from '@vmgen/runtime';

/**
 * +genclient
 * +kubebuilder:resource:scope=Cluster
 *
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#clusterrole-v1-rbac-authorization-k8s-io
 */
export interface ClusterRole extends TypeMeta {
  metadata: ObjectMeta;
  aggregationRule?: AggregationRule;
  /** +listType=atomic */
  rules?: PolicyRule[];
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#aggregationrule-v1-rbac-authorization-k8s-io
 */
export interface AggregationRule {
  /** +listType=atomic */
  clusterRoleSelectors?: LabelSelector[];
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#policyrule-v1-rbac-authorization-k8s-io
 */
export interface PolicyRule {
  /** +listType=atomic */
  apiGroups?: string[];
  /** +listType=atomic */
  nonResourceURLs?: string[];
  /** +listType=atomic */
  resourceNames?: string[];
  /** +listType=atomic */
  resources?: string[];
  /** +listType=atomic */
  verbs: string[];
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#clusterrolelist-v1-rbac-authorization-k8s-io
 */
export interface ClusterRoleList extends TypeMeta {
  metadata: ListMeta;
  items: ClusterRole[];
}

/**
 * +genclient
 * +kubebuilder:resource:scope=Cluster
 *
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#clusterrolebinding-v1-rbac-authorization-k8s-io
 */
export interface ClusterRoleBinding extends TypeMeta {
  metadata: ObjectMeta;
  roleRef: RoleRef;
  /** +listType=atomic */
  subjects?: Subject[];
}

/**
 * +structType=atomic
 *
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#roleref-v1-rbac-authorization-k8s-io
 */
export interface RoleRef {
  /** +kubebuilder:default="" */
  apiGroup?: string;
  kind: string;
  name: string;
}

/**
 * +structType=atomic
 *
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#subject-v1-rbac-authorization-k8s-io
 */
export interface Subject {
  apiGroup?: string;
  kind: string;
  name: string;
  namespace?: string;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#clusterrolebindinglist-v1-rbac-authorization-k8s-io
 */
export interface ClusterRoleBindingList extends TypeMeta {
  metadata: ListMeta;
  items: ClusterRoleBinding[];
}

/**
 * +genclient
 *
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#role-v1-rbac-authorization-k8s-io
 */
export interface Role extends TypeMeta {
  metadata: ObjectMeta;
  /** +listType=atomic */
  rules?: PolicyRule[];
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#rolelist-v1-rbac-authorization-k8s-io
 */
export interface RoleList extends TypeMeta {
  metadata: ListMeta;
  items: Role[];
}

/**
 * +genclient
 *
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#rolebinding-v1-rbac-authorization-k8s-io
 */
export interface RoleBinding extends TypeMeta {
  metadata: ObjectMeta;
  roleRef: RoleRef;
  /** +listType=atomic */
  subjects?: Subject[];
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#rolebindinglist-v1-rbac-authorization-k8s-io
 */
export interface RoleBindingList extends TypeMeta {
  metadata: ListMeta;
  items: RoleBinding[];
}
