import type { Clock, Logger, Metrics, Tracer } from '@vmgen/runtime';
import type { Random } from '@vmgen/runtime/async';
import type { ManagerElectionOptions } from './election/election.js';
import type { ShardingOptions } from './election/shard-keys.js';
import type { ManagerServerOptions } from './pages/serve-pages.js';
import type { RecordingOptions } from './recordings/kept-recordings.js';
import type { ConfiguredWebhooks } from './webhooks/check-configured.js';
import type { WebhookOptions } from './webhooks/serve-webhooks.js';

/** The limits of a manager, in milliseconds. 0 means no limit. */
export interface ManagerLimits {
  /** How long the caches may take to sync at the start. Defaults to 120,000. */
  readonly syncTimeoutMs?: number;
  /**
   * How long work may take to end after the signal has aborted. Defaults to 25,000, because
   * Kubernetes gives a pod 30 s.
   */
  readonly shutdownTimeoutMs?: number;
}

/** Options of {@link createManager}. */
export interface ManagerOptions {
  /**
   * The name of the operator: its field manager, Lease, user agent, source of events and the prefix
   * of the labels of children. A DNS label, such as `site-operator`. It must not change later.
   */
  readonly name: string;
  /** Defaults to no logging. */
  readonly logger?: Logger;
  /**
   * Elects one leader among the replicas, whose controllers run; the caches of the others are ready
   * to take over. `false` runs the controllers at once. Defaults to an election with client-go's
   * durations, for a Lease with the name of the manager in the namespace of this pod
   * (`POD_NAMESPACE`, or the one of the service account, or `default`).
   */
  readonly leaderElection?: ManagerElectionOptions | false;
  /**
   * Distributes the objects over all replicas instead of one leader; see {@link ShardingOptions}. The
   * durations, the namespace and the prefix of the Leases are those of {@link leaderElection}, which
   * must not be `false`. The holder of shard 0 is the leader: it runs the tasks that need one.
   * Defaults to no sharding.
   */
  readonly sharding?: ShardingOptions;
  /** See {@link ManagerLimits}. */
  readonly limits?: ManagerLimits;
  /** Serves probes and metrics. Defaults to no server. */
  readonly server?: ManagerServerOptions | false;
  /**
   * Keeps the inputs of the last reconciles that failed, which the status page offers as files for
   * `vmgen replay`: what they read from caches, the answers to their requests, the time, and the results of
   * `effect`. See {@link RecordingOptions}. They contain whole objects, so they need the status page, and
   * either its authorization or a loopback address. Nothing is written to disk. Defaults to none.
   */
  readonly recordings?: RecordingOptions;
  /**
   * Serves the declared webhooks over HTTPS; see {@link Manager.webhook} and {@link Manager.conversion}.
   * `false` answers only calls of {@link Manager.handleWebhook}. Required if webhooks are declared.
   */
  readonly webhooks?: WebhookOptions | false;
  /**
   * The webhooks that API servers call, as the generated `operator.ts` lists them. {@link Manager.run}
   * rejects if one of them has no handler, or if a handler is for a call that none of them makes. Add
   * those of other manifests to the list. Defaults to no check.
   */
  readonly configuredWebhooks?: ConfiguredWebhooks;
  /** Receives the metrics of caches, queues, controllers and the election. Defaults to none. */
  readonly metrics?: Metrics;
  /** Creates a span for each reconcile and request. Defaults to no tracing. */
  readonly tracer?: Tracer;
  /** Defaults to `systemClock`. */
  readonly clock?: Clock;
  /**
   * The source of jitter and of the names of reconciles, events and this process. A test that gives one
   * with a seed runs the same way each time. Defaults to an unpredictable one.
   */
  readonly random?: Random;
}
