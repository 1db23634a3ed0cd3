import { isJsonObject, type JsonObject } from '@vmgen/base/json';
import { isPathSegment } from '@vmgen/base/text';
import { ErrorList } from './error-list.js';
import {
  isFilled,
  ensureObject,
  getNumber,
  getObject,
  getObjects,
  setDefaults,
  getString,
} from './fields.js';
import type { BuiltInStrategy } from './built-in-strategy.js';

const CPU_PERCENT = 80;
const MAX_WINDOW_SECONDS = 3600;
const MAX_PERIOD_SECONDS = 1800;
/** The field of each metric type. */
const METRICS: ReadonlyMap<string, string> = new Map([
  ['ContainerResource', 'containerResource'],
  ['External', 'external'],
  ['Object', 'object'],
  ['Pods', 'pods'],
  ['Resource', 'resource'],
]);
const FAST = { type: 'Percent', value: 100, periodSeconds: 15 };

/** autoscaling/v2 HorizontalPodAutoscaler. */
export const horizontalPodAutoscalerStrategy: BuiltInStrategy = {
  defaults(object) {
    const spec = ensureObject(object, 'spec');
    spec['minReplicas'] ??= 1;
    if (!isFilled(spec['metrics'])) {
      const target = { type: 'Utilization', averageUtilization: CPU_PERCENT };
      spec['metrics'] = [{ type: 'Resource', resource: { name: 'cpu', target } }];
    }
    const { behavior } = spec;
    if (isJsonObject(behavior)) defaultBehavior(behavior);
  },
  skipSchemaValidation: true,
  validate(object) {
    const errors = new ErrorList();
    const spec = getObject(object, 'spec');
    checkReplicas(errors, spec);
    checkTargetRef(errors, getObject(spec, 'scaleTargetRef'));
    getObjects(spec, 'metrics').forEach((metric, i) => {
      checkMetric(errors, `spec.metrics[${i}]`, metric);
    });
    for (const name of ['scaleUp', 'scaleDown']) {
      const rules = getObject(spec, 'behavior')[name];
      if (isJsonObject(rules)) checkScaling(errors, `spec.behavior.${name}`, rules);
    }
    return errors.errors;
  },
};

function defaultBehavior(behavior: JsonObject): void {
  setDefaults(ensureObject(behavior, 'scaleUp'), {
    stabilizationWindowSeconds: 0,
    selectPolicy: 'Max',
    policies: [{ type: 'Pods', value: 4, periodSeconds: 15 }, FAST],
  });
  setDefaults(ensureObject(behavior, 'scaleDown'), { selectPolicy: 'Max', policies: [FAST] });
}

function checkReplicas(errors: ErrorList, spec: JsonObject): void {
  const least = getNumber(spec, 'minReplicas');
  const most = getNumber(spec, 'maxReplicas') ?? 0;
  errors.nonNegative('spec.minReplicas', least);
  if (most === 0) errors.required('spec.maxReplicas');
  else if (most < 0) {
    errors.invalid('spec.maxReplicas', most, 'must be greater than or equal to 1');
  }
  if (least !== undefined && most < least) {
    errors.invalid('spec.maxReplicas', most, 'must be greater than or equal to `minReplicas`');
  }
  const types = getObjects(spec, 'metrics').map((metric) => getString(metric, 'type'));
  if (least === 0 && !types.includes('Object') && !types.includes('External')) {
    const detail =
      'must specify at least one Object or External metric to support scaling to zero replicas';
    errors.forbidden('spec.metrics', detail);
  }
}

function checkTargetRef(errors: ErrorList, target: JsonObject): void {
  const path = 'spec.scaleTargetRef';
  for (const name of ['kind', 'name']) {
    const value = getString(target, name);
    if (errors.given(`${path}.${name}`, value)) {
      errors.problems(`${path}.${name}`, value, isPathSegment(value));
    }
  }
  const version = getString(target, 'apiVersion');
  if (version === '') {
    errors.invalid(`${path}.apiVersion`, version, 'apiVersion must specify API group');
  }
}

function checkMetric(errors: ErrorList, path: string, metric: JsonObject): void {
  const type = getString(metric, 'type');
  const field = METRICS.get(type);
  if (field === undefined) {
    errors.notSupported(`${path}.type`, type, [...METRICS.keys()]);
    return;
  }
  const source = metric[field];
  if (!isJsonObject(source)) {
    const detail = 'must populate information for the given metric source';
    errors.required(`${path}.${field}`, detail);
    return;
  }
  checkTarget(errors, `${path}.${field}.target`, field, getObject(source, 'target'));
}

function checkTarget(errors: ErrorList, path: string, field: string, target: JsonObject): void {
  const type = getString(target, 'type');
  if (type === '') {
    errors.required(`${path}.type`, 'must specify a metric target type');
  }
  if (type !== 'Utilization' && type !== 'Value' && type !== 'AverageValue') {
    errors.invalid(`${path}.type`, type, 'must be either Utilization, Value, or AverageValue');
  }
  const percent = getNumber(target, 'averageUtilization');
  if (percent !== undefined && percent < 1) {
    errors.invalid(`${path}.averageUtilization`, percent, 'must be greater than 0');
  }
  const isOfResource = field === 'resource' || field === 'containerResource';
  if (isOfResource && percent === undefined && target['averageValue'] === undefined) {
    const detail = 'must set either a target raw value or a target utilization';
    errors.required(`${path}.averageUtilization`, detail);
  }
  if (field === 'pods' && target['averageValue'] === undefined) {
    errors.required(`${path}.averageValue`, 'must specify a positive target averageValue');
  }
}

function checkScaling(errors: ErrorList, path: string, rules: JsonObject): void {
  const window = getNumber(rules, 'stabilizationWindowSeconds');
  const at = `${path}.stabilizationWindowSeconds`;
  errors.nonNegative(at, window);
  if (window !== undefined && window > MAX_WINDOW_SECONDS) {
    errors.invalid(at, window, `must be less than or equal to ${MAX_WINDOW_SECONDS}`);
  }
  errors.oneOf(`${path}.selectPolicy`, rules['selectPolicy'], ['Disabled', 'Max', 'Min']);
  const policies = getObjects(rules, 'policies');
  if (policies.length === 0)
    errors.required(`${path}.policies`, 'must specify at least one Policy');
  policies.forEach((policy, i) => {
    const own = `${path}.policies[${i}]`;
    errors.oneOf(`${own}.type`, policy['type'], ['Percent', 'Pods']);
    const value = getNumber(policy, 'value') ?? 0;
    if (value <= 0) errors.invalid(`${own}.value`, value, 'must be greater than zero');
    const period = getNumber(policy, 'periodSeconds') ?? 0;
    if (period <= 0) errors.invalid(`${own}.periodSeconds`, period, 'must be greater than zero');
    if (period > MAX_PERIOD_SECONDS) {
      const detail = `must be less than or equal to ${MAX_PERIOD_SECONDS}`;
      errors.invalid(`${own}.periodSeconds`, period, detail);
    }
  });
}
