import { isJsonObject, type JsonObject } from '@vmgen/base/json';
import { selectorIn } from '../resource/label-selector.js';
import { humanDuration } from '@vmgen/base/text';
import {
  AGE_COLUMN,
  NAME_COLUMN,
  type TableColumn,
  ageAt,
  column,
  countColumn,
  hasCondition,
  numberAt,
  orNone,
  sizeAt,
  stringAt,
  wideColumn,
  columnOr,
} from './column.js';
import { getObjects, getValue } from '../built-in/strategies/fields.js';

/** Formats a selector. `<none>` if it selects nothing or everything. */
export function selectorText(object: JsonObject, ...names: readonly string[]): string {
  return orNone(selectorIn(getValue(object, ...names))?.toString() ?? '');
}

const labelsText = (object: JsonObject, ...names: readonly string[]): string => {
  const labels = getValue(object, ...names);
  if (!isJsonObject(labels)) return '<none>';
  const entries = Object.keys(labels).sort();
  return orNone(entries.map((name) => `${name}=${stringAt(labels, name)}`).join(','));
};

/** Columns with the names and images of a template's containers. */
const containerColumns = (...path: readonly string[]): TableColumn[] => {
  const list = (object: JsonObject, field: string): string =>
    getObjects(object, ...path, 'spec', 'containers')
      .map((container) => stringAt(container, field))
      .join(',');
  return [
    wideColumn('Containers', (object) => list(object, 'name')),
    wideColumn('Images', (object) => list(object, 'image')),
  ];
};

const SELECTOR = wideColumn('Selector', (object) => selectorText(object, 'spec', 'selector'));

const readyOfWanted = (object: JsonObject): string =>
  `${numberAt(object, 'status', 'readyReplicas')}/${numberAt(object, 'spec', 'replicas')}`;

/** apps/v1 ReplicaSet, and core/v1 ReplicationController. */
const REPLICA_SET_COLUMNS: readonly TableColumn[] = [
  NAME_COLUMN,
  countColumn('Desired', 'spec.replicas'),
  countColumn('Current', 'status.replicas'),
  countColumn('Ready', 'status.readyReplicas'),
  AGE_COLUMN,
  ...containerColumns('spec', 'template'),
  SELECTOR,
];

/** The scale of a built-in kind. */
export const SCALE_COLUMNS: readonly TableColumn[] = [
  { ...NAME_COLUMN, format: '' },
  countColumn('Desired', 'spec.replicas'),
  countColumn('Available', 'status.replicas'),
  AGE_COLUMN,
];

function jobStatus(object: JsonObject): string {
  const isTrue = (type: string): boolean => hasCondition(object, type);
  if (isTrue('Complete')) return 'Complete';
  if (isTrue('Failed')) return 'Failed';
  if (stringAt(object, 'metadata', 'deletionTimestamp') !== '') return 'Terminating';
  if (isTrue('Suspended')) return 'Suspended';
  if (isTrue('FailureTarget')) return 'FailureTarget';
  return isTrue('SuccessCriteriaMet') ? 'SuccessCriteriaMet' : 'Running';
}

const MAX_TARGETS = 2;

/** Returns the current and target values of the metrics. autoscaling/v1 has only the CPU. */
function autoscalerTargets(object: JsonObject): string {
  const percent = getValue(object, 'spec', 'targetCPUUtilizationPercentage');
  if (typeof percent === 'number') {
    const current = stringAt(object, 'status', 'currentCPUUtilizationPercentage');
    return `cpu: ${current === '' ? '<unknown>' : `${current}%`}/${percent}%`;
  }
  const metrics = getObjects(object, 'spec', 'metrics');
  if (metrics.length === 0) return '<none>';
  const current = getObjects(object, 'status', 'currentMetrics');
  const texts = metrics.map((metric, i) => targetText(metric, current[i] ?? {}));
  const rest = texts.length - MAX_TARGETS;
  const shown = texts.slice(0, MAX_TARGETS).join(', ');
  return rest > 0 ? `${shown} + ${rest} more...` : shown;
}

function targetText(metric: JsonObject, status: JsonObject): string {
  const type = stringAt(metric, 'type');
  const field = type.charAt(0).toLowerCase() + type.slice(1);
  const wanted = (name: string): string => stringAt(metric, field, 'target', name);
  const measured = (name: string): string => stringAt(status, field, 'current', name);
  const isOfResource = type === 'Resource' || type === 'ContainerResource';
  const prefix = isOfResource ? `${stringAt(metric, field, 'name')}: ` : '';
  for (const [name, unit] of [
    ['averageValue', ''],
    ['averageUtilization', '%'],
    ['value', ''],
  ] as const) {
    if (wanted(name) === '') continue;
    const now = measured(name) === '' ? '<unknown>' : `${measured(name)}${unit}`;
    const average = name === 'averageValue' && (type === 'External' || type === 'Object');
    return `${prefix}${now}/${wanted(name)}${unit}${average ? ' (avg)' : ''}`;
  }
  return `${prefix}<unknown>/<auto>`;
}

/** The columns of the kinds of workloads and their policies, by plural and group. */
export const WORKLOAD_COLUMNS: Readonly<Record<string, readonly TableColumn[]>> = {
  'deployments.apps': [
    NAME_COLUMN,
    column('Ready', readyOfWanted),
    column('Up-to-date', (object) => numberAt(object, 'status', 'updatedReplicas')),
    column('Available', (object) => numberAt(object, 'status', 'availableReplicas')),
    AGE_COLUMN,
    ...containerColumns('spec', 'template'),
    SELECTOR,
  ],
  'replicationcontrollers.': REPLICA_SET_COLUMNS,
  'replicasets.apps': REPLICA_SET_COLUMNS,
  'podtemplates.': [
    NAME_COLUMN,
    ...containerColumns('template').map((it) => ({ ...it, priority: 0 })),
    column('Pod Labels', (object) => labelsText(object, 'template', 'metadata', 'labels')),
  ],
  'statefulsets.apps': [
    NAME_COLUMN,
    column('Ready', readyOfWanted),
    AGE_COLUMN,
    ...containerColumns('spec', 'template'),
  ],
  'daemonsets.apps': [
    NAME_COLUMN,
    countColumn('Desired', 'status.desiredNumberScheduled'),
    countColumn('Current', 'status.currentNumberScheduled'),
    countColumn('Ready', 'status.numberReady'),
    countColumn('Up-to-date', 'status.updatedNumberScheduled'),
    countColumn('Available', 'status.numberAvailable'),
    column('Node Selector', (object) =>
      labelsText(object, 'spec', 'template', 'spec', 'nodeSelector'),
    ),
    AGE_COLUMN,
    ...containerColumns('spec', 'template'),
    SELECTOR,
  ],
  'controllerrevisions.apps': [
    NAME_COLUMN,
    column('Controller', (object) => {
      const owner = getObjects(object, 'metadata', 'ownerReferences').find(
        (it) => it['controller'] === true,
      );
      if (owner === undefined) return '<none>';
      const [group = '', version] = stringAt(owner, 'apiVersion').split('/');
      const kind = stringAt(owner, 'kind').toLowerCase();
      return `${kind}${version === undefined ? '' : `.${group}`}/${stringAt(owner, 'name')}`;
    }),
    column('Revision', (object) => numberAt(object, 'revision')),
    AGE_COLUMN,
  ],
  'jobs.batch': [
    NAME_COLUMN,
    column('Status', jobStatus),
    column('Completions', (object) => {
      const succeeded = numberAt(object, 'status', 'succeeded');
      const wanted = getValue(object, 'spec', 'completions');
      if (typeof wanted === 'number') return `${succeeded}/${wanted}`;
      const parallel = numberAt(object, 'spec', 'parallelism');
      return parallel > 1 ? `${succeeded}/1 of ${parallel}` : `${succeeded}/1`;
    }),
    column('Duration', (object, now) => {
      const start = Date.parse(stringAt(object, 'status', 'startTime'));
      const end = Date.parse(stringAt(object, 'status', 'completionTime'));
      if (Number.isNaN(start)) return '';
      return humanDuration((Number.isNaN(end) ? now : end) - start);
    }),
    AGE_COLUMN,
    ...containerColumns('spec', 'template'),
    SELECTOR,
  ],
  'cronjobs.batch': [
    NAME_COLUMN,
    column('Schedule', 'spec.schedule'),
    columnOr('<none>', 'Timezone', 'spec.timeZone'),
    column(
      'Suspend',
      (object) => (getValue(object, 'spec', 'suspend') === true ? 'True' : 'False'),
      {
        type: 'boolean',
      },
    ),
    countColumn('Active', (object) => sizeAt(object, 'status', 'active')),
    column('Last Schedule', (object, now) => {
      const isKnown = stringAt(object, 'status', 'lastScheduleTime') !== '';
      return isKnown ? ageAt(object, now, 'status', 'lastScheduleTime') : '<none>';
    }),
    AGE_COLUMN,
    ...containerColumns('spec', 'jobTemplate', 'spec', 'template'),
    wideColumn('Selector', (object) =>
      selectorText(object, 'spec', 'jobTemplate', 'spec', 'selector'),
    ),
  ],
  'horizontalpodautoscalers.autoscaling': [
    NAME_COLUMN,
    column('Reference', (object) => {
      const [kind, name] = ['kind', 'name'].map((it) =>
        stringAt(object, 'spec', 'scaleTargetRef', it),
      );
      return `${kind ?? ''}/${name ?? ''}`;
    }),
    column('Targets', autoscalerTargets),
    columnOr('<unset>', 'MinPods', 'spec.minReplicas'),
    column('MaxPods', (object) => numberAt(object, 'spec', 'maxReplicas')),
    column('Replicas', (object) => numberAt(object, 'status', 'currentReplicas')),
    AGE_COLUMN,
  ],
  'poddisruptionbudgets.policy': [
    NAME_COLUMN,
    columnOr('N/A', 'Min Available', 'spec.minAvailable'),
    columnOr('N/A', 'Max Unavailable', 'spec.maxUnavailable'),
    countColumn('Allowed Disruptions', 'status.disruptionsAllowed'),
    AGE_COLUMN,
  ],
};
