import type {
  Condition,
  Int32,
  Int64,
  LabelSelector,
  ListMeta,
  ObjectMeta,
  TypeMeta,
} from '@vmgen/runtime';

/**
 * +genclient
 * +kubebuilder:resource:categories=api-extensions,scope=Cluster
 *
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#mutatingadmissionpolicy-v1-admissionregistration-k8s-io
 */
export interface MutatingAdmissionPolicy extends TypeMeta {
  metadata: ObjectMeta;
  spec?: MutatingAdmissionPolicySpec;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#mutatingadmissionpolicyspec-v1-admissionregistration-k8s-io
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
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#matchcondition-v1-admissionregistration-k8s-io
 */
export interface MatchCondition {
  expression: string;
  name: string;
}

/**
 * +structType=atomic
 *
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#matchresources-v1-admissionregistration-k8s-io
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
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#namedrulewithoperations-v1-admissionregistration-k8s-io
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
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#mutation-v1-admissionregistration-k8s-io
 */
export interface Mutation {
  applyConfiguration?: ApplyConfiguration;
  jsonPatch?: JSONPatch;
  patchType: string;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#applyconfiguration-v1-admissionregistration-k8s-io
 */
export interface ApplyConfiguration {
  expression?: string;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#jsonpatch-v1-admissionregistration-k8s-io
 */
export interface JSONPatch {
  expression?: string;
}

/**
 * +structType=atomic
 *
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#paramkind-v1-admissionregistration-k8s-io
 */
export interface ParamKind {
  apiVersion?: string;
  kind?: string;
}

/**
 * +structType=atomic
 *
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#variable-v1-admissionregistration-k8s-io
 */
export interface Variable {
  expression: string;
  name: string;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#mutatingadmissionpolicylist-v1-admissionregistration-k8s-io
 */
export interface MutatingAdmissionPolicyList extends TypeMeta {
  metadata: ListMeta;
  items: MutatingAdmissionPolicy[];
}

/**
 * +genclient
 * +kubebuilder:resource:categories=api-extensions,scope=Cluster
 *
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#mutatingadmissionpolicybinding-v1-admissionregistration-k8s-io
 */
export interface MutatingAdmissionPolicyBinding extends TypeMeta {
  metadata: ObjectMeta;
  spec?: MutatingAdmissionPolicyBindingSpec;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#mutatingadmissionpolicybindingspec-v1-admissionregistration-k8s-io
 */
export interface MutatingAdmissionPolicyBindingSpec {
  matchResources?: MatchResources;
  paramRef?: ParamRef;
  policyName?: string;
}

/**
 * +structType=atomic
 *
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#paramref-v1-admissionregistration-k8s-io
 */
export interface ParamRef {
  name?: string;
  namespace?: string;
  parameterNotFoundAction?: string;
  selector?: LabelSelector;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#mutatingadmissionpolicybindinglist-v1-admissionregistration-k8s-io
 */
export interface MutatingAdmissionPolicyBindingList extends TypeMeta {
  metadata: ListMeta;
  items: MutatingAdmissionPolicyBinding[];
}

/**
 * +genclient
 * +kubebuilder:resource:categories=api-extensions,scope=Cluster
 *
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#mutatingwebhookconfiguration-v1-admissionregistration-k8s-io
 */
export interface MutatingWebhookConfiguration extends TypeMeta {
  metadata: ObjectMeta;
  /**
   * +listType=map
   * +listMapKey=name
   */
  webhooks?: MutatingWebhook[];
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#mutatingwebhook-v1-admissionregistration-k8s-io
 */
export interface MutatingWebhook {
  /** +listType=atomic */
  admissionReviewVersions: string[];
  clientConfig: WebhookClientConfig;
  failurePolicy?: string;
  /**
   * +listType=map
   * +listMapKey=name
   */
  matchConditions?: MatchCondition[];
  matchPolicy?: string;
  name: string;
  namespaceSelector?: LabelSelector;
  objectSelector?: LabelSelector;
  reinvocationPolicy?: string;
  /** +listType=atomic */
  rules?: RuleWithOperations[];
  sideEffects: string;
  timeoutSeconds?: Int32;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#webhookclientconfig-v1-admissionregistration-k8s-io
 */
export interface WebhookClientConfig {
  /** +kubebuilder:validation:Format=byte */
  caBundle?: string;
  service?: ServiceReference;
  url?: string;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#servicereference-v1-admissionregistration-k8s-io
 */
export interface ServiceReference {
  name: string;
  namespace: string;
  path?: string;
  port?: Int32;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#rulewithoperations-v1-admissionregistration-k8s-io
 */
export interface RuleWithOperations {
  /** +listType=atomic */
  apiGroups?: string[];
  /** +listType=atomic */
  apiVersions?: string[];
  /** +listType=atomic */
  operations?: string[];
  /** +listType=atomic */
  resources?: string[];
  scope?: string;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#mutatingwebhookconfigurationlist-v1-admissionregistration-k8s-io
 */
export interface MutatingWebhookConfigurationList extends TypeMeta {
  metadata: ListMeta;
  items: MutatingWebhookConfiguration[];
}

/**
 * +genclient
 * +kubebuilder:resource:categories=api-extensions,scope=Cluster
 * +kubebuilder:subresource:status
 *
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#validatingadmissionpolicy-v1-admissionregistration-k8s-io
 */
export interface ValidatingAdmissionPolicy extends TypeMeta {
  metadata: ObjectMeta;
  spec?: ValidatingAdmissionPolicySpec;
  status?: ValidatingAdmissionPolicyStatus;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#validatingadmissionpolicyspec-v1-admissionregistration-k8s-io
 */
export interface ValidatingAdmissionPolicySpec {
  /** +listType=atomic */
  auditAnnotations?: AuditAnnotation[];
  failurePolicy?: string;
  /**
   * +listType=map
   * +listMapKey=name
   */
  matchConditions?: MatchCondition[];
  matchConstraints?: MatchResources;
  paramKind?: ParamKind;
  /** +listType=atomic */
  validations?: Validation[];
  /**
   * +listType=map
   * +listMapKey=name
   */
  variables?: Variable[];
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#auditannotation-v1-admissionregistration-k8s-io
 */
export interface AuditAnnotation {
  key: string;
  valueExpression: string;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#validation-v1-admissionregistration-k8s-io
 */
export interface Validation {
  expression: string;
  message?: string;
  messageExpression?: string;
  reason?: string;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#validatingadmissionpolicystatus-v1-admissionregistration-k8s-io
 */
export interface ValidatingAdmissionPolicyStatus {
  /**
   * +listType=map
   * +listMapKey=type
   */
  conditions?: Condition[];
  observedGeneration?: Int64;
  typeChecking?: TypeChecking;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#typechecking-v1-admissionregistration-k8s-io
 */
export interface TypeChecking {
  /** +listType=atomic */
  expressionWarnings?: ExpressionWarning[];
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#expressionwarning-v1-admissionregistration-k8s-io
 */
export interface ExpressionWarning {
  fieldRef: string;
  warning: string;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#validatingadmissionpolicylist-v1-admissionregistration-k8s-io
 */
export interface ValidatingAdmissionPolicyList extends TypeMeta {
  metadata: ListMeta;
  items: ValidatingAdmissionPolicy[];
}

/**
 * +genclient
 * +kubebuilder:resource:categories=api-extensions,scope=Cluster
 *
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#validatingadmissionpolicybinding-v1-admissionregistration-k8s-io
 */
export interface ValidatingAdmissionPolicyBinding extends TypeMeta {
  metadata: ObjectMeta;
  spec: ValidatingAdmissionPolicyBindingSpec;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#validatingadmissionpolicybindingspec-v1-admissionregistration-k8s-io
 */
export interface ValidatingAdmissionPolicyBindingSpec {
  matchResources?: MatchResources;
  paramRef?: ParamRef;
  policyName: string;
  /** +listType=set */
  validationActions: string[];
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#validatingadmissionpolicybindinglist-v1-admissionregistration-k8s-io
 */
export interface ValidatingAdmissionPolicyBindingList extends TypeMeta {
  metadata: ListMeta;
  items: ValidatingAdmissionPolicyBinding[];
}

/**
 * +genclient
 * +kubebuilder:resource:categories=api-extensions,scope=Cluster
 *
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#validatingwebhookconfiguration-v1-admissionregistration-k8s-io
 */
export interface ValidatingWebhookConfiguration extends TypeMeta {
  metadata: ObjectMeta;
  /**
   * +listType=map
   * +listMapKey=name
   */
  webhooks?: ValidatingWebhook[];
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#validatingwebhook-v1-admissionregistration-k8s-io
 */
export interface ValidatingWebhook {
  /** +listType=atomic */
  admissionReviewVersions: string[];
  clientConfig: WebhookClientConfig;
  failurePolicy?: string;
  /**
   * +listType=map
   * +listMapKey=name
   */
  matchConditions?: MatchCondition[];
  matchPolicy?: string;
  name: string;
  namespaceSelector?: LabelSelector;
  objectSelector?: LabelSelector;
  /** +listType=atomic */
  rules?: RuleWithOperations[];
  sideEffects: string;
  timeoutSeconds?: Int32;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#validatingwebhookconfigurationlist-v1-admissionregistration-k8s-io
 */
export interface ValidatingWebhookConfigurationList extends TypeMeta {
  metadata: ListMeta;
  items: ValidatingWebhookConfiguration[];
}
