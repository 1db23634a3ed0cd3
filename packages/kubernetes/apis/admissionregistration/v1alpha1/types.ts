import type { LabelSelector, ListMeta, ObjectMeta, TypeMeta } from '@vmgen/runtime';

/**
 * +genclient
 * +kubebuilder:resource:categories=api-extensions,scope=Cluster
 *
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#mutatingadmissionpolicy-v1alpha1-admissionregistration-k8s-io
 */
export interface MutatingAdmissionPolicy extends TypeMeta {
  metadata: ObjectMeta;
  spec?: MutatingAdmissionPolicySpec;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#mutatingadmissionpolicyspec-v1alpha1-admissionregistration-k8s-io
 */
export interface MutatingAdmissionPolicySpec {
  failurePolicy?: string;
  /**
   * +listType=map
   * +listMapKey=name
   */
  matchConditions?: MatchCondition[];
  matchConstraints?: MatchResources;
  /** +listType=atomic */
  mutations?: Mutation[];
  paramKind?: ParamKind;
  reinvocationPolicy?: string;
  /** +listType=atomic */
  variables?: Variable[];
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#matchcondition-v1alpha1-admissionregistration-k8s-io
 */
export interface MatchCondition {
  expression: string;
  name: string;
}

/**
 * +structType=atomic
 *
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#matchresources-v1alpha1-admissionregistration-k8s-io
 */
export interface MatchResources {
  /** +listType=atomic */
  excludeResourceRules?: NamedRuleWithOperations[];
  matchPolicy?: string;
  namespaceSelector?: LabelSelector;
  objectSelector?: LabelSelector;
  /** +listType=atomic */
  resourceRules?: NamedRuleWithOperations[];
}

/**
 * +structType=atomic
 *
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#namedrulewithoperations-v1alpha1-admissionregistration-k8s-io
 */
export interface NamedRuleWithOperations {
  /** +listType=atomic */
  apiGroups?: string[];
  /** +listType=atomic */
  apiVersions?: string[];
  /** +listType=atomic */
  operations?: string[];
  /** +listType=atomic */
  resourceNames?: string[];
  /** +listType=atomic */
  resources?: string[];
  scope?: string;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#mutation-v1alpha1-admissionregistration-k8s-io
 */
export interface Mutation {
  applyConfiguration?: ApplyConfiguration;
  jsonPatch?: JSONPatch;
  patchType: string;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#applyconfiguration-v1alpha1-admissionregistration-k8s-io
 */
export interface ApplyConfiguration {
  expression?: string;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#jsonpatch-v1alpha1-admissionregistration-k8s-io
 */
export interface JSONPatch {
  expression?: string;
}

/**
 * +structType=atomic
 *
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#paramkind-v1alpha1-admissionregistration-k8s-io
 */
export interface ParamKind {
  apiVersion?: string;
  kind?: string;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#variable-v1alpha1-admissionregistration-k8s-io
 */
export interface Variable {
  expression: string;
  name: string;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#mutatingadmissionpolicylist-v1alpha1-admissionregistration-k8s-io
 */
export interface MutatingAdmissionPolicyList extends TypeMeta {
  metadata: ListMeta;
  items: MutatingAdmissionPolicy[];
}

/**
 * +genclient
 * +kubebuilder:resource:categories=api-extensions,scope=Cluster
 *
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#mutatingadmissionpolicybinding-v1alpha1-admissionregistration-k8s-io
 */
export interface MutatingAdmissionPolicyBinding extends TypeMeta {
  metadata: ObjectMeta;
  spec?: MutatingAdmissionPolicyBindingSpec;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#mutatingadmissionpolicybindingspec-v1alpha1-admissionregistration-k8s-io
 */
export interface MutatingAdmissionPolicyBindingSpec {
  matchResources?: MatchResources;
  paramRef?: ParamRef;
  policyName?: string;
}

/**
 * +structType=atomic
 *
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#paramref-v1alpha1-admissionregistration-k8s-io
 */
export interface ParamRef {
  name?: string;
  namespace?: string;
  parameterNotFoundAction?: string;
  selector?: LabelSelector;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#mutatingadmissionpolicybindinglist-v1alpha1-admissionregistration-k8s-io
 */
export interface MutatingAdmissionPolicyBindingList extends TypeMeta {
  metadata: ListMeta;
  items: MutatingAdmissionPolicyBinding[];
}
