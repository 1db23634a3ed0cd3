import {
  isJsonObject,
  parseJson,
  stringifyJson,
  type JsonObject,
  type JsonValue,
} from '@vmgen/base/json';
import { metadataOf } from '../../resource/object-meta.js';
import { metricFromV1, metricToV1 } from './convert-metric.js';

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
  const { metrics, behavior, ...spec } = fieldsOf(object['spec']);
  const { conditions, currentMetrics, ...status } = fieldsOf(object['status']);
  const all = itemsOf(metrics);
  const cpu = all.find((metric) => utilizationOf(metric, 'target') !== undefined);
  const current = itemsOf(currentMetrics).find(
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
  const { targetCPUUtilizationPercentage: target, ...spec } = fieldsOf(object['spec']);
  const {
    currentCPUUtilizationPercentage: _,
    currentReplicas = 0,
    ...status
  } = fieldsOf(object['status']);
  const { annotations, ...metadata } = metadataOf(object);
  const carried = fieldsOf(annotations);
  const kept = Object.entries(carried).filter(([name]) => !CARRIERS.has(name));
  const others = itemsOf(carriedIn(carried, METRICS)).map(metricFromV1);
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
function utilizationOf(
  { resource }: JsonObject,
  side: 'target' | 'current',
): JsonValue | undefined {
  const { name, [side]: value } = fieldsOf(resource);
  return name === 'cpu' ? fieldsOf(value)['averageUtilization'] : undefined;
}

function annotated(
  metadata: JsonObject,
  carried: Readonly<Record<string, JsonValue | undefined>>,
): JsonObject {
  const annotations = { ...fieldsOf(metadata['annotations']) };
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

function fieldsOf(value: JsonValue | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}

function itemsOf(value: JsonValue | undefined): JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}
