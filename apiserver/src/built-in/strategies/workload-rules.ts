import { deepEqualJson, isJsonObject, type JsonObject, type JsonValue } from '@vmgen/base/json';
import type { fieldErrors } from '@vmgen/crd/internal';
import { ErrorList, goStruct } from './error-list.js';
import { isFilled, getNumber, getObject, getObjects, getString, getStringMap } from './fields.js';
import { checkSelector, selects } from './selector-rules.js';
import { checkPodTemplate } from './validate-pod-spec.js';

/** Reports negative numbers in the spec. */
export function checkCounts(
  errors: ErrorList,
  path: string,
  object: JsonObject,
  names: readonly string[],
): void {
  for (const name of names) errors.nonNegative(`${path}.${name}`, object[name]);
}

/** Validates the pod template of a kind that keeps its pods running. */
export function checkRunningTemplate(
  errors: ErrorList,
  spec: JsonObject,
  deadlineRefusal?: string,
): void {
  checkTemplateLabels(errors, spec);
  checkPodTemplate(errors, 'spec.template', getObject(spec, 'template'));
  checkRestarts(errors, spec, deadlineRefusal);
}

/** The pods of a kind that keeps its pods running must always restart. */
export function checkRestarts(errors: ErrorList, spec: JsonObject, deadlineRefusal?: string): void {
  const path = 'spec.template';
  const podSpec = getObject(spec, 'template', 'spec');
  const policy = getString(podSpec, 'restartPolicy');
  if (policy === 'OnFailure' || policy === 'Never') {
    errors.oneOf(`${path}.spec.restartPolicy`, policy, ['Always']);
  }
  if (deadlineRefusal !== undefined && podSpec['activeDeadlineSeconds'] !== undefined) {
    errors.forbidden(`${path}.spec.activeDeadlineSeconds`, deadlineRefusal);
  }
}

/** The labels of the template must match the selector. */
export function checkTemplateLabels(errors: ErrorList, spec: JsonObject): void {
  const { selector } = spec;
  const metadata = getObject(spec, 'template', 'metadata');
  // An absent selector selects nothing.
  if (isJsonObject(selector) && !isValidSelector(selector)) return;
  if (isJsonObject(selector) && selects(selector, getStringMap(metadata, 'labels'))) return;
  errors.invalid(
    'spec.template.metadata.labels',
    sortedLabels(metadata['labels']),
    '`selector` does not match template `labels`',
  );
}

function isValidSelector(selector: JsonObject): boolean {
  const found = new ErrorList();
  checkSelector(found, '', selector);
  return found.errors.length === 0;
}

/** Sorts labels as Go prints a map. */
export function sortedLabels(labels: JsonValue | undefined): JsonValue {
  if (!isJsonObject(labels)) return null;
  return Object.fromEntries(Object.entries(labels).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Prints a selector as Go does. */
export function printedSelector(selector: JsonValue | undefined): fieldErrors.Verbatim | null {
  return isJsonObject(selector) ? goStruct(inGoOrder(selector)) : null;
}

/** As {@link printedSelector}, for a selector within another struct. */
export function inGoOrder(selector: JsonObject): JsonObject {
  const { matchLabels } = selector;
  return {
    ...(matchLabels === undefined ? {} : { matchLabels: sortedLabels(matchLabels) }),
    ...(isFilled(selector['matchExpressions'])
      ? {
          matchExpressions: getObjects(selector, 'matchExpressions').map(
            ({ key = '', operator = '', values }): JsonObject => ({
              key,
              operator,
              ...(values === undefined ? {} : { values }),
            }),
          ),
        }
      : {}),
  };
}

/** Validates a selector that is required and must not be empty. */
export function checkWorkloadSelector(errors: ErrorList, spec: JsonObject, owner: string): void {
  const { selector } = spec;
  const path = 'spec.selector';
  if (!isJsonObject(selector)) {
    errors.required(path);
    return;
  }
  checkSelector(errors, path, selector);
  if (Object.keys(selector).length === 0) {
    errors.invalid(path, {}, `empty selector is invalid for ${owner}`);
  }
}

/**
 * Reports an additional error for a selector that cannot be parsed.
 *
 * @param detail defaults to 'invalid label selector'
 * @returns whether it can be parsed
 */
export function checkSelectorSyntax(
  errors: ErrorList,
  spec: JsonObject,
  detail = 'invalid label selector',
): boolean {
  const { selector } = spec;
  if (!isJsonObject(selector) || isValidSelector(selector)) return true;
  errors.invalid('spec.selector', printedSelector(selector), detail);
  return false;
}

/** The selector of a workload is immutable. */
export function checkSameSelector(errors: ErrorList, next: JsonObject, live: JsonObject): void {
  const isSame = sameJson(next['selector'], live['selector']);
  errors.immutable('spec.selector', isSame, printedSelector(next['selector']));
}

/** Whether two values are equal. An absent value is equal to null. */
export function sameJson(a: JsonValue | undefined, b: JsonValue | undefined): boolean {
  return deepEqualJson(a ?? null, b ?? null);
}

/** Validates the status of a ReplicaSet or ReplicationController. */
export function replicaStatusErrors(object: JsonObject): ErrorList['errors'] {
  const errors = new ErrorList();
  const counts = ['fullyLabeledReplicas', 'readyReplicas', 'availableReplicas'];
  checkReplicaCounts(errors, getObject(object, 'status'), counts);
  return errors.errors;
}

/** Validates the replica counts of a status: none can exceed the total. */
export function checkReplicaCounts(
  errors: ErrorList,
  status: JsonObject,
  names: readonly string[],
): void {
  const all = getNumber(status, 'replicas') ?? 0;
  checkCounts(errors, 'status', status, ['replicas', ...names, 'observedGeneration']);
  for (const name of names) {
    const count = getNumber(status, name) ?? 0;
    if (count > all) {
      errors.invalid(`status.${name}`, count, 'cannot be greater than status.replicas');
    }
  }
}
