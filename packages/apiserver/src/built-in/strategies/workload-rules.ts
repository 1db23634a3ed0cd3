import { isJsonObject, type JsonObject } from '@vmgen/base/json';
import { checkSelector, Field } from '@vmgen/crd/internal';
import { selects } from '../../resource/label-selector.js';
import { getNumber, getObject, getStringMap } from './fields.js';
import { checkPodTemplate } from './validate-pod-spec.js';

/** Validates the pod template of a kind that keeps its pods running. */
export function checkRunningTemplate(spec: Field, deadlineRefusal: string): void {
  checkTemplateLabels(spec);
  checkPodTemplate(spec.at('template'));
  checkRestarts(spec, deadlineRefusal);
}

/** The pods of a kind that keeps its pods running must always restart. */
export function checkRestarts(spec: Field, deadlineRefusal: string): void {
  const policy = spec.at('template', 'spec', 'restartPolicy');
  if (policy.text === 'OnFailure' || policy.text === 'Never') policy.oneOf('Always');
  const deadline = spec.at('template', 'spec', 'activeDeadlineSeconds');
  if (deadline.value !== undefined) deadline.forbidden(deadlineRefusal);
}

/** The labels of the template must match the selector. */
export function checkTemplateLabels(spec: Field): void {
  const { value: selector } = spec.at('selector');
  const metadata = spec.at('template', 'metadata');
  // An absent selector selects nothing.
  if (isJsonObject(selector)) {
    if (!isValidSelector(selector)) return;
    if (selects(selector, getStringMap(metadata.object, 'labels'))) return;
  }
  const labels = metadata.at('labels');
  const detail = '`selector` does not match template `labels`';
  labels.invalid(detail);
}

function isValidSelector(selector: JsonObject): boolean {
  const field = new Field(selector);
  checkSelector(field);
  return field.errors.length === 0;
}

/** Validates the selector and the pod template of a Deployment or ReplicaSet. */
export function checkReplicatedPods(spec: Field, live: JsonObject | undefined): void {
  checkWorkloadSelector(spec.at('selector'), 'deployment');
  if (checkSelectorSyntax(spec.at('selector'))) {
    checkRunningTemplate(spec, 'activeDeadlineSeconds in ReplicaSet is not Supported');
  }
  if (live !== undefined) checkSameSelector(spec, live);
}

/** Validates a selector that is required and must not be empty. */
export function checkWorkloadSelector(selector: Field, owner: string): void {
  if (!selector.isObject) {
    selector.required();
    return;
  }
  checkSelector(selector);
  if (!selector.isFilled) selector.invalid(`empty selector is invalid for ${owner}`);
}

/**
 * Reports an additional error for a selector that cannot be parsed.
 *
 * @param detail defaults to 'invalid label selector'
 * @returns whether it can be parsed
 */
export function checkSelectorSyntax(selector: Field, detail = 'invalid label selector'): boolean {
  if (!selector.isObject || isValidSelector(selector.object)) return true;
  selector.invalid(detail);
  return false;
}

/** The selector of a workload is immutable. */
export function checkSameSelector(spec: Field, live: JsonObject): void {
  const selector = spec.at('selector');
  selector.immutable(getObject(live, 'spec')['selector']);
}

/** Validates the replica counts of a status: none can exceed the total. */
export function checkReplicaCounts(status: Field, names: readonly string[]): void {
  const all = status.at('replicas').number ?? 0;
  status.counts('replicas', ...names, 'observedGeneration');
  for (const name of names) {
    const { number: count = 0 } = status.at(name);
    if (count > all) status.at(name).invalid('cannot be greater than status.replicas', count);
  }
}

/** Available replicas are ready. */
export function checkAvailable(status: Field, problem: string): void {
  const available = status.at('availableReplicas');
  const { number = 0 } = available;
  if (number > (getNumber(status.object, 'readyReplicas') ?? 0)) {
    available.invalid(problem, number);
  }
}
