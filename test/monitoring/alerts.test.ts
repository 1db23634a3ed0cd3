import assert from 'node:assert/strict';
import { test } from 'node:test';
import { askPrometheus, ruleSpec, rules, TARGET } from '@vmgen/fixtures/prometheus';

const MINUTE = 60;

/** Series of the operator, with a sample a minute: a name with its labels, and the values. */
type Series = readonly (readonly [series: string, values: string])[];

interface Sequence {
  readonly series: Series;
  /** The minutes in which the alert fires. */
  readonly firing?: readonly number[];
  /** The minutes in which it does not. */
  readonly silent?: readonly number[];
}

/** For each alert, samples for which it fires, and samples for which it never does. */
const SEQUENCES: Readonly<Record<string, readonly [fires: Sequence, ...silent: Sequence[]]>> = {
  OperatorDown: [
    { series: [['up{pod="a"}', '1x10 0x30']], firing: [17, 30], silent: [9, 14] },
    { series: [], firing: [6], silent: [4] },
    {
      series: [
        ['up{pod="a"}', '0x40'],
        ['up{pod="b"}', '1x40'],
      ],
      silent: [10, 30],
    },
  ],
  OperatorReconcilesFail: [
    {
      series: [
        [
          'controller_runtime_reconcile_errors_total{controller="site"}',
          '0x14 1x14 2x14 3x14 4x60',
        ],
      ],
      firing: [48, 70],
      silent: [14, 40, 90],
    },
    // An error that the next attempt repairs.
    {
      series: [['controller_runtime_reconcile_errors_total{controller="site"}', '0x9 1x120']],
      silent: [20, 45, 90],
    },
  ],
  OperatorReconcilePanics: [
    {
      series: [['controller_runtime_reconcile_panics_total{controller="site"}', '0x9 1x60']],
      firing: [11, 20],
      silent: [9, 40],
    },
    {
      series: [['controller_runtime_reconcile_panics_total{controller="site"}', '3x60']],
      silent: [20, 50],
    },
  ],
  OperatorQueueGrows: [
    {
      series: [['workqueue_depth{name="site",controller="site",priority="0"}', '0+20x60']],
      firing: [25, 50],
      silent: [5, 15],
    },
    {
      series: [['workqueue_depth{name="site",controller="site",priority="0"}', '500x60']],
      silent: [30, 50],
    },
    {
      series: [['workqueue_depth{name="site",controller="site",priority="0"}', '0 50 90 40 0x60']],
      silent: [20, 40],
    },
    // The first list.
    {
      series: [['workqueue_depth{name="site",controller="site",priority="-100"}', '0+20x60']],
      silent: [30, 50],
    },
  ],
  OperatorQueueLate: [
    {
      series: [['vmgen_workqueue_oldest_key_seconds{name="site",controller="site"}', '0+60x60']],
      firing: [12, 40],
      silent: [5, 9],
    },
    {
      series: [['vmgen_workqueue_oldest_key_seconds{name="site",controller="site"}', '200x60']],
      silent: [12, 40],
    },
  ],
  OperatorReconcileHangs: [
    {
      series: [
        ['workqueue_longest_running_processor_seconds{name="site",controller="site"}', '0+60x60'],
      ],
      firing: [17, 40],
      silent: [10, 14],
    },
    {
      series: [
        ['workqueue_longest_running_processor_seconds{name="site",controller="site"}', '500x60'],
      ],
      silent: [17, 40],
    },
  ],
  OperatorDoesNotSettle: [
    {
      series: [
        ['controller_runtime_reconcile_total{controller="site",result="success"}', '0+600x120'],
        ['informer_objects{name="sites"}', '100x120'],
        ['informer_objects{name="configmaps"}', '20x120'],
      ],
      firing: [70, 110],
      silent: [30, 58],
    },
    // A large operator after a resync.
    {
      series: [
        ['controller_runtime_reconcile_total{controller="site",result="success"}', '0+600x120'],
        ['informer_objects{name="sites"}', '1000x120'],
      ],
      silent: [65, 110],
    },
    // One object with a poll each ten seconds.
    {
      series: [
        ['controller_runtime_reconcile_total{controller="site",result="requeue_after"}', '0+6x120'],
        ['informer_objects{name="sites"}', '1x120'],
      ],
      silent: [65, 110],
    },
  ],
  OperatorOwnWritesLate: [
    {
      series: [['vmgen_reconcile_cache_wait_timeouts_total{controller="site"}', '0+1x60']],
      firing: [20, 50],
      silent: [10],
    },
    {
      series: [['vmgen_reconcile_cache_wait_timeouts_total{controller="site"}', '0x9 1x60']],
      silent: [20, 30, 50],
    },
  ],
  OperatorCacheNotSynced: [
    {
      series: [['reflector_lists_total{name="sites",pod="a"}', '1+1x30']],
      firing: [6, 30],
      silent: [2, 4],
    },
    {
      series: [
        ['reflector_lists_total{name="sites",pod="a"}', '1+1x30'],
        ['reflector_list_duration_seconds_count{name="sites",pod="a"}', '1x30'],
      ],
      silent: [6, 30],
    },
    // Another replica is synced.
    {
      series: [
        ['reflector_lists_total{name="sites",pod="a"}', '1+1x30'],
        ['reflector_list_duration_seconds_count{name="sites",pod="b"}', '1x30'],
      ],
      firing: [6],
    },
  ],
  OperatorRelists: [
    {
      series: [['reflector_lists_total{name="sites",pod="a"}', '0+1x60']],
      firing: [15, 50],
      silent: [2],
    },
    { series: [['reflector_lists_total{name="sites",pod="a"}', '1x60']], silent: [15, 50] },
    {
      series: [['reflector_lists_total{name="sites",pod="a"}', '1x9 2x9 3x9 4x9 5x9']],
      silent: [15, 30, 45],
    },
  ],
  OperatorRequestsRetried: [
    {
      series: [['rest_client_request_retries_total{code="429",verb="GET",host="a"}', '0+30x60']],
      firing: [18, 50],
      silent: [10],
    },
    {
      series: [['rest_client_request_retries_total{code="429",verb="GET",host="a"}', '0+1x60']],
      silent: [18, 50],
    },
  ],
  OperatorHasNoLeader: [
    {
      series: [
        ['leader_election_master_status{name="a",pod="a"}', '1x9 0x30'],
        ['leader_election_master_status{name="a",pod="b"}', '0x40'],
      ],
      firing: [13, 30],
      silent: [9, 11],
    },
    {
      series: [
        ['leader_election_master_status{name="a",pod="a"}', '0x30'],
        ['leader_election_master_status{name="a",pod="b"}', '1x30'],
      ],
      silent: [5, 30],
    },
  ],
  OperatorHasTwoLeaders: [
    {
      series: [
        ['leader_election_master_status{name="a",pod="a"}', '1x30'],
        ['leader_election_master_status{name="a",pod="b"}', '1x30'],
      ],
      firing: [3, 30],
      silent: [1],
    },
    // Two scrapes of a change of the leader.
    {
      series: [
        ['leader_election_master_status{name="a",pod="a"}', '1x10 0x30'],
        ['leader_election_master_status{name="a",pod="b"}', '0x9 1x30'],
      ],
      silent: [11, 12, 30],
    },
    // The Leases of two managers.
    {
      series: [
        ['leader_election_master_status{name="a",pod="a"}', '1x30'],
        ['leader_election_master_status{name="b",pod="a"}', '1x30'],
      ],
      silent: [5, 30],
    },
  ],
  OperatorShardWithoutOwner: [
    {
      series: [
        ['vmgen_shards{pod="a"}', '10x30'],
        ['vmgen_shards{pod="b"}', '10x30'],
        ['vmgen_shards_held{pod="a"}', '5x30'],
        ['vmgen_shards_held{pod="b"}', '5x9 4x20'],
      ],
      firing: [14, 30],
      silent: [9, 11],
    },
    {
      series: [
        ['vmgen_shards{pod="a"}', '10x30'],
        ['vmgen_shards_held{pod="a"}', '6x30'],
        ['vmgen_shards_held{pod="b"}', '4x30'],
      ],
      silent: [5, 30],
    },
  ],
  OperatorWebhookFails: [
    {
      series: [['controller_runtime_webhook_requests_total{webhook="/a",code="500"}', '0+6x30']],
      firing: [8, 30],
      silent: [4],
    },
    {
      series: [
        ['controller_runtime_webhook_requests_total{webhook="/a",code="200"}', '0+60x30'],
        ['controller_runtime_webhook_requests_total{webhook="/a",code="500"}', '0x30'],
      ],
      silent: [8, 30],
    },
  ],
  OperatorWebhookPanics: [
    {
      series: [
        ['controller_runtime_webhook_panics_total{pod="a"}', '0x9 1x40'],
        ['controller_runtime_conversion_webhook_panics_total{pod="a"}', '0x50'],
      ],
      firing: [11, 20],
      silent: [9, 40],
    },
    {
      series: [
        ['controller_runtime_webhook_panics_total{pod="a"}', '2x50'],
        ['controller_runtime_conversion_webhook_panics_total{pod="a"}', '1x50'],
      ],
      silent: [11, 40],
    },
  ],
  OperatorWebhookSlow: [
    {
      series: latencies(['1', '0+97x60'], ['10', '0+100x60'], ['+Inf', '0+100x60']),
      firing: [13, 50],
      silent: [8],
    },
    {
      series: latencies(['1', '0+1000x60'], ['10', '0+1001x60'], ['+Inf', '0+1001x60']),
      silent: [13, 50],
    },
    // No calls.
    { series: latencies(['1', '5x60'], ['10', '9x60'], ['+Inf', '9x60']), silent: [13, 50] },
  ],
  OperatorCertificateExpires: [
    {
      series: [
        [
          'vmgen_webhook_certificate_expiry_timestamp_seconds{pod="a"}',
          `${3 * 86_400 + 30 * MINUTE}x120`,
        ],
      ],
      firing: [95, 120],
      silent: [20, 80],
    },
    {
      series: [
        ['vmgen_webhook_certificate_expiry_timestamp_seconds{pod="a"}', `${10 * 86_400}x120`],
      ],
      silent: [20, 120],
    },
  ],
  OperatorEventLoopBlocked: [
    {
      series: [['nodejs_eventloop_lag_p99_seconds{pod="a"}', '2x30']],
      firing: [11, 30],
      silent: [8],
    },
    {
      series: [['nodejs_eventloop_lag_p99_seconds{pod="a"}', '0.1 3 0.1 3 0.1 3 0.1x30']],
      silent: [6, 30],
    },
  ],
  OperatorHeapFull: [
    {
      series: [
        ['nodejs_heap_size_used_bytes{pod="a"}', '95x30'],
        ['vmgen_heap_limit_bytes{pod="a"}', '100x30'],
      ],
      firing: [16, 30],
      silent: [12],
    },
    {
      series: [
        ['nodejs_heap_size_used_bytes{pod="a"}', '70+1x19 70+1x19'],
        ['vmgen_heap_limit_bytes{pod="a"}', '100x40'],
      ],
      silent: [16, 35],
    },
  ],
};

/** The buckets of the latency of a webhook, by their bounds. */
function latencies(...buckets: readonly (readonly [bound: string, values: string])[]): Series {
  const name = 'controller_runtime_webhook_latency_seconds_bucket';
  return buckets.map(([le, values]) => [`${name}{webhook="/a",le="${le}"}`, values]);
}

/** The series with the labels of the target. */
const notationOf = (series: Series): string[] =>
  series.map(([name, values]) => {
    const labels = Object.entries(TARGET).map(([label, value]) => `${label}="${value}"`);
    return `${name.replace('}', `,${labels.join(',')}}`)} ${values}`;
  });

test('each alert has samples for which it fires, and samples for which it does not', () => {
  assert.deepEqual(
    Object.keys(SEQUENCES),
    rules().map(({ alert }) => alert),
  );
});

for (const [name, sequences] of Object.entries(SEQUENCES)) {
  for (const [index, { series, firing = [], silent = [] }] of sequences.entries()) {
    const at = [...firing, ...silent].sort((a, b) => a - b);
    const title = firing.length > 0 ? `fires in minute ${firing.join(' and ')}` : 'does not fire';
    test(`${name} ${title} (${index + 1})`, () => {
      const seconds = at.map((minute) => minute * MINUTE);
      const one = {
        intervalSeconds: MINUTE,
        series: notationOf(series),
        alerts: [name],
        at: seconds,
      };
      const [answer] = askPrometheus({ rules: ruleSpec(), cases: [one] }).cases;
      const fired = at.filter((_minute, each) => (answer?.firing[each] ?? []).length > 0);
      assert.deepEqual(
        fired,
        [...firing].sort((a, b) => a - b),
      );
      for (const { labels, annotations } of answer?.firing.flat() ?? []) {
        assert.equal(labels['alertname'], name);
        assert.equal(labels['operator'], 'site-operator');
        assert.match(labels['severity'] ?? '', /^(critical|warning)$/);
        assert.doesNotMatch(Object.values(annotations).join(' '), /\{\{|<no value>|<error|%!/);
        assert.doesNotMatch(annotations['summary'] ?? '', / of  | of\.| {2}/);
      }
    });
  }
}

test('series of another operator cause no alert', () => {
  const all = Object.entries(SEQUENCES)
    .filter(([name]) => name !== 'OperatorDown')
    .flatMap(([, [{ series }]]) => notationOf(series));
  const others = all.map((each) => each.replace(TARGET.job, 'another-metrics'));
  const up = notationOf([['up{pod="a"}', '1x120']]);
  const at = [60 * MINUTE, 110 * MINUTE];
  const one = { intervalSeconds: MINUTE, series: [...new Set([...others, ...up])], at };
  const [answer] = askPrometheus({ rules: ruleSpec(), cases: [one] }).cases;
  assert.deepEqual(answer?.firing, [[], []]);
});
