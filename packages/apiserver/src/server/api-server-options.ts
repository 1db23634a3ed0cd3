import type { Clock } from '@vmgen/runtime';
import type { Random } from '@vmgen/runtime/async';
import type { Conversion } from '@vmgen/runtime/conversion';
import type { CustomResourceDefinition } from '@vmgen/crd';
import type { WebhookOptions } from '../admission/webhook-client.js';
import type { RuntimeConfig } from '../built-in/built-in-resources.js';

/** Options of `createApiServer`. */
export interface ApiServerOptions extends WebhookOptions {
  /** Definitions to serve beside the built-in kinds. Defaults to none. */
  readonly crds?: readonly CustomResourceDefinition[];
  /** The source of times and time-outs. Defaults to the system clock. */
  readonly clock?: Clock;
  /**
   * The source of UIDs, generated names, addresses and ports. A test that gives one with a seed gets the
   * same objects each time. Defaults to an unpredictable one.
   */
  readonly random?: Random;
  /** The number of changes of each resource that watches can resume from. Defaults to 10,000. */
  readonly watchHistory?: number;
  /**
   * The memory limit of the changes of all resources, in bytes. Beyond it, the oldest changes of
   * the largest history are removed, regardless of {@link watchHistory}. Defaults to 128 MiB, but
   * at most 1/32 of V8's heap limit.
   */
  readonly watchHistoryBytes?: number;
  /**
   * The estimated memory limit of all objects, in bytes. Beyond it, writes fail with 500
   * `etcdserver: mvcc: database space exceeded`, as with etcd, except for deletions. Defaults to 2
   * GiB, but at most 1/8 of V8's heap limit.
   */
  readonly storageQuotaBytes?: number;
  /**
   * Whether to delete objects without remaining owners and to complete foreground and orphaning
   * deletions, as kube-controller-manager's garbage collector does. Defaults to false: a
   * kube-apiserver alone, as with envtest, has no garbage collector.
   */
  readonly garbageCollection?: boolean;
  /**
   * Who may do what, as kube-apiserver's `--authorization-mode`. `RBAC` creates the default roles, and
   * permits what the stored roles and bindings grant. The only user of the server is not restricted.
   * Defaults to `AlwaysAllow`.
   */
  readonly authorization?: 'AlwaysAllow' | 'RBAC';
  /**
   * Whether to delete the content of namespaces that are deleted and then the namespaces, as
   * kube-controller-manager does. Defaults to true. If false, they remain Terminating, as with
   * envtest.
   */
  readonly namespaceDeletion?: boolean;
  /**
   * The served versions of the built-in groups, as kube-apiserver's `--runtime-config`. Defaults to
   * all versions except alpha and beta.
   *
   * @example
   * createApiServer({ runtimeConfig: { 'api/beta': true, 'resource.k8s.io/v1beta1': false } });
   */
  readonly runtimeConfig?: RuntimeConfig;
  /**
   * The conversions of kinds with a conversion webhook, called in this process instead of the
   * webhook. Defaults to none.
   */
  readonly conversions?: readonly Conversion[];
}
