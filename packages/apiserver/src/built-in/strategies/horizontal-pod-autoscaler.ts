import { isJsonObject, type JsonObject } from '@vmgen/base/json';
import { isPathSegment } from '@vmgen/base/text';
import type { Field } from '@vmgen/crd/internal';
import { isFilled, ensureObject, setPointerDefaults } from './fields.js';
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
  validate(object) {
    const spec = object.at('spec');
    checkReplicas(spec);
    checkTargetRef(spec.at('scaleTargetRef'));
    for (const metric of spec.at('metrics').items) checkMetric(metric);
    for (const name of ['scaleUp', 'scaleDown']) {
      const rules = spec.at('behavior', name);
      if (rules.isObject) checkScaling(rules);
    }
  },
};

function defaultBehavior(behavior: JsonObject): void {
  setPointerDefaults(ensureObject(behavior, 'scaleUp'), {
    stabilizationWindowSeconds: 0,
    selectPolicy: 'Max',
    policies: [{ type: 'Pods', value: 4, periodSeconds: 15 }, FAST],
  });
  setPointerDefaults(ensureObject(behavior, 'scaleDown'), {
    selectPolicy: 'Max',
    policies: [FAST],
  });
}

function checkReplicas(spec: Field): void {
  const [minimum, maximum] = [spec.at('minReplicas'), spec.at('maxReplicas')];
  const [least, most] = [minimum.number, maximum.number ?? 0];
  minimum.nonNegative();
  if (most === 0) maximum.required();
  else if (most < 0) maximum.invalid('must be greater than or equal to 1');
  if (least !== undefined && most < least) {
    maximum.invalid('must be greater than or equal to `minReplicas`', most);
  }
  const metrics = spec.at('metrics');
  const types = metrics.items.map((metric) => metric.at('type').text);
  if (least === 0 && !types.includes('Object') && !types.includes('External')) {
    metrics.forbidden(
      'must specify at least one Object or External metric to support scaling to zero replicas',
    );
  }
}

function checkTargetRef(target: Field): void {
  for (const name of ['kind', 'name']) target.at(name).checkRequired(isPathSegment);
  const version = target.at('apiVersion');
  if (version.text === '') version.invalid('apiVersion must specify API group', '');
}

function checkMetric(metric: Field): void {
  const field = METRICS.get(metric.at('type').text);
  if (field === undefined) {
    metric.at('type').notSupported([...METRICS.keys()]);
    return;
  }
  const source = metric.at(field);
  if (source.isObject) checkTarget(source.at('target'), field);
  else source.required('must populate information for the given metric source');
}

function checkTarget(target: Field, field: string): void {
  const [type, percent] = [target.at('type'), target.at('averageUtilization')];
  const average = target.at('averageValue');
  if (type.text === '') type.required('must specify a metric target type');
  if (!['Utilization', 'Value', 'AverageValue'].includes(type.text)) {
    type.invalid('must be either Utilization, Value, or AverageValue', type.text);
  }
  if (percent.number !== undefined && percent.number < 1) {
    percent.invalid('must be greater than 0');
  }
  const isOfResource = field === 'resource' || field === 'containerResource';
  if (isOfResource && percent.number === undefined && average.value === undefined) {
    percent.required('must set either a target raw value or a target utilization');
  }
  if (field === 'pods' && average.value === undefined) {
    average.required('must specify a positive target averageValue');
  }
}

function checkScaling(rules: Field): void {
  const window = rules.at('stabilizationWindowSeconds');
  window.nonNegative();
  checkAtMost(window, MAX_WINDOW_SECONDS);
  rules.at('selectPolicy').pointerToOneOf('Disabled', 'Max', 'Min');
  const policies = rules.at('policies');
  if (policies.items.length === 0) policies.required('must specify at least one Policy');
  for (const policy of policies.items) {
    policy.at('type').pointerToOneOf('Percent', 'Pods');
    for (const name of ['value', 'periodSeconds']) {
      const { number = 0 } = policy.at(name);
      if (number <= 0) policy.at(name).invalid('must be greater than zero', number);
    }
    checkAtMost(policy.at('periodSeconds'), MAX_PERIOD_SECONDS);
  }
}

function checkAtMost(field: Field, most: number): void {
  if ((field.number ?? 0) > most) field.invalid(`must be less than or equal to ${most}`);
}
