import { sha256 } from '@vmgen/base/digest';
import type { Operator } from '../settings/operator-config.js';
import { type Figure, type FigureName, FIGURES } from './figures.js';
import { jobOf } from './operator-scope.js';
import { promQL } from './query.js';

/** The version of Grafana's schema; newer versions of Grafana migrate it. */
const SCHEMA_VERSION = 42;

const UNITS: Readonly<Record<Figure['unit'], string>> = {
  'per second': 'ops',
  seconds: 's',
  bytes: 'bytes',
  count: 'short',
  cores: 'short',
  timestamp: 'dateTimeFromNow',
};

interface Panel {
  readonly title: string;
  /** What a reader learns from it. */
  readonly description: string;
  readonly figures: readonly FigureName[];
  /** Whether it shows only the newest value. */
  readonly isNumber?: boolean;
}

interface Row {
  readonly title: string;
  /** All panels of a row have the same width. */
  readonly panels: readonly Panel[];
}

const numbers = (...panels: readonly Panel[]): readonly Panel[] =>
  panels.map((panel) => ({ ...panel, isNumber: true }));

const ROWS: readonly Row[] = [
  {
    title: 'Now',
    panels: numbers(
      { title: 'Failed reconciles', description: 'Should be 0.', figures: ['errors'] },
      {
        title: 'Oldest queued key',
        description: 'Grows if the workers hang or do not keep up.',
        figures: ['oldestKey'],
      },
      { title: 'Leaders', description: '1 for each Lease.', figures: ['leaders'] },
      {
        title: 'Certificate of the webhooks expires',
        description: 'The operator replaces its own certificate 10 days before.',
        figures: ['certificateExpiry'],
      },
    ),
  },
  {
    title: 'Reconciles',
    panels: [
      {
        title: 'Reconciles',
        description: 'By result. A settled operator reconciles only after changes.',
        figures: ['reconciles'],
      },
      {
        title: 'Failures',
        description: 'Permanent failures and programming errors are also failed reconciles.',
        figures: ['errors', 'terminalErrors', 'panics'],
      },
      {
        title: 'Duration',
        description: 'Of reconciles that have ended.',
        figures: ['duration50', 'duration99'],
      },
      {
        title: 'Running reconciles',
        description: 'If all workers are busy, keys wait in the queue.',
        figures: ['active', 'workers'],
      },
    ],
  },
  {
    title: 'Work queues',
    panels: [
      {
        title: 'Queued keys',
        description: 'By priority: the keys of the first list and of resyncs have -100.',
        figures: ['depth'],
      },
      {
        title: 'Oldest keys',
        description: 'How long the oldest key has been queued, and the longest reconcile has run.',
        figures: ['oldestKey', 'longest'],
      },
      {
        title: 'Time in the queue',
        description: 'Of keys whose reconcile has started.',
        figures: ['waited50', 'waited99'],
      },
      {
        title: 'Added keys and retries',
        description: 'Retries follow failures, with a growing delay.',
        figures: ['adds', 'retries'],
      },
    ],
  },
  {
    title: 'Writes and caches',
    panels: [
      {
        title: 'Own writes',
        description:
          'Reconciles that waited until a cache had their last writes, and those that started without them after 10 s.',
        figures: ['ownWrites', 'lateOwnWrites'],
      },
      {
        title: 'Skipped writes',
        description:
          'Applies of children and status that were not sent, because the cache shows that they change nothing.',
        figures: ['skippedWrites'],
      },
      {
        title: 'Cached objects',
        description: 'The largest number of a replica.',
        figures: ['objects'],
      },
      {
        title: 'Size of caches',
        description: 'As JSON; the memory is about the same.',
        figures: ['cacheBytes'],
      },
      {
        title: 'Lists and watches',
        description: 'A list after the start is expensive. Watches end after some minutes.',
        figures: ['lists', 'watches'],
      },
      {
        title: 'Pending own writes',
        description: 'Writes that a cache has not received yet.',
        figures: ['pendingWrites'],
      },
    ],
  },
  {
    title: 'Requests to the API server',
    panels: [
      {
        title: 'Requests',
        description: 'By method and status code, with renewals of Leases.',
        figures: ['requests'],
      },
      { title: 'Duration', description: 'Until the head of the response.', figures: ['request99'] },
      {
        title: 'Sent again',
        description: 'Because the API server was overloaded.',
        figures: ['requestRetries'],
      },
    ],
  },
  {
    title: 'Leadership and shards',
    panels: [
      {
        title: 'Leaders',
        description: '1 for each Lease; 0 for at most the duration of a Lease.',
        figures: ['leaders'],
      },
      {
        title: 'Held shards',
        description: 'By replica. Empty without sharding.',
        figures: ['shardsHeld', 'shards'],
      },
      {
        title: 'Moves of shards',
        description: 'Shards move when replicas start and end.',
        figures: ['shardMoves'],
      },
    ],
  },
  {
    title: 'Webhooks',
    panels: [
      {
        title: 'Calls',
        description: 'By status code. 5xx rejects the request of a user.',
        figures: ['webhookCalls'],
      },
      { title: 'Duration', description: 'Writes of the kind wait for it.', figures: ['webhook99'] },
      {
        title: 'Refused requests',
        description: 'Denials of handlers, as answers with the status code 200.',
        figures: ['webhookRefusals'],
      },
    ],
  },
  {
    title: 'Process',
    panels: [
      { title: 'CPU', description: 'In cores.', figures: ['cpu'] },
      {
        title: 'Memory',
        description: 'The container ends at its limit, and V8 at the limit of the heap.',
        figures: ['memory', 'heap', 'heapLimit'],
      },
      {
        title: 'Delay of the event loop',
        description: 'The process does not answer for this time.',
        figures: ['lag99'],
      },
    ],
  },
];

const DATA_SOURCE = { type: 'prometheus', uid: '${datasource}' } as const;
const OPERATOR = 'namespace="$namespace",job="$job"';
const SERIES = 'controller_runtime_reconcile_total';
const COLUMNS = 24;
const [NUMBER_HEIGHT, GRAPH_HEIGHT] = [4, 8];

/** All options that Grafana's schema requires, with its defaults. */
const NUMBER_OPTIONS = {
  reduceOptions: { calcs: ['lastNotNull'], fields: '', values: false },
  colorMode: 'value',
  graphMode: 'none',
  textMode: 'auto',
  justifyMode: 'auto',
  orientation: 'auto',
  wideLayout: true,
  showPercentChange: false,
  percentChangeColorMode: 'standard',
};
const GRAPH_OPTIONS = {
  legend: { displayMode: 'list', placement: 'bottom', showLegend: true, calcs: [] },
  tooltip: { mode: 'multi', sort: 'desc' },
};

/** The dashboard of an operator, in the JSON format of Grafana. */
export function dashboardOf(operator: Operator): object {
  const { name, namespace } = operator;
  const identity = sha256(`${namespace}/${name}`).subarray(0, 10);
  return {
    uid: `vmgen-${Array.from(identity, (byte) => byte.toString(16).padStart(2, '0')).join('')}`,
    title: name,
    tags: ['operator', 'vmgen'],
    schemaVersion: SCHEMA_VERSION,
    editable: true,
    graphTooltip: 1,
    refresh: '30s',
    time: { from: 'now-1h', to: 'now' },
    timezone: 'browser',
    annotations: { list: [] },
    templating: {
      list: [
        { type: 'datasource', name: 'datasource', label: 'Data source', query: 'prometheus' },
        variable('namespace', `label_values(${SERIES}, namespace)`, namespace),
        variable('job', `label_values(${SERIES}{namespace="$namespace"}, job)`, jobOf(operator)),
        {
          ...variable('controller', `label_values(${SERIES}{${OPERATOR}}, controller)`, 'All'),
          multi: true,
          includeAll: true,
          current: { text: ['All'], value: ['$__all'] },
        },
      ],
    },
    panels: panelsOf(ROWS),
  };
}

const variable = (name: string, query: string, value: string) => ({
  type: 'query',
  name,
  label: name,
  datasource: DATA_SOURCE,
  definition: query,
  query: { query, refId: 'StandardVariableQuery' },
  refresh: 2,
  sort: 1,
  current: { text: value, value },
});

/** All panels with their places and numbers. */
function panelsOf(rows: readonly Row[]): object[] {
  const panels: object[] = [];
  let y = 0;
  for (const { title, panels: own } of rows) {
    const id = panels.length + 1;
    panels.push({
      id,
      type: 'row',
      title,
      collapsed: false,
      gridPos: { h: 1, w: COLUMNS, x: 0, y },
      panels: [],
    });
    y += 1;
    const perLine = own.length > 4 ? 3 : own.length;
    const w = COLUMNS / perLine;
    for (const [index, panel] of own.entries()) {
      const h = panel.isNumber === true ? NUMBER_HEIGHT : GRAPH_HEIGHT;
      const gridPos = { h, w, x: (index % perLine) * w, y };
      panels.push({ id: panels.length + 1, gridPos, ...panelOf(panel) });
      if (index % perLine === perLine - 1 || index === own.length - 1) y += h;
    }
  }
  return panels;
}

function panelOf({ title, description, figures, isNumber = false }: Panel): object {
  const [first] = figures;
  const { unit = 'count', limit }: Partial<Figure> = first === undefined ? {} : FIGURES[first];
  const steps = [
    { color: 'green', value: null },
    ...(limit === undefined ? [] : [{ color: 'red', value: limit === 0 ? 0.001 : limit }]),
  ];
  const showsLimit = limit !== undefined && limit > 0;
  return {
    type: isNumber ? 'stat' : 'timeseries',
    title,
    description,
    datasource: DATA_SOURCE,
    fieldConfig: {
      defaults: {
        unit: UNITS[unit],
        ...(unit !== 'timestamp' && { min: 0 }),
        thresholds: { mode: 'absolute', steps },
        custom: isNumber
          ? {}
          : { fillOpacity: 10, thresholdsStyle: { mode: showsLimit ? 'line' : 'off' } },
      },
      overrides: [],
    },
    options: isNumber ? NUMBER_OPTIONS : GRAPH_OPTIONS,
    targets: figures.map((figure, index) => targetOf(figure, index, figures.length > 1)),
  };
}

function targetOf(name: FigureName, index: number, isOneOfMany: boolean): object {
  const { query, title, unit }: Figure = FIGURES[name];
  const scope = {
    operator: OPERATOR,
    controller: 'controller=~"$controller"',
    range: '$__rate_interval',
  };
  const [, statistic = title] = /, (p\d+)$/.exec(title) ?? [];
  const labels = query.by.map((label) => `{{${label}}}`);
  // Grafana reads times in milliseconds.
  const expression = promQL(query, scope);
  return {
    refId: String.fromCharCode('A'.charCodeAt(0) + index),
    datasource: DATA_SOURCE,
    editorMode: 'code',
    range: true,
    expr: unit === 'timestamp' ? `1000 * ${expression}` : expression,
    legendFormat: [...(isOneOfMany || labels.length === 0 ? [statistic] : []), ...labels].join(' '),
  };
}
