import { FIGURES } from './figures.js';
import { promQL, type Query, rateOf, type Scope, selectorOf, sumOf, totalOf } from './query.js';

/** An alert for an operator. */
export interface Alert {
  /** Such as `OperatorDown`. */
  readonly name: string;
  /** `critical`: nothing is reconciled, or users are refused. `warning`: a part of the work is late or fails. */
  readonly severity: 'critical' | 'warning';
  /** How long the expression must have results, such as `5m`. */
  readonly for: string;
  /** The expression. `ask` prints a query, with a range of 5 minutes by default. */
  readonly expression: (ask: (query: Query, range?: string) => string, operator: string) => string;
  /** One line, with labels of the result. */
  readonly summary: string;
  /** What it means, in whole sentences. */
  readonly meaning: string;
  /** What to do, in whole sentences. */
  readonly action: string;
}

/** The expression of an alert for an operator. */
export function expressionOf({ expression }: Alert, operator: string): string {
  const ask = (query: Query, range = '5m'): string => promQL(query, { operator, range });
  return expression(ask, operator);
}

const { errors, panics, oldestKey, longest, lateOwnWrites, requestRetries } = FIGURES;
const { leaders, shards, webhook99, certificateExpiry, heap, heapLimit, lag99, objects } = FIGURES;

const reconciles = rateOf('controller_runtime_reconcile_total', ['controller']);
const normalKeys = sumOf('workqueue_depth', ['controller'], { priority: '="0"' });
const webhookFailures = rateOf('controller_runtime_webhook_requests_total', ['webhook'], {
  code: '=~"5.."',
});

/** The series of a query without merging. */
const seriesOf = (query: Query, operator: string): string =>
  selectorOf(query, { operator, range: '' } satisfies Scope);

/** All alerts, in the order of what they are about. */
export const ALERTS: readonly Alert[] = [
  {
    name: 'OperatorDown',
    severity: 'critical',
    for: '5m',
    expression: (_ask, operator) => `absent(up{${operator}} == 1)`,
    summary: 'No replica of the operator answers.',
    meaning:
      'Prometheus has read the metrics of no replica for five minutes. Nothing is reconciled, and webhooks with the failure policy Fail refuse requests.',
    action:
      'Read the state of the pods with kubectl get pods, and the log of the previous container with kubectl logs --previous. If the pods run, Prometheus may lack the permission to read /metrics, or a NetworkPolicy may exclude it.',
  },
  {
    name: 'OperatorReconcilesFail',
    severity: 'warning',
    for: '30m',
    // The longest delay between two attempts is 1000 s.
    expression: (ask) => `${ask(errors.query, '20m')} > 0`,
    summary: 'Reconciles of {{ $labels.controller }} have failed for half an hour.',
    meaning:
      'At least one object could not be reconciled for half an hour, in spite of all retries.',
    action:
      'The status page and the log name the objects and the error. A TerminalError needs a change of the object; other errors end when their cause does.',
  },
  {
    name: 'OperatorReconcilePanics',
    severity: 'warning',
    for: '0s',
    expression: (ask) => `${ask(panics.query, '15m')} > 0`,
    summary: 'A reconcile of {{ $labels.controller }} has a programming error.',
    meaning:
      'A reconcile threw an error such as a TypeError, which another attempt does not repair.',
    action:
      'Find the stack trace in the log. With the option recordings, download the recording of the failed reconcile from the status page, and run it with vmgen replay.',
  },
  {
    name: 'OperatorQueueGrows',
    severity: 'warning',
    for: '15m',
    expression: (ask, operator) =>
      `${ask(normalKeys)} > 100 and sum by (controller) (deriv(${seriesOf(normalKeys, operator)}[15m])) > 0`,
    summary: 'The queue of {{ $labels.controller }} grows, and has {{ $value }} keys.',
    meaning: 'Changes arrive faster than the workers reconcile them.',
    action:
      'Compare the duration of reconciles with that of requests. If reconciles wait for other services, raise the number of workers; if they need processor time, distribute the objects with sharding.',
  },
  {
    name: 'OperatorQueueLate',
    severity: 'warning',
    for: '5m',
    expression: (ask) => `${ask(oldestKey.query)} > ${oldestKey.limit}`,
    summary:
      'A key of {{ $labels.controller }} has been queued for {{ $value | humanizeDuration }}.',
    meaning:
      'Changes of objects have no effect for more than five minutes, because all workers are busy or hang.',
    action:
      'If the age of the longest running reconcile grows too, a reconcile hangs: /debug/state lists the running ones. Otherwise, continue as for OperatorQueueGrows.',
  },
  {
    name: 'OperatorReconcileHangs',
    severity: 'warning',
    for: '5m',
    expression: (ask) => `${ask(longest.query)} > ${longest.limit}`,
    summary: 'A reconcile of {{ $labels.controller }} has run for {{ $value | humanizeDuration }}.',
    meaning:
      'One reconcile has run for more than ten minutes. Its object is not reconciled again before it ends.',
    action:
      '/debug/state names the key. The reconcile ignores its signal, which aborts after reconcileTimeoutMs, one minute by default. Give the signal to its calls. A restart of the pod repeats the reconcile.',
  },
  {
    name: 'OperatorDoesNotSettle',
    severity: 'warning',
    for: '1h',
    expression: (ask) =>
      `${ask(reconciles, '15m')} > 1 and 60 * ${ask(reconciles, '15m')} > 2 * scalar(sum(${ask(objects.query)}))`,
    summary:
      '{{ $labels.controller }} reconciles without an end, {{ $value | humanize }} times a second.',
    meaning:
      'For an hour, there was more than one reconcile per second, and more than two per minute for each cached object. Usually a reconcile changes an object on each run, and its own change causes the next one.',
    action:
      'The rate of writes in the dashboard shows whether the operator writes. Raise the verbosity of the log to find the key, and compare the object after two writes: a time, a random value or the order of a list differs.',
  },
  {
    name: 'OperatorOwnWritesLate',
    severity: 'warning',
    for: '15m',
    expression: (ask) => `${ask(lateOwnWrites.query, '15m')} > 0`,
    summary: 'Reconciles of {{ $labels.controller }} start before a cache has their own writes.',
    meaning:
      'A cache is more than ten seconds behind the API server, so reconciles start with old objects.',
    action:
      'The status page shows which cache is late, and its last error. Read the load of the API server, and of the event loop of this process.',
  },
  {
    name: 'OperatorCacheNotSynced',
    severity: 'critical',
    for: '5m',
    expression: (ask) =>
      `${ask(totalOf('reflector_lists_total', ['name', 'pod']))} > 0 unless ${ask(totalOf('reflector_list_duration_seconds', ['name', 'pod']))} > 0`,
    summary: 'The cache of {{ $labels.name }} is not synced.',
    meaning:
      'No list of the kind has succeeded since the start of the process, so controllers that need the cache have not started.',
    action:
      'The log has the error of the lists. Usually the role lacks list and watch for the kind, or its CRD is not installed.',
  },
  {
    name: 'OperatorRelists',
    severity: 'warning',
    for: '5m',
    expression: (ask) =>
      `900 * ${ask(rateOf('reflector_lists_total', ['name', 'pod']), '15m')} > 5`,
    summary: 'The cache of {{ $labels.name }} lists again and again.',
    meaning:
      'A cache has listed all its objects more than five times in a quarter of an hour, instead of watching them. Lists load the API server.',
    action:
      'The log has the reason of each list. Watches that a proxy or load balancer ends early need a longer time limit there; expired versions mean that events arrive faster than this process reads them.',
  },
  {
    name: 'OperatorRequestsRetried',
    severity: 'warning',
    for: '15m',
    expression: (ask) => `sum(${ask(requestRetries.query)}) > 0.1`,
    summary: 'The API server answers that it is overloaded.',
    meaning:
      'More than one request in ten seconds was sent again, because the API server answered 429 or 503.',
    action:
      'If only this operator is affected, lower its number of workers or set the rate limit of its transport. Otherwise the API server needs attention.',
  },
  {
    name: 'OperatorHasNoLeader',
    severity: 'critical',
    for: '2m',
    expression: (ask) => `${ask(leaders.query)} == 0`,
    summary: 'No replica holds the Lease {{ $labels.name }}.',
    meaning: 'Replicas run, but none of them leads, so nothing is reconciled.',
    action:
      'Read the Lease with kubectl get lease, and the log of the replicas. Usually the role lacks get, create, update or watch of leases, or the replicas wait for a process with another form of sharding.',
  },
  {
    name: 'OperatorHasTwoLeaders',
    severity: 'critical',
    for: '2m',
    expression: (ask) => `${ask(leaders.query)} > 1`,
    summary: '{{ $value }} processes hold the Lease {{ $labels.name }}.',
    meaning:
      'Several processes report that they lead. Terms of leaders never overlap in one cluster, so usually two operators with the same name run in two clusters or namespaces, and their series are mixed.',
    action:
      'Compare the pods of the series leader_election_master_status, and give each cluster a label of its own in Prometheus. If the pods are of one cluster, compare the clocks of their nodes and stop one of them.',
  },
  {
    name: 'OperatorShardWithoutOwner',
    severity: 'critical',
    for: '3m',
    expression: (ask) => `${ask(shards.query)} - ${ask(sumOf('vmgen_shards_held', []))} > 0`,
    summary: '{{ $value }} shards have no owner.',
    meaning: 'The objects of some shards are not reconciled by any replica.',
    action:
      'After the end of a replica, another one takes its shards within the duration of a Lease. Read the logs for errors of Leases, and check that all replicas have the same number of shards.',
  },
  {
    name: 'OperatorWebhookFails',
    severity: 'critical',
    for: '5m',
    expression: (ask) => `${ask(webhookFailures)} > 0`,
    summary: 'Calls of the webhook {{ $labels.webhook }} fail.',
    meaning:
      'The webhook answers with an error, so the API server rejects the requests of users, if the failure policy is Fail.',
    action: 'The log has the error of each call. 504 means that a handler exceeds its time limit.',
  },
  {
    name: 'OperatorWebhookPanics',
    severity: 'warning',
    for: '0s',
    expression: (ask) =>
      `${ask(rateOf('controller_runtime_webhook_panics_total', []), '15m')} + ${ask(rateOf('controller_runtime_conversion_webhook_panics_total', []), '15m')} > 0`,
    summary: 'A handler of a webhook has a programming error.',
    meaning: 'A handler threw an error, so the request was denied or the object was not converted.',
    action: 'Find the stack trace and the key of the object in the log.',
  },
  {
    name: 'OperatorWebhookSlow',
    severity: 'warning',
    for: '10m',
    expression: (ask) => `${ask(webhook99.query)} > ${webhook99.limit}`,
    summary: 'Calls of the webhook {{ $labels.webhook }} are slow.',
    meaning:
      'More than one in a hundred calls takes longer than a second. All writes of the kind wait for it, and fail after the time limit of the webhook.',
    action:
      'A handler must not wait for other services: read caches instead. If the event loop is delayed too, the process lacks processor time.',
  },
  {
    name: 'OperatorCertificateExpires',
    severity: 'critical',
    for: '1h',
    // A certificate of the operator itself is replaced 10 days before its end.
    expression: (ask) => `${ask(certificateExpiry.query)} - time() < 3 * 86400`,
    summary: 'The certificate of the webhooks expires in {{ $value | humanizeDuration }}.',
    meaning:
      'The certificate was not replaced in time. When it has expired, the API server cannot call the webhooks.',
    action:
      'If the operator creates the certificate, its log has the error; it needs the permissions of the generated role. If cert-manager does, read the state of the Certificate, and check that the Secret is mounted.',
  },
  {
    name: 'OperatorEventLoopBlocked',
    severity: 'warning',
    for: '10m',
    expression: (ask) => `${ask(lag99.query)} > ${lag99.limit}`,
    summary: 'The event loop of {{ $labels.pod }} is delayed by {{ $value | humanizeDuration }}.',
    meaning:
      'The process does not answer for more than a second at a time, so probes and renewals of the Lease may fail.',
    action:
      'Raise the processor limit if the container is throttled. Otherwise, find the code that computes for long without an await, with node --cpu-prof.',
  },
  {
    name: 'OperatorHeapFull',
    severity: 'warning',
    for: '15m',
    expression: (ask) => `${ask(heap.query)} / ${ask(heapLimit.query)} > 0.9`,
    summary: 'The heap of {{ $labels.pod }} is {{ $value | humanizePercentage }} full.',
    meaning: 'V8 collects garbage most of the time, and ends the process when the heap is full.',
    action:
      'informer_bytes shows which cache is large: select objects by a label, cache metadata only, or raise operator.memoryMiB.',
  },
];
