/**
 * `@vmgen/manager`: runs the controllers of an operator with caches, leader election, children,
 * status, metrics and probes (the role of controller-runtime). What it runs on, `@vmgen/runtime`,
 * remains usable beside it.
 */
export type { CertificateFiles } from './certificates/certificate-files.js';
export { child, type ObjectOf } from './children/children.js';
export type {
  AnyChild,
  Child,
  ChildContent,
  Children,
  ChildOptions,
  OwnableReader,
} from './children/children.js';
export type {
  ControllerBuilder,
  ControllerOptions,
  ReferencedObject,
  Finalizer,
  WatchOptions,
} from './reconcile/controller-options.js';
export type {
  CachedKind,
  CachedKinds,
  CachedObjects,
  Definitions,
  ManagedCache,
  TypedKinds,
} from './caches/cached-kinds.js';
export type { CacheState } from './caches/cache-state.js';
export type { ManagerElectionOptions, ShardingState } from './election/election.js';
export type { ManagerLimits, ManagerOptions } from './manager-options.js';
export type { ControllerState, ManagerState } from './manager-state.js';
export type { Manager, TaskContext, TaskOptions } from './manager.js';
export { createManager } from './operator-manager.js';
export type { ManagerServerOptions } from './pages/serve-pages.js';
export { migrateStorage, type StorageMigrationOptions } from './migrate-storage.js';
export type { ObjectStatus, StatusFields } from './reconcile/object-status.js';
export type {
  KeyContext,
  RunEffect,
  ManagedClient,
  ObjectContext,
  Reconcile,
} from './reconcile/reconcile-context.js';
export type { ShardingOptions } from './election/shard-keys.js';
export type { RecordingOptions } from './recordings/kept-recordings.js';
export { runManager, type RunManagerOptions } from './run-manager.js';
export type {
  AdmissionContext,
  AdmissionHandlers,
  AdmissionResult,
  Admitted,
  Defaultable,
} from './webhooks/admission.js';
export {
  deny,
  invalid,
  invalidField,
  type Denial,
  type DenyOptions,
  type InvalidField,
} from './webhooks/denial.js';
export type * from './webhooks/reviews.js';
export type { ConfiguredAdmission, ConfiguredWebhooks } from './webhooks/check-configured.js';
export type { ManagedCertificate } from './webhooks/managed-certificate.js';
export type { ConversionKeysSecret } from './webhooks/conversion-keys.js';
export type { WebhookOptions } from './webhooks/serve-webhooks.js';
export type { WebhookLimits } from './webhooks/webhook-server.js';
export type {
  AdmissionWebhookOptions,
  ReviewContext,
  ReviewHandler,
  WebhookHandler,
} from './webhooks/webhooks.js';
