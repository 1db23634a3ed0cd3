import { maxOf, quantileOf, type Query, rateOf, sumOf } from './query.js';

/** A number that shows how an operator works, for each combination of the labels of its query. */
export interface Figure {
  /** Such as `queued keys`. */
  readonly title: string;
  readonly unit: 'per second' | 'seconds' | 'bytes' | 'count' | 'cores' | 'timestamp';
  readonly query: Query;
  /** The value above which something is wrong. Without it, there is no such value. */
  readonly limit?: number;
}

const BY_CONTROLLER = ['controller'] as const;

/** The figures that matter, by name: those of the dashboard of an operator and of `vmgen dev`. */
export const FIGURES = {
  reconciles: {
    title: 'reconciles',
    unit: 'per second',
    query: rateOf('controller_runtime_reconcile_total', ['controller', 'result']),
  },
  errors: {
    title: 'failed reconciles',
    unit: 'per second',
    query: rateOf('controller_runtime_reconcile_errors_total', BY_CONTROLLER),
    limit: 0,
  },
  terminalErrors: {
    title: 'permanently failed reconciles',
    unit: 'per second',
    query: rateOf('controller_runtime_terminal_reconcile_errors_total', BY_CONTROLLER),
    limit: 0,
  },
  panics: {
    title: 'reconciles with a programming error',
    unit: 'per second',
    query: rateOf('controller_runtime_reconcile_panics_total', BY_CONTROLLER),
    limit: 0,
  },
  duration50: {
    title: 'duration of reconciles, p50',
    unit: 'seconds',
    query: quantileOf(0.5, 'controller_runtime_reconcile_time_seconds', BY_CONTROLLER),
  },
  duration99: {
    title: 'duration of reconciles, p99',
    unit: 'seconds',
    query: quantileOf(0.99, 'controller_runtime_reconcile_time_seconds', BY_CONTROLLER),
  },
  active: {
    title: 'running reconciles',
    unit: 'count',
    query: sumOf('controller_runtime_active_workers', BY_CONTROLLER),
  },
  workers: {
    title: 'most concurrent reconciles',
    unit: 'count',
    query: sumOf('controller_runtime_max_concurrent_reconciles', BY_CONTROLLER),
  },
  depth: {
    title: 'queued keys',
    unit: 'count',
    query: sumOf('workqueue_depth', ['controller', 'priority']),
  },
  oldestKey: {
    title: 'age of the oldest queued key',
    unit: 'seconds',
    query: maxOf('vmgen_workqueue_oldest_key_seconds', BY_CONTROLLER),
    limit: 300,
  },
  waited50: {
    title: 'time in the queue, p50',
    unit: 'seconds',
    query: quantileOf(0.5, 'workqueue_queue_duration_seconds', BY_CONTROLLER),
  },
  waited99: {
    title: 'time in the queue, p99',
    unit: 'seconds',
    query: quantileOf(0.99, 'workqueue_queue_duration_seconds', BY_CONTROLLER),
  },
  adds: {
    title: 'added keys',
    unit: 'per second',
    query: rateOf('workqueue_adds_total', BY_CONTROLLER),
  },
  retries: {
    title: 'retries after failures',
    unit: 'per second',
    query: rateOf('workqueue_retries_total', BY_CONTROLLER),
  },
  longest: {
    title: 'age of the longest running reconcile',
    unit: 'seconds',
    query: maxOf('workqueue_longest_running_processor_seconds', BY_CONTROLLER),
    limit: 600,
  },
  ownWrites: {
    title: 'reconciles that waited for their own writes',
    unit: 'per second',
    query: rateOf('vmgen_reconcile_cache_waits_total', BY_CONTROLLER),
  },
  lateOwnWrites: {
    title: 'reconciles without their own writes',
    unit: 'per second',
    query: rateOf('vmgen_reconcile_cache_wait_timeouts_total', BY_CONTROLLER),
    limit: 0,
  },
  skippedWrites: {
    title: 'writes that were not sent, because they change nothing',
    unit: 'per second',
    query: rateOf('vmgen_skipped_writes_total', ['controller', 'write']),
  },
  requests: {
    title: 'requests to the API server',
    unit: 'per second',
    query: rateOf('rest_client_requests_total', ['method', 'code']),
  },
  requestRetries: {
    title: 'requests that were sent again',
    unit: 'per second',
    query: rateOf('rest_client_request_retries_total', ['verb', 'code']),
    limit: 0,
  },
  request99: {
    title: 'duration of requests, p99',
    unit: 'seconds',
    query: quantileOf(0.99, 'rest_client_request_duration_seconds', ['verb']),
  },
  objects: {
    title: 'cached objects',
    unit: 'count',
    query: maxOf('informer_objects', ['name']),
  },
  cacheBytes: {
    title: 'size of the caches',
    unit: 'bytes',
    query: maxOf('informer_bytes', ['name']),
  },
  lists: {
    title: 'lists',
    unit: 'per second',
    query: rateOf('reflector_lists_total', ['name']),
  },
  watches: {
    title: 'watches',
    unit: 'per second',
    query: rateOf('reflector_watches_total', ['name']),
  },
  pendingWrites: {
    title: 'own writes that a cache has not received',
    unit: 'count',
    query: sumOf('informer_pending_writes', ['name']),
  },
  leaders: {
    title: 'leaders',
    unit: 'count',
    query: sumOf('leader_election_master_status', ['name']),
  },
  shards: { title: 'shards', unit: 'count', query: maxOf('vmgen_shards', []) },
  shardsHeld: { title: 'held shards', unit: 'count', query: sumOf('vmgen_shards_held', ['pod']) },
  shardMoves: {
    title: 'moves of shards',
    unit: 'per second',
    query: rateOf('vmgen_shard_moves_total', ['direction']),
  },
  webhookCalls: {
    title: 'calls of webhooks',
    unit: 'per second',
    query: rateOf('controller_runtime_webhook_requests_total', ['webhook', 'code']),
  },
  webhook99: {
    title: 'duration of calls of webhooks, p99',
    unit: 'seconds',
    query: quantileOf(0.99, 'controller_runtime_webhook_latency_seconds', ['webhook']),
    limit: 1,
  },
  webhookRefusals: {
    title: 'refused requests',
    unit: 'per second',
    query: rateOf('vmgen_webhook_refusals_total', ['webhook']),
  },
  certificateExpiry: {
    title: 'when the certificate of the webhooks expires',
    unit: 'timestamp',
    query: maxOf('vmgen_webhook_certificate_expiry_timestamp_seconds', ['pod']),
  },
  cpu: { title: 'CPU', unit: 'cores', query: rateOf('process_cpu_seconds_total', ['pod']) },
  memory: {
    title: 'resident memory',
    unit: 'bytes',
    query: maxOf('process_resident_memory_bytes', ['pod']),
  },
  heap: { title: 'heap', unit: 'bytes', query: maxOf('nodejs_heap_size_used_bytes', ['pod']) },
  heapLimit: {
    title: 'limit of the heap',
    unit: 'bytes',
    query: maxOf('vmgen_heap_limit_bytes', ['pod']),
  },
  lag99: {
    title: 'delay of the event loop, p99',
    unit: 'seconds',
    query: maxOf('nodejs_eventloop_lag_p99_seconds', ['pod']),
    limit: 1,
  },
} as const satisfies Readonly<Record<string, Figure>>;

/** The name of a figure. */
export type FigureName = keyof typeof FIGURES;
