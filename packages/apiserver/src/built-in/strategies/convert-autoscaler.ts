import {
  isJsonObject,
  parseJson,
  stringifyJson,
  type JsonObject,
  type JsonValue,
} from '@vmgen/base/json';
import { objectsOf } from '../../json/lists.js';
import { metadataOf } from '../../resource/object-meta.js';
import { ensureObject, getObject, getValue } from './fields.js';

const PREFIX = 'autoscaling.alpha.kubernetes.io/';
/** Annotations for fields that autoscaling/v1 does not have. v2 does not show them. */
const METRICS = `${PREFIX}metrics`;
const BEHAVIOR = `${PREFIX}behavior`;
const CONDITIONS = `${PREFIX}conditions`;
const CURRENT_METRICS = `${PREFIX}current-metrics`;
const CARRIERS: ReadonlySet<string> = new Set([METRICS, BEHAVIOR, CONDITIONS, CURRENT_METRICS]);

/**
 * Converts an autoscaling/v2 HorizontalPodAutoscaler to autoscaling/v1, which has a field for the
 * CPU target and annotations for everything else.
 *
 * Upstream: kubernetes/pkg/apis/autoscaling/v1/conversion.go
 */
export function autoscalerToV1(object: JsonObject): JsonObject {
  const { metrics, behavior, ...spec } = getObject(object, 'spec');
  const { conditions, currentMetrics, ...status } = getObject(object, 'status');
  const all = objectsOf(metrics);
  const cpu = all.find((metric) => utilizationOf(metric, 'target') !== undefined);
  const current = objectsOf(currentMetrics).find(
    (metric) => utilizationOf(metric, 'current') !== undefined,
  );
  const others = all.filter((metric) => metric !== cpu);
  return {
    ...object,
    apiVersion: 'autoscaling/v1',
    metadata: annotated(metadataOf(object), {
      [METRICS]: others.length === 0 ? undefined : others.map(metricToV1),
      [BEHAVIOR]: behavior,
      [CONDITIONS]: conditions ?? undefined,
      [CURRENT_METRICS]: currentMetrics ?? undefined,
    }),
    spec: {
      ...spec,
      ...withNumber('targetCPUUtilizationPercentage', cpu && utilizationOf(cpu, 'target')),
    },
    status: {
      ...status,
      currentReplicas: status['currentReplicas'] ?? 0,
      ...withNumber(
        'currentCPUUtilizationPercentage',
        current && utilizationOf(current, 'current'),
      ),
    },
  };
}

/** The reverse of {@link autoscalerToV1}. */
export function autoscalerFromV1(object: JsonObject): JsonObject {
  const { targetCPUUtilizationPercentage: target, ...spec } = getObject(object, 'spec');
  const {
    currentCPUUtilizationPercentage: _,
    currentReplicas = 0,
    ...status
  } = getObject(object, 'status');
  const { annotations: _annotations, ...metadata } = metadataOf(object);
  const carried = getObject(object, 'metadata', 'annotations');
  const kept = Object.entries(carried).filter(([name]) => !CARRIERS.has(name));
  const others = objectsOf(carriedIn(carried, METRICS)).map(metricFromV1);
  const cpu: JsonObject[] =
    target === undefined
      ? []
      : [
          {
            type: 'Resource',
            resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: target } },
          },
        ];
  const metrics = [...others, ...cpu];
  const behavior = carriedIn(carried, BEHAVIOR);
  return {
    ...object,
    apiVersion: 'autoscaling/v2',
    metadata: {
      ...metadata,
      ...(kept.length === 0 ? {} : { annotations: Object.fromEntries(kept) }),
    },
    spec: {
      ...spec,
      ...(metrics.length === 0 ? {} : { metrics }),
      ...(behavior === undefined ? {} : { behavior }),
    },
    status: {
      ...status,
      // Unlike v1, v2 omits zero.
      ...(currentReplicas === 0 ? {} : { currentReplicas }),
      currentMetrics: carriedIn(carried, CURRENT_METRICS) ?? null,
      ...(Object.hasOwn(carried, CONDITIONS)
        ? { conditions: carriedIn(carried, CONDITIONS) ?? null }
        : {}),
    },
  };
}

/** Returns the CPU utilization that a metric specifies; undefined for any other metric. */
function utilizationOf(metric: JsonObject, side: 'target' | 'current'): JsonValue | undefined {
  return getValue(metric, 'resource', 'name') === 'cpu'
    ? getValue(metric, 'resource', side, 'averageUtilization')
    : undefined;
}

function annotated(
  metadata: JsonObject,
  carried: Readonly<Record<string, JsonValue | undefined>>,
): JsonObject {
  const annotations = { ...getObject(metadata, 'annotations') };
  for (const [name, value] of Object.entries(carried)) {
    if (value !== undefined) annotations[name] = stringifyJson(value);
  }
  return Object.keys(annotations).length === 0 ? metadata : { ...metadata, annotations };
}

/** Returns the value of an annotation. Users can write invalid JSON, which is ignored. */
function carriedIn(annotations: JsonObject, name: string): JsonValue | undefined {
  const text = annotations[name];
  if (typeof text !== 'string') return undefined;
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

function withNumber(name: string, value: JsonValue | undefined): JsonObject {
  return value === undefined ? {} : { [name]: value };
}

/** The names of a metric type in autoscaling/v1. */
interface MetricNames {
  /** The field of the metric in both versions. */
  readonly source: string;
  /** The names in v1 for paths in v2. */
  readonly fields: readonly (readonly [v1: string, path: string])[];
}

const UTILIZATION = ['targetAverageUtilization', 'target.averageUtilization'] as const;
const AVERAGE = ['targetAverageValue', 'target.averageValue'] as const;
const NAME = ['metricName', 'metric.name'] as const;

const KINDS: readonly MetricNames[] = [
  { source: 'resource', fields: [['name', 'name'], UTILIZATION, AVERAGE] },
  {
    source: 'containerResource',
    fields: [['name', 'name'], ['container', 'container'], UTILIZATION, AVERAGE],
  },
  { source: 'pods', fields: [NAME, ['selector', 'metric.selector'], AVERAGE] },
  {
    source: 'object',
    fields: [
      NAME,
      ['selector', 'metric.selector'],
      ['target', 'describedObject'],
      ['targetValue', 'target.value'],
      ['averageValue', 'target.averageValue'],
    ],
  },
  {
    source: 'external',
    fields: [NAME, ['metricSelector', 'metric.selector'], ['targetValue', 'target.value'], AVERAGE],
  },
];

/** Converts an autoscaling/v2 MetricSpec to the form of autoscaling/v1's annotations. */
function metricToV1(metric: JsonObject): JsonObject {
  const result: JsonObject = { type: metric['type'] ?? '' };
  for (const { source, fields } of KINDS) {
    const value = metric[source];
    if (!isJsonObject(value)) continue;
    const own: JsonObject = {};
    for (const [name, path] of fields) {
      const found = getValue(value, ...path.split('.'));
      if (found !== undefined) own[name] = found;
    }
    result[source] = own;
  }
  return result;
}

/** The reverse of {@link metricToV1}. */
function metricFromV1(metric: JsonObject): JsonObject {
  const result: JsonObject = { type: metric['type'] ?? '' };
  for (const { source, fields } of KINDS) {
    const value = metric[source];
    if (!isJsonObject(value)) continue;
    const own: JsonObject = {};
    for (const [name, path] of fields) {
      if (value[name] !== undefined) setAt(own, path, value[name]);
    }
    setAt(own, 'target.type', targetTypeOf(getObject(own, 'target')));
    result[source] = own;
  }
  return result;
}

/** Returns the target type, which v1 does not specify. */
function targetTypeOf({ averageUtilization, averageValue }: JsonObject): string {
  if (averageUtilization !== undefined) return 'Utilization';
  return averageValue === undefined ? 'Value' : 'AverageValue';
}

function setAt(object: JsonObject, path: string, value: JsonValue): void {
  const names = path.split('.');
  const last = names.pop() ?? '';
  ensureObject(object, ...names)[last] = value;
}
