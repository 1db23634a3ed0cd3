import type {
  Condition,
  Int32,
  Int64,
  IntOrString,
  LabelSelector,
  ListMeta,
  MicroTime,
  ObjectMeta,
  Quantity,
  ResourceList,
  Time,
  TypeMeta,
} from '@vmgen/runtime';

/**
 * +k8s:isSubresource="/binding"
 *
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#binding-v1-core
 */
export interface Binding extends TypeMeta {
  metadata: ObjectMeta;
  target: ObjectReference;
}

/**
 * +structType=atomic
 *
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#objectreference-v1-core
 */
export interface ObjectReference {
  apiVersion?: string;
  fieldPath?: string;
  kind?: string;
  name?: string;
  namespace?: string;
  resourceVersion?: string;
  uid?: string;
}

/**
 * +genclient
 * +genclient:onlyVerbs=get,list
 * +kubebuilder:resource:shortName=cs,scope=Cluster
 *
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#componentstatus-v1-core
 */
export interface ComponentStatus extends TypeMeta {
  metadata: ObjectMeta;
  /**
   * +listType=map
   * +listMapKey=type
   */
  conditions?: ComponentCondition[];
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#componentcondition-v1-core
 */
export interface ComponentCondition {
  error?: string;
  message?: string;
  status: string;
  type: string;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#componentstatuslist-v1-core
 */
export interface ComponentStatusList extends TypeMeta {
  metadata: ListMeta;
  items: ComponentStatus[];
}

/**
 * +genclient
 * +kubebuilder:resource:shortName=cm
 *
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#configmap-v1-core
 */
export interface ConfigMap extends TypeMeta {
  metadata: ObjectMeta;
  binaryData?: Record<string, Base64>;
  data?: Record<string, string>;
  immutable?: boolean;
}

/** +kubebuilder:validation:Format=byte */
export type Base64 = string;

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#configmaplist-v1-core
 */
export interface ConfigMapList extends TypeMeta {
  metadata: ListMeta;
  items: ConfigMap[];
}

/**
 * +genclient
 * +kubebuilder:resource:shortName=ep
 *
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#endpoints-v1-core
 */
export interface Endpoints extends TypeMeta {
  metadata: ObjectMeta;
  /** +listType=atomic */
  subsets?: EndpointSubset[];
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#endpointsubset-v1-core
 */
export interface EndpointSubset {
  /** +listType=atomic */
  addresses?: EndpointAddress[];
  /** +listType=atomic */
  notReadyAddresses?: EndpointAddress[];
  /** +listType=atomic */
  ports?: EndpointPort[];
}

/**
 * +structType=atomic
 *
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#endpointaddress-v1-core
 */
export interface EndpointAddress {
  hostname?: string;
  ip: string;
  nodeName?: string;
  targetRef?: ObjectReference;
}

/**
 * +structType=atomic
 *
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#endpointport-v1-core
 */
export interface EndpointPort {
  appProtocol?: string;
  name?: string;
  port: Int32;
  protocol?: string;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#endpointslist-v1-core
 */
export interface EndpointsList extends TypeMeta {
  metadata: ListMeta;
  items: Endpoints[];
}

/**
 * +genclient
 * +kubebuilder:resource:shortName=ev
 *
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#event-v1-core
 */
export interface Event extends TypeMeta {
  metadata: ObjectMeta;
  action?: string;
  count?: Int32;
  eventTime?: MicroTime;
  firstTimestamp?: Time;
  involvedObject: ObjectReference;
  lastTimestamp?: Time;
  message?: string;
  reason?: string;
  related?: ObjectReference;
  /** +kubebuilder:default="" */
  reportingComponent?: string;
  /** +kubebuilder:default="" */
  reportingInstance?: string;
  series?: EventSeries;
  source?: EventSource;
  type?: string;
}

/** @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#eventseries-v1-core */
export interface EventSeries {
  count?: Int32;
  lastObservedTime?: MicroTime;
}

/** @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#eventsource-v1-core */
export interface EventSource {
  component?: string;
  host?: string;
}

/** @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#eventlist-v1-core */
export interface EventList extends TypeMeta {
  metadata: ListMeta;
  items: Event[];
}

/**
 * +genclient
 * +kubebuilder:resource:shortName=limits
 *
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#limitrange-v1-core
 */
export interface LimitRange extends TypeMeta {
  metadata: ObjectMeta;
  spec?: LimitRangeSpec;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#limitrangespec-v1-core
 */
export interface LimitRangeSpec {
  /** +listType=atomic */
  limits: LimitRangeItem[];
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#limitrangeitem-v1-core
 */
export interface LimitRangeItem {
  default?: ResourceList;
  defaultRequest?: ResourceList;
  max?: ResourceList;
  maxLimitRequestRatio?: ResourceList;
  min?: ResourceList;
  type: string;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#limitrangelist-v1-core
 */
export interface LimitRangeList extends TypeMeta {
  metadata: ListMeta;
  items: LimitRange[];
}

/**
 * +genclient
 * +genclient:skipVerbs=deleteCollection
 * +genclient:method=Finalize,verb=update,subresource=finalize
 * +kubebuilder:resource:shortName=ns,scope=Cluster
 * +kubebuilder:subresource:status
 *
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#namespace-v1-core
 */
export interface Namespace extends TypeMeta {
  metadata: ObjectMeta;
  spec?: NamespaceSpec;
  status?: NamespaceStatus;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#namespacespec-v1-core
 */
export interface NamespaceSpec {
  /** +listType=atomic */
  finalizers?: string[];
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#namespacestatus-v1-core
 */
export interface NamespaceStatus {
  /**
   * +listType=map
   * +listMapKey=type
   */
  conditions?: NamespaceCondition[];
  phase?: string;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#namespacecondition-v1-core
 */
export interface NamespaceCondition {
  lastTransitionTime?: Time;
  message?: string;
  reason?: string;
  status: string;
  type: string;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#namespacelist-v1-core
 */
export interface NamespaceList extends TypeMeta {
  metadata: ListMeta;
  items: Namespace[];
}

/**
 * +genclient
 * +kubebuilder:resource:shortName=no,scope=Cluster
 * +kubebuilder:subresource:status
 *
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#node-v1-core
 */
export interface Node extends TypeMeta {
  metadata: ObjectMeta;
  spec?: NodeSpec;
  status?: NodeStatus;
}

/** @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#nodespec-v1-core */
export interface NodeSpec {
  configSource?: NodeConfigSource;
  externalID?: string;
  podCIDR?: string;
  /** +listType=set */
  podCIDRs?: string[];
  podPreemptionPolicy?: NodePodPreemptionPolicy;
  providerID?: string;
  /** +listType=atomic */
  taints?: Taint[];
  unschedulable?: boolean;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#nodeconfigsource-v1-core
 */
export interface NodeConfigSource {
  configMap?: ConfigMapNodeConfigSource;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#configmapnodeconfigsource-v1-core
 */
export interface ConfigMapNodeConfigSource {
  kubeletConfigKey: string;
  name: string;
  namespace: string;
  resourceVersion?: string;
  uid?: string;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#nodepodpreemptionpolicy-v1-core
 */
export interface NodePodPreemptionPolicy {
  /** +listType=set */
  disableResizePreemption?: string[];
}

/** @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#taint-v1-core */
export interface Taint {
  effect: string;
  key: string;
  timeAdded?: Time;
  value?: string;
}

/** @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#nodestatus-v1-core */
export interface NodeStatus {
  /**
   * +listType=map
   * +listMapKey=type
   */
  addresses?: NodeAddress[];
  allocatable?: ResourceList;
  capacity?: ResourceList;
  /**
   * +listType=map
   * +listMapKey=type
   */
  conditions?: NodeCondition[];
  config?: NodeConfigStatus;
  daemonEndpoints?: NodeDaemonEndpoints;
  /** +listType=atomic */
  declaredFeatures?: string[];
  features?: NodeFeatures;
  /** +listType=atomic */
  images?: ContainerImage[];
  nodeInfo?: NodeSystemInfo;
  phase?: string;
  /** +listType=atomic */
  runtimeHandlers?: NodeRuntimeHandler[];
  /** +listType=atomic */
  volumesAttached?: AttachedVolume[];
  /** +listType=atomic */
  volumesInUse?: string[];
}

/** @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#nodeaddress-v1-core */
export interface NodeAddress {
  address: string;
  type: string;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#nodecondition-v1-core
 */
export interface NodeCondition {
  lastHeartbeatTime?: Time;
  lastTransitionTime?: Time;
  message?: string;
  reason?: string;
  status: string;
  type: string;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#nodeconfigstatus-v1-core
 */
export interface NodeConfigStatus {
  active?: NodeConfigSource;
  assigned?: NodeConfigSource;
  error?: string;
  lastKnownGood?: NodeConfigSource;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#nodedaemonendpoints-v1-core
 */
export interface NodeDaemonEndpoints {
  kubeletEndpoint?: DaemonEndpoint;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#daemonendpoint-v1-core
 */
export interface DaemonEndpoint {
  Port: Int32;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#nodefeatures-v1-core
 */
export interface NodeFeatures {
  supplementalGroupsPolicy?: boolean;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#containerimage-v1-core
 */
export interface ContainerImage {
  /** +listType=atomic */
  names?: string[];
  sizeBytes?: Int64;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#nodesysteminfo-v1-core
 */
export interface NodeSystemInfo {
  architecture: string;
  bootID: string;
  containerRuntimeVersion: string;
  kernelVersion: string;
  kubeProxyVersion: string;
  kubeletVersion: string;
  machineID: string;
  operatingSystem: string;
  osImage: string;
  runningInUserNamespace?: boolean;
  swap?: NodeSwapStatus;
  systemUUID: string;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#nodeswapstatus-v1-core
 */
export interface NodeSwapStatus {
  capacity?: Int64;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#noderuntimehandler-v1-core
 */
export interface NodeRuntimeHandler {
  features?: NodeRuntimeHandlerFeatures;
  /** +kubebuilder:default="" */
  name?: string;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#noderuntimehandlerfeatures-v1-core
 */
export interface NodeRuntimeHandlerFeatures {
  recursiveReadOnlyMounts?: boolean;
  userNamespaces?: boolean;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#attachedvolume-v1-core
 */
export interface AttachedVolume {
  devicePath: string;
  name: string;
}

/** @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#nodelist-v1-core */
export interface NodeList extends TypeMeta {
  metadata: ListMeta;
  items: Node[];
}

/**
 * +genclient
 * +kubebuilder:resource:shortName=pv,scope=Cluster
 * +kubebuilder:subresource:status
 *
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#persistentvolume-v1-core
 */
export interface PersistentVolume extends TypeMeta {
  metadata: ObjectMeta;
  spec?: PersistentVolumeSpec;
  status?: PersistentVolumeStatus;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#persistentvolumespec-v1-core
 */
export interface PersistentVolumeSpec {
  /** +listType=atomic */
  accessModes?: string[];
  awsElasticBlockStore?: AWSElasticBlockStoreVolumeSource;
  azureDisk?: AzureDiskVolumeSource;
  azureFile?: AzureFilePersistentVolumeSource;
  capacity?: ResourceList;
  cephfs?: CephFSPersistentVolumeSource;
  cinder?: CinderPersistentVolumeSource;
  /** +structType=granular */
  claimRef?: ObjectReference;
  csi?: CSIPersistentVolumeSource;
  fc?: FCVolumeSource;
  flexVolume?: FlexPersistentVolumeSource;
  flocker?: FlockerVolumeSource;
  gcePersistentDisk?: GCEPersistentDiskVolumeSource;
  glusterfs?: GlusterfsPersistentVolumeSource;
  hostPath?: HostPathVolumeSource;
  iscsi?: ISCSIPersistentVolumeSource;
  local?: LocalVolumeSource;
  /** +listType=atomic */
  mountOptions?: string[];
  nfs?: NFSVolumeSource;
  nodeAffinity?: VolumeNodeAffinity;
  persistentVolumeReclaimPolicy?: string;
  photonPersistentDisk?: PhotonPersistentDiskVolumeSource;
  portworxVolume?: PortworxVolumeSource;
  quobyte?: QuobyteVolumeSource;
  rbd?: RBDPersistentVolumeSource;
  scaleIO?: ScaleIOPersistentVolumeSource;
  storageClassName?: string;
  storageos?: StorageOSPersistentVolumeSource;
  volumeAttributesClassName?: string;
  volumeMode?: string;
  vsphereVolume?: VsphereVirtualDiskVolumeSource;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#awselasticblockstorevolumesource-v1-core
 */
export interface AWSElasticBlockStoreVolumeSource {
  fsType?: string;
  partition?: Int32;
  readOnly?: boolean;
  volumeID: string;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#azurediskvolumesource-v1-core
 */
export interface AzureDiskVolumeSource {
  cachingMode?: string;
  diskName: string;
  diskURI: string;
  /** +kubebuilder:default=ext4 */
  fsType?: string;
  kind?: string;
  /** +kubebuilder:default=false */
  readOnly?: boolean;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#azurefilepersistentvolumesource-v1-core
 */
export interface AzureFilePersistentVolumeSource {
  readOnly?: boolean;
  secretName: string;
  secretNamespace?: string;
  shareName: string;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#cephfspersistentvolumesource-v1-core
 */
export interface CephFSPersistentVolumeSource {
  /** +listType=atomic */
  monitors: string[];
  path?: string;
  readOnly?: boolean;
  secretFile?: string;
  secretRef?: SecretReference;
  user?: string;
}

/**
 * +structType=atomic
 *
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#secretreference-v1-core
 */
export interface SecretReference {
  name?: string;
  namespace?: string;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#cinderpersistentvolumesource-v1-core
 */
export interface CinderPersistentVolumeSource {
  fsType?: string;
  readOnly?: boolean;
  secretRef?: SecretReference;
  volumeID: string;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#csipersistentvolumesource-v1-core
 */
export interface CSIPersistentVolumeSource {
  controllerExpandSecretRef?: SecretReference;
  controllerPublishSecretRef?: SecretReference;
  driver: string;
  fsType?: string;
  nodeExpandSecretRef?: SecretReference;
  nodePublishSecretRef?: SecretReference;
  nodeStageSecretRef?: SecretReference;
  readOnly?: boolean;
  volumeAttributes?: Record<string, string>;
  volumeHandle: string;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#fcvolumesource-v1-core
 */
export interface FCVolumeSource {
  fsType?: string;
  lun?: Int32;
  readOnly?: boolean;
  /** +listType=atomic */
  targetWWNs?: string[];
  /** +listType=atomic */
  wwids?: string[];
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#flexpersistentvolumesource-v1-core
 */
export interface FlexPersistentVolumeSource {
  driver: string;
  fsType?: string;
  options?: Record<string, string>;
  readOnly?: boolean;
  secretRef?: SecretReference;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#flockervolumesource-v1-core
 */
export interface FlockerVolumeSource {
  datasetName?: string;
  datasetUUID?: string;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#gcepersistentdiskvolumesource-v1-core
 */
export interface GCEPersistentDiskVolumeSource {
  fsType?: string;
  partition?: Int32;
  pdName: string;
  readOnly?: boolean;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#glusterfspersistentvolumesource-v1-core
 */
export interface GlusterfsPersistentVolumeSource {
  endpoints: string;
  endpointsNamespace?: string;
  path: string;
  readOnly?: boolean;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#hostpathvolumesource-v1-core
 */
export interface HostPathVolumeSource {
  path: string;
  type?: string;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#iscsipersistentvolumesource-v1-core
 */
export interface ISCSIPersistentVolumeSource {
  chapAuthDiscovery?: boolean;
  chapAuthSession?: boolean;
  fsType?: string;
  initiatorName?: string;
  iqn: string;
  /** +kubebuilder:default=default */
  iscsiInterface?: string;
  lun: Int32;
  /** +listType=atomic */
  portals?: string[];
  readOnly?: boolean;
  secretRef?: SecretReference;
  targetPortal: string;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#localvolumesource-v1-core
 */
export interface LocalVolumeSource {
  fsType?: string;
  path: string;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#nfsvolumesource-v1-core
 */
export interface NFSVolumeSource {
  path: string;
  readOnly?: boolean;
  server: string;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#volumenodeaffinity-v1-core
 */
export interface VolumeNodeAffinity {
  required?: NodeSelector;
}

/**
 * +structType=atomic
 *
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#nodeselector-v1-core
 */
export interface NodeSelector {
  /** +listType=atomic */
  nodeSelectorTerms: NodeSelectorTerm[];
}

/**
 * +structType=atomic
 *
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#nodeselectorterm-v1-core
 */
export interface NodeSelectorTerm {
  /** +listType=atomic */
  matchExpressions?: NodeSelectorRequirement[];
  /** +listType=atomic */
  matchFields?: NodeSelectorRequirement[];
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#nodeselectorrequirement-v1-core
 */
export interface NodeSelectorRequirement {
  key: string;
  operator: string;
  /** +listType=atomic */
  values?: string[];
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#photonpersistentdiskvolumesource-v1-core
 */
export interface PhotonPersistentDiskVolumeSource {
  fsType?: string;
  pdID: string;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#portworxvolumesource-v1-core
 */
export interface PortworxVolumeSource {
  fsType?: string;
  readOnly?: boolean;
  volumeID: string;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#quobytevolumesource-v1-core
 */
export interface QuobyteVolumeSource {
  group?: string;
  readOnly?: boolean;
  registry: string;
  tenant?: string;
  user?: string;
  volume: string;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#rbdpersistentvolumesource-v1-core
 */
export interface RBDPersistentVolumeSource {
  fsType?: string;
  image: string;
  /** +kubebuilder:default="/etc/ceph/keyring" */
  keyring?: string;
  /** +listType=atomic */
  monitors: string[];
  /** +kubebuilder:default=rbd */
  pool?: string;
  readOnly?: boolean;
  secretRef?: SecretReference;
  /** +kubebuilder:default=admin */
  user?: string;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#scaleiopersistentvolumesource-v1-core
 */
export interface ScaleIOPersistentVolumeSource {
  /** +kubebuilder:default=xfs */
  fsType?: string;
  gateway: string;
  protectionDomain?: string;
  readOnly?: boolean;
  secretRef: SecretReference;
  sslEnabled?: boolean;
  /** +kubebuilder:default=ThinProvisioned */
  storageMode?: string;
  storagePool?: string;
  system: string;
  volumeName?: string;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#storageospersistentvolumesource-v1-core
 */
export interface StorageOSPersistentVolumeSource {
  fsType?: string;
  readOnly?: boolean;
  secretRef?: ObjectReference;
  volumeName?: string;
  volumeNamespace?: string;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#vspherevirtualdiskvolumesource-v1-core
 */
export interface VsphereVirtualDiskVolumeSource {
  fsType?: string;
  storagePolicyID?: string;
  storagePolicyName?: string;
  volumePath: string;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#persistentvolumestatus-v1-core
 */
export interface PersistentVolumeStatus {
  lastPhaseTransitionTime?: Time;
  message?: string;
  phase?: string;
  reason?: string;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#persistentvolumelist-v1-core
 */
export interface PersistentVolumeList extends TypeMeta {
  metadata: ListMeta;
  items: PersistentVolume[];
}

/**
 * +genclient
 * +kubebuilder:resource:shortName=pvc
 * +kubebuilder:subresource:status
 *
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#persistentvolumeclaim-v1-core
 */
export interface PersistentVolumeClaim extends TypeMeta {
  metadata: ObjectMeta;
  spec?: PersistentVolumeClaimSpec;
  status?: PersistentVolumeClaimStatus;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#persistentvolumeclaimspec-v1-core
 */
export interface PersistentVolumeClaimSpec {
  /** +listType=atomic */
  accessModes?: string[];
  dataSource?: TypedLocalObjectReference;
  dataSourceRef?: TypedObjectReference;
  resources?: VolumeResourceRequirements;
  selector?: LabelSelector;
  storageClassName?: string;
  volumeAttributesClassName?: string;
  volumeMode?: string;
  volumeName?: string;
}

/**
 * +structType=atomic
 *
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#typedlocalobjectreference-v1-core
 */
export interface TypedLocalObjectReference {
  apiGroup?: string;
  kind: string;
  name: string;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#typedobjectreference-v1-core
 */
export interface TypedObjectReference {
  apiGroup?: string;
  kind: string;
  name: string;
  namespace?: string;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#volumeresourcerequirements-v1-core
 */
export interface VolumeResourceRequirements {
  limits?: ResourceList;
  requests?: ResourceList;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#persistentvolumeclaimstatus-v1-core
 */
export interface PersistentVolumeClaimStatus {
  /** +listType=atomic */
  accessModes?: string[];
  /** +mapType=granular */
  allocatedResourceStatuses?: Record<string, string>;
  allocatedResources?: ResourceList;
  capacity?: ResourceList;
  /**
   * +listType=map
   * +listMapKey=type
   */
  conditions?: PersistentVolumeClaimCondition[];
  currentVolumeAttributesClassName?: string;
  healthStatus?: VolumeHealthStatus;
  modifyVolumeStatus?: ModifyVolumeStatus;
  phase?: string;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#persistentvolumeclaimcondition-v1-core
 */
export interface PersistentVolumeClaimCondition {
  lastProbeTime?: Time;
  lastTransitionTime?: Time;
  message?: string;
  reason?: string;
  status: string;
  type: string;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#volumehealthstatus-v1-core
 */
export interface VolumeHealthStatus {
  /**
   * +listType=map
   * +listMapKey=status
   * +listMapKey=reason
   */
  healthConditions?: VolumeHealthCondition[];
  lastTransitionTime?: Time;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#volumehealthcondition-v1-core
 */
export interface VolumeHealthCondition {
  message?: string;
  reason: string;
  status: string;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#modifyvolumestatus-v1-core
 */
export interface ModifyVolumeStatus {
  status: string;
  targetVolumeAttributesClassName?: string;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#persistentvolumeclaimlist-v1-core
 */
export interface PersistentVolumeClaimList extends TypeMeta {
  metadata: ListMeta;
  items: PersistentVolumeClaim[];
}

/**
 * +genclient
 * +genclient:method=Bind,verb=create,subresource=binding,input="core/v1.Binding",result=Status
 * +genclient:method=UpdateEphemeralContainers,verb=update,subresource=ephemeralcontainers
 * +genclient:method=PatchEphemeralContainers,verb=patch,subresource=ephemeralcontainers
 * +genclient:method=Evict,verb=create,subresource=eviction,input="policy/v1.Eviction",result=Status
 * +genclient:method=UpdateResize,verb=update,subresource=resize
 * +genclient:method=PatchResize,verb=patch,subresource=resize
 * +kubebuilder:resource:shortName=po,categories=all
 * +kubebuilder:subresource:status
 *
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#pod-v1-core
 */
export interface Pod extends TypeMeta {
  metadata: ObjectMeta;
  spec?: PodSpec;
  status?: PodStatus;
}

/** @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#podspec-v1-core */
export interface PodSpec {
  activeDeadlineSeconds?: Int64;
  affinity?: Affinity;
  automountServiceAccountToken?: boolean;
  /**
   * +listType=map
   * +listMapKey=name
   */
  containers: Container[];
  dnsConfig?: PodDNSConfig;
  dnsPolicy?: string;
  enableServiceLinks?: boolean;
  /**
   * +listType=map
   * +listMapKey=name
   */
  ephemeralContainers?: EphemeralContainer[];
  /**
   * +listType=map
   * +listMapKey=name
   */
  evictionResponders?: EvictionResponder[];
  /**
   * +listType=map
   * +listMapKey=ip
   */
  hostAliases?: HostAlias[];
  hostIPC?: boolean;
  hostNetwork?: boolean;
  hostPID?: boolean;
  hostUsers?: boolean;
  hostname?: string;
  hostnameOverride?: string;
  /**
   * +listType=map
   * +listMapKey=name
   */
  imagePullSecrets?: LocalObjectReference[];
  /**
   * +listType=map
   * +listMapKey=name
   */
  initContainers?: Container[];
  nodeName?: string;
  /** +mapType=atomic */
  nodeSelector?: Record<string, string>;
  os?: PodOS;
  overhead?: ResourceList;
  preemptionPolicy?: string;
  priority?: Int32;
  priorityClassName?: string;
  /** +listType=atomic */
  readinessGates?: PodReadinessGate[];
  /**
   * +listType=map
   * +listMapKey=name
   */
  resourceClaims?: PodResourceClaim[];
  resources?: ResourceRequirements;
  restartPolicy?: string;
  runtimeClassName?: string;
  schedulerName?: string;
  /**
   * +listType=map
   * +listMapKey=name
   */
  schedulingGates?: PodSchedulingGate[];
  schedulingGroup?: PodSchedulingGroup;
  securityContext?: PodSecurityContext;
  serviceAccount?: string;
  serviceAccountName?: string;
  setHostnameAsFQDN?: boolean;
  shareProcessNamespace?: boolean;
  subdomain?: string;
  terminationGracePeriodSeconds?: Int64;
  /** +listType=atomic */
  tolerations?: Toleration[];
  /**
   * +listType=map
   * +listMapKey=topologyKey
   * +listMapKey=whenUnsatisfiable
   */
  topologySpreadConstraints?: TopologySpreadConstraint[];
  /**
   * +listType=map
   * +listMapKey=name
   */
  volumes?: Volume[];
}

/** @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#affinity-v1-core */
export interface Affinity {
  nodeAffinity?: NodeAffinity;
  podAffinity?: PodAffinity;
  podAntiAffinity?: PodAntiAffinity;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#nodeaffinity-v1-core
 */
export interface NodeAffinity {
  /** +listType=atomic */
  preferredDuringSchedulingIgnoredDuringExecution?: PreferredSchedulingTerm[];
  requiredDuringSchedulingIgnoredDuringExecution?: NodeSelector;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#preferredschedulingterm-v1-core
 */
export interface PreferredSchedulingTerm {
  preference: NodeSelectorTerm;
  weight: Int32;
}

/** @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#podaffinity-v1-core */
export interface PodAffinity {
  /** +listType=atomic */
  preferredDuringSchedulingIgnoredDuringExecution?: WeightedPodAffinityTerm[];
  /** +listType=atomic */
  requiredDuringSchedulingIgnoredDuringExecution?: PodAffinityTerm[];
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#weightedpodaffinityterm-v1-core
 */
export interface WeightedPodAffinityTerm {
  podAffinityTerm: PodAffinityTerm;
  weight: Int32;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#podaffinityterm-v1-core
 */
export interface PodAffinityTerm {
  labelSelector?: LabelSelector;
  /** +listType=atomic */
  matchLabelKeys?: string[];
  /** +listType=atomic */
  mismatchLabelKeys?: string[];
  namespaceSelector?: LabelSelector;
  /** +listType=atomic */
  namespaces?: string[];
  topologyKey: string;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#podantiaffinity-v1-core
 */
export interface PodAntiAffinity {
  /** +listType=atomic */
  preferredDuringSchedulingIgnoredDuringExecution?: WeightedPodAffinityTerm[];
  /** +listType=atomic */
  requiredDuringSchedulingIgnoredDuringExecution?: PodAffinityTerm[];
}

/** @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#container-v1-core */
export interface Container {
  /** +listType=atomic */
  args?: string[];
  /** +listType=atomic */
  command?: string[];
  /**
   * +listType=map
   * +listMapKey=name
   */
  env?: EnvVar[];
  /** +listType=atomic */
  envFrom?: EnvFromSource[];
  image?: string;
  imagePullPolicy?: string;
  lifecycle?: Lifecycle;
  livenessProbe?: Probe;
  name: string;
  /**
   * +listType=map
   * +listMapKey=containerPort
   * +listMapKey=protocol
   */
  ports?: ContainerPort[];
  readinessProbe?: Probe;
  /** +listType=atomic */
  resizePolicy?: ContainerResizePolicy[];
  resources?: ResourceRequirements;
  restartPolicy?: string;
  /** +listType=atomic */
  restartPolicyRules?: ContainerRestartRule[];
  securityContext?: SecurityContext;
  startupProbe?: Probe;
  stdin?: boolean;
  stdinOnce?: boolean;
  terminationMessagePath?: string;
  terminationMessagePolicy?: string;
  tty?: boolean;
  /**
   * +listType=map
   * +listMapKey=devicePath
   */
  volumeDevices?: VolumeDevice[];
  /**
   * +listType=map
   * +listMapKey=mountPath
   */
  volumeMounts?: VolumeMount[];
  workingDir?: string;
}

/** @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#envvar-v1-core */
export interface EnvVar {
  name: string;
  value?: string;
  valueFrom?: EnvVarSource;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#envvarsource-v1-core
 */
export interface EnvVarSource {
  configMapKeyRef?: ConfigMapKeySelector;
  fieldRef?: ObjectFieldSelector;
  fileKeyRef?: FileKeySelector;
  resourceFieldRef?: ResourceFieldSelector;
  secretKeyRef?: SecretKeySelector;
}

/**
 * +structType=atomic
 *
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#configmapkeyselector-v1-core
 */
export interface ConfigMapKeySelector {
  key: string;
  /** +kubebuilder:default="" */
  name?: string;
  optional?: boolean;
}

/**
 * +structType=atomic
 *
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#objectfieldselector-v1-core
 */
export interface ObjectFieldSelector {
  apiVersion?: string;
  fieldPath: string;
}

/**
 * +structType=atomic
 *
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#filekeyselector-v1-core
 */
export interface FileKeySelector {
  key: string;
  /** +kubebuilder:default=false */
  optional?: boolean;
  path: string;
  volumeName: string;
}

/**
 * +structType=atomic
 *
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#resourcefieldselector-v1-core
 */
export interface ResourceFieldSelector {
  containerName?: string;
  divisor?: Quantity;
  resource: string;
}

/**
 * +structType=atomic
 *
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#secretkeyselector-v1-core
 */
export interface SecretKeySelector {
  key: string;
  /** +kubebuilder:default="" */
  name?: string;
  optional?: boolean;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#envfromsource-v1-core
 */
export interface EnvFromSource {
  configMapRef?: ConfigMapEnvSource;
  prefix?: string;
  secretRef?: SecretEnvSource;
}

/**
 * +structType=atomic
 *
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#configmapenvsource-v1-core
 */
export interface ConfigMapEnvSource {
  /** +kubebuilder:default="" */
  name?: string;
  optional?: boolean;
}

/**
 * +structType=atomic
 *
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#secretenvsource-v1-core
 */
export interface SecretEnvSource {
  /** +kubebuilder:default="" */
  name?: string;
  optional?: boolean;
}

/** @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#lifecycle-v1-core */
export interface Lifecycle {
  postStart?: LifecycleHandler;
  preStop?: LifecycleHandler;
  stopSignal?: string;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#lifecyclehandler-v1-core
 */
export interface LifecycleHandler {
  exec?: ExecAction;
  httpGet?: HTTPGetAction;
  sleep?: SleepAction;
  tcpSocket?: TCPSocketAction;
}

/** @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#execaction-v1-core */
export interface ExecAction {
  /** +listType=atomic */
  command?: string[];
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#httpgetaction-v1-core
 */
export interface HTTPGetAction {
  host?: string;
  /** +listType=atomic */
  httpHeaders?: HTTPHeader[];
  path?: string;
  port: IntOrString;
  protocol?: string;
  scheme?: string;
}

/** @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#httpheader-v1-core */
export interface HTTPHeader {
  name: string;
  value: string;
}

/** @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#sleepaction-v1-core */
export interface SleepAction {
  seconds: Int64;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#tcpsocketaction-v1-core
 */
export interface TCPSocketAction {
  host?: string;
  port: IntOrString;
}

/** @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#probe-v1-core */
export interface Probe {
  exec?: ExecAction;
  failureThreshold?: Int32;
  grpc?: GRPCAction;
  httpGet?: HTTPGetAction;
  initialDelaySeconds?: Int32;
  periodSeconds?: Int32;
  successThreshold?: Int32;
  tcpSocket?: TCPSocketAction;
  terminationGracePeriodSeconds?: Int64;
  timeoutSeconds?: Int32;
}

/** @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#grpcaction-v1-core */
export interface GRPCAction {
  mode?: string;
  port: Int32;
  /** +kubebuilder:default="" */
  service?: string;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#containerport-v1-core
 */
export interface ContainerPort {
  containerPort: Int32;
  hostIP?: string;
  hostPort?: Int32;
  name?: string;
  /** +kubebuilder:default=TCP */
  protocol?: string;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#containerresizepolicy-v1-core
 */
export interface ContainerResizePolicy {
  resourceName: string;
  restartPolicy: string;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#resourcerequirements-v1-core
 */
export interface ResourceRequirements {
  /**
   * +listType=map
   * +listMapKey=name
   */
  claims?: ResourceClaim[];
  limits?: ResourceList;
  requests?: ResourceList;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#resourceclaim-v1-core
 */
export interface ResourceClaim {
  name: string;
  request?: string;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#containerrestartrule-v1-core
 */
export interface ContainerRestartRule {
  action: string;
  exitCodes?: ContainerRestartRuleOnExitCodes;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#containerrestartruleonexitcodes-v1-core
 */
export interface ContainerRestartRuleOnExitCodes {
  operator: string;
  /** +listType=set */
  values?: Int32[];
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#securitycontext-v1-core
 */
export interface SecurityContext {
  allowPrivilegeEscalation?: boolean;
  appArmorProfile?: AppArmorProfile;
  capabilities?: Capabilities;
  privileged?: boolean;
  procMount?: string;
  readOnlyRootFilesystem?: boolean;
  runAsGroup?: Int64;
  runAsNonRoot?: boolean;
  runAsUser?: Int64;
  seLinuxOptions?: SELinuxOptions;
  seccompProfile?: SeccompProfile;
  windowsOptions?: WindowsSecurityContextOptions;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#apparmorprofile-v1-core
 */
export interface AppArmorProfile {
  localhostProfile?: string;
  type: string;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#capabilities-v1-core
 */
export interface Capabilities {
  /** +listType=atomic */
  add?: string[];
  /** +listType=atomic */
  drop?: string[];
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#selinuxoptions-v1-core
 */
export interface SELinuxOptions {
  level?: string;
  role?: string;
  type?: string;
  user?: string;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#seccompprofile-v1-core
 */
export interface SeccompProfile {
  localhostProfile?: string;
  type: string;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#windowssecuritycontextoptions-v1-core
 */
export interface WindowsSecurityContextOptions {
  gmsaCredentialSpec?: string;
  gmsaCredentialSpecName?: string;
  hostProcess?: boolean;
  runAsUserName?: string;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#volumedevice-v1-core
 */
export interface VolumeDevice {
  devicePath: string;
  name: string;
}

/** @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#volumemount-v1-core */
export interface VolumeMount {
  /** +listType=set */
  bindMountOptions?: string[];
  mountPath: string;
  mountPropagation?: string;
  name: string;
  readOnly?: boolean;
  recursiveReadOnly?: string;
  subPath?: string;
  subPathExpr?: string;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#poddnsconfig-v1-core
 */
export interface PodDNSConfig {
  /** +listType=atomic */
  nameservers?: string[];
  /** +listType=atomic */
  options?: PodDNSConfigOption[];
  /** +listType=atomic */
  searches?: string[];
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#poddnsconfigoption-v1-core
 */
export interface PodDNSConfigOption {
  name?: string;
  value?: string;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#ephemeralcontainer-v1-core
 */
export interface EphemeralContainer {
  /** +listType=atomic */
  args?: string[];
  /** +listType=atomic */
  command?: string[];
  /**
   * +listType=map
   * +listMapKey=name
   */
  env?: EnvVar[];
  /** +listType=atomic */
  envFrom?: EnvFromSource[];
  image?: string;
  imagePullPolicy?: string;
  lifecycle?: Lifecycle;
  livenessProbe?: Probe;
  name: string;
  /**
   * +listType=map
   * +listMapKey=containerPort
   * +listMapKey=protocol
   */
  ports?: ContainerPort[];
  readinessProbe?: Probe;
  /** +listType=atomic */
  resizePolicy?: ContainerResizePolicy[];
  resources?: ResourceRequirements;
  restartPolicy?: string;
  /** +listType=atomic */
  restartPolicyRules?: ContainerRestartRule[];
  securityContext?: SecurityContext;
  startupProbe?: Probe;
  stdin?: boolean;
  stdinOnce?: boolean;
  targetContainerName?: string;
  terminationMessagePath?: string;
  terminationMessagePolicy?: string;
  tty?: boolean;
  /**
   * +listType=map
   * +listMapKey=devicePath
   */
  volumeDevices?: VolumeDevice[];
  /**
   * +listType=map
   * +listMapKey=mountPath
   */
  volumeMounts?: VolumeMount[];
  workingDir?: string;
}

/**
 * +structType=atomic
 *
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#evictionresponder-v1-core
 */
export interface EvictionResponder {
  name: string;
  priority: Int32;
}

/** @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#hostalias-v1-core */
export interface HostAlias {
  /** +listType=atomic */
  hostnames?: string[];
  ip: string;
}

/**
 * +structType=atomic
 *
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#localobjectreference-v1-core
 */
export interface LocalObjectReference {
  /** +kubebuilder:default="" */
  name?: string;
}

/** @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#podos-v1-core */
export interface PodOS {
  name: string;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#podreadinessgate-v1-core
 */
export interface PodReadinessGate {
  conditionType: string;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#podresourceclaim-v1-core
 */
export interface PodResourceClaim {
  name: string;
  resourceClaimName?: string;
  resourceClaimTemplateName?: string;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#podschedulinggate-v1-core
 */
export interface PodSchedulingGate {
  name: string;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#podschedulinggroup-v1-core
 */
export interface PodSchedulingGroup {
  podGroupName?: string;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#podsecuritycontext-v1-core
 */
export interface PodSecurityContext {
  appArmorProfile?: AppArmorProfile;
  fsGroup?: Int64;
  fsGroupChangePolicy?: string;
  runAsGroup?: Int64;
  runAsNonRoot?: boolean;
  runAsUser?: Int64;
  seLinuxChangePolicy?: string;
  seLinuxOptions?: SELinuxOptions;
  seccompProfile?: SeccompProfile;
  /** +listType=atomic */
  supplementalGroups?: Int64[];
  supplementalGroupsPolicy?: string;
  /** +listType=atomic */
  sysctls?: Sysctl[];
  windowsOptions?: WindowsSecurityContextOptions;
}

/** @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#sysctl-v1-core */
export interface Sysctl {
  name: string;
  value: string;
}

/** @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#toleration-v1-core */
export interface Toleration {
  effect?: string;
  key?: string;
  operator?: string;
  tolerationSeconds?: Int64;
  value?: string;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#topologyspreadconstraint-v1-core
 */
export interface TopologySpreadConstraint {
  labelSelector?: LabelSelector;
  /** +listType=atomic */
  matchLabelKeys?: string[];
  maxSkew: Int32;
  minDomains?: Int32;
  nodeAffinityPolicy?: string;
  nodeTaintsPolicy?: string;
  topologyKey: string;
  whenUnsatisfiable: string;
}

/** @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#volume-v1-core */
export interface Volume {
  awsElasticBlockStore?: AWSElasticBlockStoreVolumeSource;
  azureDisk?: AzureDiskVolumeSource;
  azureFile?: AzureFileVolumeSource;
  cephfs?: CephFSVolumeSource;
  cinder?: CinderVolumeSource;
  configMap?: ConfigMapVolumeSource;
  csi?: CSIVolumeSource;
  downwardAPI?: DownwardAPIVolumeSource;
  emptyDir?: EmptyDirVolumeSource;
  ephemeral?: EphemeralVolumeSource;
  fc?: FCVolumeSource;
  flexVolume?: FlexVolumeSource;
  flocker?: FlockerVolumeSource;
  gcePersistentDisk?: GCEPersistentDiskVolumeSource;
  gitRepo?: GitRepoVolumeSource;
  glusterfs?: GlusterfsVolumeSource;
  hostPath?: HostPathVolumeSource;
  image?: ImageVolumeSource;
  iscsi?: ISCSIVolumeSource;
  name: string;
  nfs?: NFSVolumeSource;
  persistentVolumeClaim?: PersistentVolumeClaimVolumeSource;
  photonPersistentDisk?: PhotonPersistentDiskVolumeSource;
  portworxVolume?: PortworxVolumeSource;
  projected?: ProjectedVolumeSource;
  quobyte?: QuobyteVolumeSource;
  rbd?: RBDVolumeSource;
  scaleIO?: ScaleIOVolumeSource;
  secret?: SecretVolumeSource;
  storageos?: StorageOSVolumeSource;
  vsphereVolume?: VsphereVirtualDiskVolumeSource;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#azurefilevolumesource-v1-core
 */
export interface AzureFileVolumeSource {
  readOnly?: boolean;
  secretName: string;
  shareName: string;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#cephfsvolumesource-v1-core
 */
export interface CephFSVolumeSource {
  /** +listType=atomic */
  monitors: string[];
  path?: string;
  readOnly?: boolean;
  secretFile?: string;
  secretRef?: LocalObjectReference;
  user?: string;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#cindervolumesource-v1-core
 */
export interface CinderVolumeSource {
  fsType?: string;
  readOnly?: boolean;
  secretRef?: LocalObjectReference;
  volumeID: string;
}

/**
 * +structType=atomic
 *
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#configmapvolumesource-v1-core
 */
export interface ConfigMapVolumeSource {
  defaultMode?: Int32;
  defaultUser?: Int64;
  /** +listType=atomic */
  items?: KeyToPath[];
  /** +kubebuilder:default="" */
  name?: string;
  optional?: boolean;
}

/** @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#keytopath-v1-core */
export interface KeyToPath {
  key: string;
  mode?: Int32;
  path: string;
  user?: Int64;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#csivolumesource-v1-core
 */
export interface CSIVolumeSource {
  driver: string;
  fsType?: string;
  nodePublishSecretRef?: LocalObjectReference;
  readOnly?: boolean;
  volumeAttributes?: Record<string, string>;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#downwardapivolumesource-v1-core
 */
export interface DownwardAPIVolumeSource {
  defaultMode?: Int32;
  defaultUser?: Int64;
  /** +listType=atomic */
  items?: DownwardAPIVolumeFile[];
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#downwardapivolumefile-v1-core
 */
export interface DownwardAPIVolumeFile {
  fieldRef?: ObjectFieldSelector;
  mode?: Int32;
  path: string;
  resourceFieldRef?: ResourceFieldSelector;
  user?: Int64;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#emptydirvolumesource-v1-core
 */
export interface EmptyDirVolumeSource {
  medium?: string;
  mode?: Int32;
  sizeLimit?: Quantity;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#ephemeralvolumesource-v1-core
 */
export interface EphemeralVolumeSource {
  volumeClaimTemplate?: PersistentVolumeClaimTemplate;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#persistentvolumeclaimtemplate-v1-core
 */
export interface PersistentVolumeClaimTemplate {
  metadata?: ObjectMeta;
  spec: PersistentVolumeClaimSpec;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#flexvolumesource-v1-core
 */
export interface FlexVolumeSource {
  driver: string;
  fsType?: string;
  options?: Record<string, string>;
  readOnly?: boolean;
  secretRef?: LocalObjectReference;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#gitrepovolumesource-v1-core
 */
export interface GitRepoVolumeSource {
  directory?: string;
  repository: string;
  revision?: string;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#glusterfsvolumesource-v1-core
 */
export interface GlusterfsVolumeSource {
  endpoints: string;
  path: string;
  readOnly?: boolean;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#imagevolumesource-v1-core
 */
export interface ImageVolumeSource {
  pullPolicy?: string;
  reference?: string;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#iscsivolumesource-v1-core
 */
export interface ISCSIVolumeSource {
  chapAuthDiscovery?: boolean;
  chapAuthSession?: boolean;
  fsType?: string;
  initiatorName?: string;
  iqn: string;
  /** +kubebuilder:default=default */
  iscsiInterface?: string;
  lun: Int32;
  /** +listType=atomic */
  portals?: string[];
  readOnly?: boolean;
  secretRef?: LocalObjectReference;
  targetPortal: string;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#persistentvolumeclaimvolumesource-v1-core
 */
export interface PersistentVolumeClaimVolumeSource {
  claimName: string;
  readOnly?: boolean;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#projectedvolumesource-v1-core
 */
export interface ProjectedVolumeSource {
  defaultMode?: Int32;
  defaultUser?: Int64;
  /** +listType=atomic */
  sources?: VolumeProjection[];
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#volumeprojection-v1-core
 */
export interface VolumeProjection {
  clusterTrustBundle?: ClusterTrustBundleProjection;
  configMap?: ConfigMapProjection;
  downwardAPI?: DownwardAPIProjection;
  podCertificate?: PodCertificateProjection;
  secret?: SecretProjection;
  serviceAccountToken?: ServiceAccountTokenProjection;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#clustertrustbundleprojection-v1-core
 */
export interface ClusterTrustBundleProjection {
  labelSelector?: LabelSelector;
  name?: string;
  optional?: boolean;
  path: string;
  signerName?: string;
  user?: Int64;
}

/**
 * +structType=atomic
 *
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#configmapprojection-v1-core
 */
export interface ConfigMapProjection {
  /** +listType=atomic */
  items?: KeyToPath[];
  /** +kubebuilder:default="" */
  name?: string;
  optional?: boolean;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#downwardapiprojection-v1-core
 */
export interface DownwardAPIProjection {
  /** +listType=atomic */
  items?: DownwardAPIVolumeFile[];
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#podcertificateprojection-v1-core
 */
export interface PodCertificateProjection {
  certificateChainPath?: string;
  credentialBundlePath?: string;
  keyPath?: string;
  keyType: string;
  maxExpirationSeconds?: Int32;
  signerName: string;
  user?: Int64;
  userAnnotations?: Record<string, string>;
}

/**
 * +structType=atomic
 *
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#secretprojection-v1-core
 */
export interface SecretProjection {
  /** +listType=atomic */
  items?: KeyToPath[];
  /** +kubebuilder:default="" */
  name?: string;
  optional?: boolean;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#serviceaccounttokenprojection-v1-core
 */
export interface ServiceAccountTokenProjection {
  audience?: string;
  expirationSeconds?: Int64;
  path: string;
  user?: Int64;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#rbdvolumesource-v1-core
 */
export interface RBDVolumeSource {
  fsType?: string;
  image: string;
  /** +kubebuilder:default="/etc/ceph/keyring" */
  keyring?: string;
  /** +listType=atomic */
  monitors: string[];
  /** +kubebuilder:default=rbd */
  pool?: string;
  readOnly?: boolean;
  secretRef?: LocalObjectReference;
  /** +kubebuilder:default=admin */
  user?: string;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#scaleiovolumesource-v1-core
 */
export interface ScaleIOVolumeSource {
  /** +kubebuilder:default=xfs */
  fsType?: string;
  gateway: string;
  protectionDomain?: string;
  readOnly?: boolean;
  secretRef: LocalObjectReference;
  sslEnabled?: boolean;
  /** +kubebuilder:default=ThinProvisioned */
  storageMode?: string;
  storagePool?: string;
  system: string;
  volumeName?: string;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#secretvolumesource-v1-core
 */
export interface SecretVolumeSource {
  defaultMode?: Int32;
  defaultUser?: Int64;
  /** +listType=atomic */
  items?: KeyToPath[];
  optional?: boolean;
  secretName?: string;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#storageosvolumesource-v1-core
 */
export interface StorageOSVolumeSource {
  fsType?: string;
  readOnly?: boolean;
  secretRef?: LocalObjectReference;
  volumeName?: string;
  volumeNamespace?: string;
}

/** @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#podstatus-v1-core */
export interface PodStatus {
  allocatedResources?: ResourceList;
  /**
   * +listType=map
   * +listMapKey=type
   */
  conditions?: PodCondition[];
  /** +listType=atomic */
  containerStatuses?: ContainerStatus[];
  /** +listType=atomic */
  ephemeralContainerStatuses?: ContainerStatus[];
  extendedResourceClaimStatus?: PodExtendedResourceClaimStatus;
  hostIP?: string;
  /** +listType=atomic */
  hostIPs?: HostIP[];
  /** +listType=atomic */
  initContainerStatuses?: ContainerStatus[];
  message?: string;
  /**
   * +listType=map
   * +listMapKey=resourceClaimName
   */
  nodeAllocatableResourceClaimStatuses?: NodeAllocatableResourceClaimStatus[];
  nominatedNodeName?: string;
  observedGeneration?: Int64;
  phase?: string;
  podIP?: string;
  /**
   * +listType=map
   * +listMapKey=ip
   */
  podIPs?: PodIP[];
  qosClass?: string;
  reason?: string;
  resize?: string;
  /**
   * +listType=map
   * +listMapKey=name
   */
  resourceClaimStatuses?: PodResourceClaimStatus[];
  resources?: ResourceRequirements;
  startTime?: Time;
  /**
   * +listType=map
   * +listMapKey=name
   */
  volumeHealth?: PodVolumeHealth[];
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#podcondition-v1-core
 */
export interface PodCondition {
  lastProbeTime?: Time;
  lastTransitionTime?: Time;
  message?: string;
  observedGeneration?: Int64;
  reason?: string;
  status: string;
  type: string;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#containerstatus-v1-core
 */
export interface ContainerStatus {
  allocatedResources?: ResourceList;
  /**
   * +listType=map
   * +listMapKey=name
   */
  allocatedResourcesStatus?: ResourceStatus[];
  containerID?: string;
  image: string;
  imageID: string;
  lastState?: ContainerState;
  name: string;
  ready: boolean;
  resources?: ResourceRequirements;
  restartCount: Int32;
  started?: boolean;
  state?: ContainerState;
  stopSignal?: string;
  user?: ContainerUser;
  /**
   * +listType=map
   * +listMapKey=mountPath
   */
  volumeMounts?: VolumeMountStatus[];
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#resourcestatus-v1-core
 */
export interface ResourceStatus {
  name: string;
  /**
   * +listType=map
   * +listMapKey=resourceID
   */
  resources?: ResourceHealth[];
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#resourcehealth-v1-core
 */
export interface ResourceHealth {
  health?: string;
  message?: string;
  resourceID: string;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#containerstate-v1-core
 */
export interface ContainerState {
  running?: ContainerStateRunning;
  terminated?: ContainerStateTerminated;
  waiting?: ContainerStateWaiting;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#containerstaterunning-v1-core
 */
export interface ContainerStateRunning {
  startedAt?: Time;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#containerstateterminated-v1-core
 */
export interface ContainerStateTerminated {
  containerID?: string;
  exitCode: Int32;
  finishedAt?: Time;
  message?: string;
  reason?: string;
  signal?: Int32;
  startedAt?: Time;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#containerstatewaiting-v1-core
 */
export interface ContainerStateWaiting {
  message?: string;
  reason?: string;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#containeruser-v1-core
 */
export interface ContainerUser {
  linux?: LinuxContainerUser;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#linuxcontaineruser-v1-core
 */
export interface LinuxContainerUser {
  gid: Int64;
  /** +listType=atomic */
  supplementalGroups?: Int64[];
  uid: Int64;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#volumemountstatus-v1-core
 */
export interface VolumeMountStatus {
  mountPath: string;
  name: string;
  readOnly?: boolean;
  recursiveReadOnly?: string;
  volumeStatus?: VolumeStatus;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#volumestatus-v1-core
 */
export interface VolumeStatus {
  image?: ImageVolumeStatus;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#imagevolumestatus-v1-core
 */
export interface ImageVolumeStatus {
  imageRef: string;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#podextendedresourceclaimstatus-v1-core
 */
export interface PodExtendedResourceClaimStatus {
  /** +listType=atomic */
  requestMappings: ContainerExtendedResourceRequest[];
  resourceClaimName: string;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#containerextendedresourcerequest-v1-core
 */
export interface ContainerExtendedResourceRequest {
  containerName: string;
  requestName: string;
  resourceName: string;
}

/** @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#hostip-v1-core */
export interface HostIP {
  ip: string;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#nodeallocatableresourceclaimstatus-v1-core
 */
export interface NodeAllocatableResourceClaimStatus {
  /** +listType=set */
  containers?: string[];
  /**
   * +listType=map
   * +listMapKey=name
   */
  mapping?: NodeAllocatableMappedResources[];
  /**
   * +listType=map
   * +listMapKey=name
   */
  overhead?: NodeAllocatableOverheadResources[];
  resourceClaimName: string;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#nodeallocatablemappedresources-v1-core
 */
export interface NodeAllocatableMappedResources {
  name: string;
  quantity: Quantity;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#nodeallocatableoverheadresources-v1-core
 */
export interface NodeAllocatableOverheadResources {
  name: string;
  perContainer?: Quantity;
  perPod?: Quantity;
}

/** @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#podip-v1-core */
export interface PodIP {
  ip: string;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#podresourceclaimstatus-v1-core
 */
export interface PodResourceClaimStatus {
  name: string;
  resourceClaimName?: string;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#podvolumehealth-v1-core
 */
export interface PodVolumeHealth {
  /**
   * +listType=map
   * +listMapKey=status
   * +listMapKey=reason
   */
  healthConditions?: VolumeHealthCondition[];
  lastTransitionTime?: Time;
  name: string;
}

/** @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#podlist-v1-core */
export interface PodList extends TypeMeta {
  metadata: ListMeta;
  items: Pod[];
}

/**
 * +genclient
 *
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#podtemplate-v1-core
 */
export interface PodTemplate extends TypeMeta {
  metadata: ObjectMeta;
  template?: PodTemplateSpec;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#podtemplatespec-v1-core
 */
export interface PodTemplateSpec {
  metadata?: ObjectMeta;
  spec?: PodSpec;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#podtemplatelist-v1-core
 */
export interface PodTemplateList extends TypeMeta {
  metadata: ListMeta;
  items: PodTemplate[];
}

/**
 * +genclient
 * +genclient:method=GetScale,verb=get,subresource=scale,result="autoscaling/v1.Scale"
 * +genclient:method=UpdateScale,verb=update,subresource=scale,input="autoscaling/v1.Scale",result="autoscaling/v1.Scale"
 * +genclient:method=PatchScale,verb=patch,subresource=scale,result="autoscaling/v1.Scale"
 * +genclient:method=ApplyScale,verb=apply,subresource=scale,input="autoscaling/v1.Scale",result="autoscaling/v1.Scale"
 * +kubebuilder:resource:shortName=rc,categories=all
 * +kubebuilder:subresource:status
 *
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#replicationcontroller-v1-core
 */
export interface ReplicationController extends TypeMeta {
  metadata: ObjectMeta;
  spec?: ReplicationControllerSpec;
  status?: ReplicationControllerStatus;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#replicationcontrollerspec-v1-core
 */
export interface ReplicationControllerSpec {
  /** +kubebuilder:default=0 */
  minReadySeconds?: Int32;
  /** +kubebuilder:default=1 */
  replicas?: Int32;
  /** +mapType=atomic */
  selector?: Record<string, string>;
  template?: PodTemplateSpec;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#replicationcontrollerstatus-v1-core
 */
export interface ReplicationControllerStatus {
  availableReplicas?: Int32;
  /**
   * +listType=map
   * +listMapKey=type
   */
  conditions?: ReplicationControllerCondition[];
  fullyLabeledReplicas?: Int32;
  observedGeneration?: Int64;
  readyReplicas?: Int32;
  replicas: Int32;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#replicationcontrollercondition-v1-core
 */
export interface ReplicationControllerCondition {
  lastTransitionTime?: Time;
  message?: string;
  reason?: string;
  status: string;
  type: string;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#replicationcontrollerlist-v1-core
 */
export interface ReplicationControllerList extends TypeMeta {
  metadata: ListMeta;
  items: ReplicationController[];
}

/**
 * +genclient
 * +kubebuilder:resource:shortName=quota
 * +kubebuilder:subresource:status
 *
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#resourcequota-v1-core
 */
export interface ResourceQuota extends TypeMeta {
  metadata: ObjectMeta;
  spec?: ResourceQuotaSpec;
  status?: ResourceQuotaStatus;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#resourcequotaspec-v1-core
 */
export interface ResourceQuotaSpec {
  hard?: ResourceList;
  scopeSelector?: ScopeSelector;
  /** +listType=atomic */
  scopes?: string[];
}

/**
 * +structType=atomic
 *
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#scopeselector-v1-core
 */
export interface ScopeSelector {
  /** +listType=atomic */
  matchExpressions?: ScopedResourceSelectorRequirement[];
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#scopedresourceselectorrequirement-v1-core
 */
export interface ScopedResourceSelectorRequirement {
  operator: string;
  scopeName: string;
  /** +listType=atomic */
  values?: string[];
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#resourcequotastatus-v1-core
 */
export interface ResourceQuotaStatus {
  hard?: ResourceList;
  used?: ResourceList;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#resourcequotalist-v1-core
 */
export interface ResourceQuotaList extends TypeMeta {
  metadata: ListMeta;
  items: ResourceQuota[];
}

/**
 * +genclient
 *
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#secret-v1-core
 */
export interface Secret extends TypeMeta {
  metadata: ObjectMeta;
  data?: Record<string, Base64>;
  immutable?: boolean;
  stringData?: Record<string, string>;
  type?: string;
}

/** @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#secretlist-v1-core */
export interface SecretList extends TypeMeta {
  metadata: ListMeta;
  items: Secret[];
}

/**
 * +genclient
 * +kubebuilder:resource:shortName=svc,categories=all
 * +kubebuilder:subresource:status
 *
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#service-v1-core
 */
export interface Service extends TypeMeta {
  metadata: ObjectMeta;
  spec?: ServiceSpec;
  status?: ServiceStatus;
}

/** @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#servicespec-v1-core */
export interface ServiceSpec {
  allocateLoadBalancerNodePorts?: boolean;
  clusterIP?: string;
  /** +listType=atomic */
  clusterIPs?: string[];
  /** +listType=atomic */
  externalIPs?: string[];
  externalName?: string;
  externalTrafficPolicy?: string;
  healthCheckNodePort?: Int32;
  internalTrafficPolicy?: string;
  /** +listType=atomic */
  ipFamilies?: string[];
  ipFamilyPolicy?: string;
  loadBalancerClass?: string;
  loadBalancerIP?: string;
  /** +listType=atomic */
  loadBalancerSourceRanges?: string[];
  /**
   * +listType=map
   * +listMapKey=port
   * +listMapKey=protocol
   */
  ports?: ServicePort[];
  publishNotReadyAddresses?: boolean;
  /** +mapType=atomic */
  selector?: Record<string, string>;
  sessionAffinity?: string;
  sessionAffinityConfig?: SessionAffinityConfig;
  trafficDistribution?: string;
  type?: string;
}

/** @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#serviceport-v1-core */
export interface ServicePort {
  appProtocol?: string;
  name?: string;
  nodePort?: Int32;
  port: Int32;
  /** +kubebuilder:default=TCP */
  protocol?: string;
  targetPort?: IntOrString;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#sessionaffinityconfig-v1-core
 */
export interface SessionAffinityConfig {
  clientIP?: ClientIPConfig;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#clientipconfig-v1-core
 */
export interface ClientIPConfig {
  timeoutSeconds?: Int32;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#servicestatus-v1-core
 */
export interface ServiceStatus {
  /**
   * +listType=map
   * +listMapKey=type
   */
  conditions?: Condition[];
  loadBalancer?: LoadBalancerStatus;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#loadbalancerstatus-v1-core
 */
export interface LoadBalancerStatus {
  /** +listType=atomic */
  ingress?: LoadBalancerIngress[];
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#loadbalanceringress-v1-core
 */
export interface LoadBalancerIngress {
  hostname?: string;
  ip?: string;
  ipMode?: string;
  /** +listType=atomic */
  ports?: PortStatus[];
}

/** @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#portstatus-v1-core */
export interface PortStatus {
  error?: string;
  port: Int32;
  protocol: string;
}

/** @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#servicelist-v1-core */
export interface ServiceList extends TypeMeta {
  metadata: ListMeta;
  items: Service[];
}

/**
 * +genclient
 * +genclient:method=CreateToken,verb=create,subresource=token,input="authentication/v1.TokenRequest",result="authentication/v1.TokenRequest"
 * +kubebuilder:resource:shortName=sa
 *
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#serviceaccount-v1-core
 */
export interface ServiceAccount extends TypeMeta {
  metadata: ObjectMeta;
  automountServiceAccountToken?: boolean;
  /** +listType=atomic */
  imagePullSecrets?: LocalObjectReference[];
  /**
   * +listType=map
   * +listMapKey=name
   */
  secrets?: ObjectReference[];
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#serviceaccountlist-v1-core
 */
export interface ServiceAccountList extends TypeMeta {
  metadata: ListMeta;
  items: ServiceAccount[];
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#topologyselectorlabelrequirement-v1-core
 */
export interface TopologySelectorLabelRequirement {
  key: string;
  /** +listType=atomic */
  values: string[];
}

/**
 * +structType=atomic
 *
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#topologyselectorterm-v1-core
 */
export interface TopologySelectorTerm {
  /** +listType=atomic */
  matchLabelExpressions?: TopologySelectorLabelRequirement[];
}
