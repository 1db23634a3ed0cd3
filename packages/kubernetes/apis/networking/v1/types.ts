import type {
  Condition,
  Int32,
  IntOrString,
  LabelSelector,
  ListMeta,
  ObjectMeta,
  TypeMeta,
} from '@vmgen/runtime';
import type { TypedLocalObjectReference } from '../../core/v1/types.js';

/**
 * +genclient
 * +kubebuilder:resource:shortName=ip,scope=Cluster
 *
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#ipaddress-v1-networking-k8s-io
 */
export interface IPAddress extends TypeMeta {
  metadata: ObjectMeta;
  spec: IPAddressSpec;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#ipaddressspec-v1-networking-k8s-io
 */
export interface IPAddressSpec {
  parentRef: ParentReference;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#parentreference-v1-networking-k8s-io
 */
export interface ParentReference {
  group?: string;
  name: string;
  namespace?: string;
  resource: string;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#ipaddresslist-v1-networking-k8s-io
 */
export interface IPAddressList extends TypeMeta {
  metadata: ListMeta;
  items: IPAddress[];
}

/**
 * +genclient
 * +kubebuilder:resource:shortName=ing
 * +kubebuilder:subresource:status
 *
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#ingress-v1-networking-k8s-io
 */
export interface Ingress extends TypeMeta {
  metadata: ObjectMeta;
  spec?: IngressSpec;
  status?: IngressStatus;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#ingressspec-v1-networking-k8s-io
 */
export interface IngressSpec {
  defaultBackend?: IngressBackend;
  ingressClassName?: string;
  /** +listType=atomic */
  rules?: IngressRule[];
  /** +listType=atomic */
  tls?: IngressTLS[];
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#ingressbackend-v1-networking-k8s-io
 */
export interface IngressBackend {
  resource?: TypedLocalObjectReference;
  service?: IngressServiceBackend;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#ingressservicebackend-v1-networking-k8s-io
 */
export interface IngressServiceBackend {
  name: string;
  port?: ServiceBackendPort;
}

/**
 * +structType=atomic
 *
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#servicebackendport-v1-networking-k8s-io
 */
export interface ServiceBackendPort {
  name?: string;
  number?: Int32;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#ingressrule-v1-networking-k8s-io
 */
export interface IngressRule {
  host?: string;
  http?: HTTPIngressRuleValue;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#httpingressrulevalue-v1-networking-k8s-io
 */
export interface HTTPIngressRuleValue {
  /** +listType=atomic */
  paths: HTTPIngressPath[];
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#httpingresspath-v1-networking-k8s-io
 */
export interface HTTPIngressPath {
  backend: IngressBackend;
  path?: string;
  pathType: string;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#ingresstls-v1-networking-k8s-io
 */
export interface IngressTLS {
  /** +listType=atomic */
  hosts?: string[];
  secretName?: string;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#ingressstatus-v1-networking-k8s-io
 */
export interface IngressStatus {
  loadBalancer?: IngressLoadBalancerStatus;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#ingressloadbalancerstatus-v1-networking-k8s-io
 */
export interface IngressLoadBalancerStatus {
  /** +listType=atomic */
  ingress?: IngressLoadBalancerIngress[];
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#ingressloadbalanceringress-v1-networking-k8s-io
 */
export interface IngressLoadBalancerIngress {
  hostname?: string;
  ip?: string;
  /** +listType=atomic */
  ports?: IngressPortStatus[];
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#ingressportstatus-v1-networking-k8s-io
 */
export interface IngressPortStatus {
  error?: string;
  port: Int32;
  protocol: string;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#ingresslist-v1-networking-k8s-io
 */
export interface IngressList extends TypeMeta {
  metadata: ListMeta;
  items: Ingress[];
}

/**
 * +genclient
 * +kubebuilder:resource:scope=Cluster
 *
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#ingressclass-v1-networking-k8s-io
 */
export interface IngressClass extends TypeMeta {
  metadata: ObjectMeta;
  spec?: IngressClassSpec;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#ingressclassspec-v1-networking-k8s-io
 */
export interface IngressClassSpec {
  controller?: string;
  parameters?: IngressClassParametersReference;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#ingressclassparametersreference-v1-networking-k8s-io
 */
export interface IngressClassParametersReference {
  apiGroup?: string;
  kind: string;
  name: string;
  namespace?: string;
  scope?: string;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#ingressclasslist-v1-networking-k8s-io
 */
export interface IngressClassList extends TypeMeta {
  metadata: ListMeta;
  items: IngressClass[];
}

/**
 * +genclient
 * +kubebuilder:resource:shortName=netpol
 *
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#networkpolicy-v1-networking-k8s-io
 */
export interface NetworkPolicy extends TypeMeta {
  metadata: ObjectMeta;
  spec?: NetworkPolicySpec;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#networkpolicyspec-v1-networking-k8s-io
 */
export interface NetworkPolicySpec {
  /** +listType=atomic */
  egress?: NetworkPolicyEgressRule[];
  /** +listType=atomic */
  ingress?: NetworkPolicyIngressRule[];
  podSelector?: LabelSelector;
  /** +listType=atomic */
  policyTypes?: string[];
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#networkpolicyegressrule-v1-networking-k8s-io
 */
export interface NetworkPolicyEgressRule {
  /** +listType=atomic */
  ports?: NetworkPolicyPort[];
  /** +listType=atomic */
  to?: NetworkPolicyPeer[];
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#networkpolicyport-v1-networking-k8s-io
 */
export interface NetworkPolicyPort {
  endPort?: Int32;
  port?: IntOrString;
  protocol?: string;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#networkpolicypeer-v1-networking-k8s-io
 */
export interface NetworkPolicyPeer {
  ipBlock?: IPBlock;
  namespaceSelector?: LabelSelector;
  podSelector?: LabelSelector;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#ipblock-v1-networking-k8s-io
 */
export interface IPBlock {
  cidr: string;
  /** +listType=atomic */
  except?: string[];
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#networkpolicyingressrule-v1-networking-k8s-io
 */
export interface NetworkPolicyIngressRule {
  /** +listType=atomic */
  from?: NetworkPolicyPeer[];
  /** +listType=atomic */
  ports?: NetworkPolicyPort[];
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#networkpolicylist-v1-networking-k8s-io
 */
export interface NetworkPolicyList extends TypeMeta {
  metadata: ListMeta;
  items: NetworkPolicy[];
}

/**
 * +genclient
 * +kubebuilder:resource:scope=Cluster
 * +kubebuilder:subresource:status
 *
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#servicecidr-v1-networking-k8s-io
 */
export interface ServiceCIDR extends TypeMeta {
  metadata: ObjectMeta;
  spec?: ServiceCIDRSpec;
  status?: ServiceCIDRStatus;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#servicecidrspec-v1-networking-k8s-io
 */
export interface ServiceCIDRSpec {
  /** +listType=atomic */
  cidrs?: string[];
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#servicecidrstatus-v1-networking-k8s-io
 */
export interface ServiceCIDRStatus {
  /**
   * +listType=map
   * +listMapKey=type
   */
  conditions?: Condition[];
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#servicecidrlist-v1-networking-k8s-io
 */
export interface ServiceCIDRList extends TypeMeta {
  metadata: ListMeta;
  items: ServiceCIDR[];
}
