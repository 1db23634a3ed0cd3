import { isJsonObject, type JsonObject, type JsonValue } from '@vmgen/base/json';

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
export function metricToV1(metric: JsonObject): JsonObject {
  const result: JsonObject = { type: metric['type'] ?? '' };
  for (const { source, fields } of KINDS) {
    const value = metric[source];
    if (!isJsonObject(value)) continue;
    const own: JsonObject = {};
    for (const [name, path] of fields) {
      const found = valueAt(value, path.split('.'));
      if (found !== undefined) own[name] = found;
    }
    result[source] = own;
  }
  return result;
}

/** The reverse of {@link metricToV1}. */
export function metricFromV1(metric: JsonObject): JsonObject {
  const result: JsonObject = { type: metric['type'] ?? '' };
  for (const { source, fields } of KINDS) {
    const value = metric[source];
    if (!isJsonObject(value)) continue;
    const own: JsonObject = {};
    for (const [name, path] of fields) {
      if (value[name] !== undefined) setAt(own, path.split('.'), value[name]);
    }
    setAt(own, ['target', 'type'], targetTypeOf(own['target']));
    result[source] = own;
  }
  return result;
}

/** Returns the target type, which v1 does not specify. */
function targetTypeOf(target: JsonValue | undefined): string {
  const { averageUtilization, averageValue } = isJsonObject(target) ? target : {};
  if (averageUtilization !== undefined) return 'Utilization';
  return averageValue === undefined ? 'Value' : 'AverageValue';
}

function valueAt(object: JsonObject, path: readonly string[]): JsonValue | undefined {
  let value: JsonValue | undefined = object;
  for (const name of path) value = isJsonObject(value) ? value[name] : undefined;
  return value;
}

function setAt(object: JsonObject, path: readonly string[], value: JsonValue): void {
  const [name = '', ...rest] = path;
  if (rest.length === 0) {
    object[name] = value;
    return;
  }
  const known = object[name];
  const below = isJsonObject(known) ? known : {};
  object[name] = below;
  setAt(below, rest, value);
}
