/**
 * `@vmgen/runtime`: what most programs import. The entry points by subject, such as
 * `@vmgen/runtime/client` and `@vmgen/runtime/cache`, export these names and the less common ones.
 */
export { systemClock, type Clock } from './async/clock.js';
export { createLogger, type LoggerOptions } from './logging/create-logger.js';
export { silentLogger, type LogFields, type Logger } from './logging/logger.js';
export type { Metrics } from './metrics/index.js';
export {
  createStopSignal,
  createVerbosity,
  endProcess,
  ShutdownTimeoutError,
  type EndProcessOptions,
} from './process/index.js';
export { traceRequests, type Tracer } from './tracing/index.js';

export {
  controllerOf,
  controllerReference,
  findCondition,
  formatTime,
  hasFinalizer,
  isConditionTrue,
  isControlledBy,
  labelSelectorFrom,
  objectKey,
  parseLabelSelector,
  parseObjectKey,
  parseQuantity,
  QuantityError,
  removeCondition,
  setCondition,
  setControllerReference,
  setOwnerReference,
  VmgenError,
  waitConditions,
  type Condition,
  type ConditionInput,
  type DeepReadonly,
  type Duration,
  type Float,
  type Int32,
  type Int64,
  type IntOrString,
  type JSONValue,
  type KubernetesList,
  type KubernetesObject,
  type LabelSelector,
  type LabelSelectorRequirement,
  type ListMeta,
  type MergePatch,
  type MicroTime,
  type ObjectKey,
  type ObjectMeta,
  type Persisted,
  type Quantity,
  type RawExtension,
  type ResourceList,
  type ResourceScope,
  type Time,
  type TypeMeta,
  type VmgenErrorCode,
} from './meta/index.js';

export {
  createHttpTransport,
  interceptTransport,
  loadKubeConfig,
  TransportTimeoutError,
  type ClusterConfig,
  type HttpTransport,
  type HttpTransportOptions,
  type Transport,
  type TransportRequest,
  type TransportResponse,
} from './transport/index.js';

export {
  ApiError,
  createOrPatch,
  createResourceClient,
  ensureFinalizer,
  isAlreadyExists,
  isConflict,
  isForbidden,
  isGone,
  isInvalid,
  isInvalidRequest,
  isNotFound,
  isTooManyRequests,
  isUnauthorized,
  patchStatus,
  releaseFinalizer,
  retryOnConflict,
  type ApiStatus,
  type ApplyConfiguration,
  type ApplyOptions,
  type CallOptions,
  type ListOptions,
  type ListWatchClient,
  type ResourceClient,
  type ResourceDefinition,
  type StatusClient,
  type WatchEvent,
  type WriteResult,
} from './client/index.js';

export {
  createCache,
  createInformerFactory,
  readerOf,
  waitFor,
  type Cache,
  type Cached,
  type CachedReader,
  type HandlerOptions,
  type HandlerRegistration,
  type InformerFactory,
  type InformerFactoryOptions,
  type InformerHandler,
  type InformerScope,
  type Lister,
  type NamespacedLister,
  type SharedInformer,
  type SyncOptions,
} from './cache/index.js';

export { createWorkQueue, type WorkQueue, type WorkQueueOptions } from './workqueue/index.js';

export {
  enqueueObjects,
  ownerKeys,
  predicates,
  runWorkers,
  TerminalError,
  type EnqueueOptions,
  type ObjectEvent,
  type Predicate,
  type ReconcileContext,
  type KeyReconciler,
  type ReconcileResult,
  type RunWorkersOptions,
} from './controller/index.js';

export {
  createEventRecorder,
  type EventRecorder,
  type EventRecorderOptions,
  type RecordedEvent,
} from './events/index.js';
export {
  createLeaderElector,
  LeadershipLostError,
  runWithLeaderElection,
  type LeaderElectionOptions,
  type LeaderElectionOutcome,
  type LeaderElector,
  type Leadership,
} from './leaderelection/index.js';
