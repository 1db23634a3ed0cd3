import { isJsonObject, type JsonObject } from '@vmgen/base/json';
import { isQualifiedName } from '@vmgen/base/text';
import { goStruct, type ErrorList } from './error-list.js';
import {
  ensureObject,
  getNumber,
  getObject,
  getObjects,
  setDefaults,
  getString,
} from './fields.js';
import { defaultPodSpec } from './pod-defaults.js';
import { checkSelector } from './selector-rules.js';
import { checkPodTemplate } from './validate-pod-spec.js';
import { checkCounts } from './workload-rules.js';

const COUNTS = [
  'parallelism',
  'completions',
  'activeDeadlineSeconds',
  'backoffLimit',
  'ttlSecondsAfterFinished',
  'backoffLimitPerIndex',
];
const MAX_INT32 = 2_147_483_647;
const ACTIONS = ['Count', 'FailIndex', 'FailJob', 'Ignore'];

/** Sets the defaults of a Job's spec. */
export function defaultJobSpec(spec: JsonObject): void {
  if (spec['completions'] === undefined && spec['parallelism'] === undefined) {
    Object.assign(spec, { completions: 1, parallelism: 1 });
  }
  spec['parallelism'] ??= 1;
  setDefaults(spec, {
    backoffLimit: spec['backoffLimitPerIndex'] === undefined ? 6 : MAX_INT32,
    completionMode: 'NonIndexed',
    suspend: false,
    manualSelector: false,
    podReplacementPolicy: spec['podFailurePolicy'] === undefined ? 'TerminatingOrFailed' : 'Failed',
  });
  for (const rule of getObjects(getObject(spec, 'podFailurePolicy'), 'rules')) {
    for (const pattern of getObjects(rule, 'onPodConditions')) {
      setDefaults(pattern, { status: 'True' });
    }
  }
  defaultTemplate(spec);
}

/** Sets the defaults in the Job template of a CronJob: only those of the pods. */
export function defaultTemplate(spec: JsonObject): void {
  const podSpec = ensureObject(spec, 'template', 'spec');
  defaultPodSpec(podSpec);
}

/** Validates the spec of a Job, except for its selector. */
export function checkJobSpec(errors: ErrorList, path: string, spec: JsonObject): void {
  checkCounts(errors, path, spec, COUNTS);
  checkSelector(errors, `${path}.selector`, getObject(spec, 'selector'));
  errors.oneOf(`${path}.completionMode`, spec['completionMode'], ['NonIndexed', 'Indexed']);
  checkIndexed(errors, path, spec);
  checkDomainPath(errors, `${path}.managedBy`, getString(spec, 'managedBy'));
  errors.oneOf(`${path}.podReplacementPolicy`, spec['podReplacementPolicy'], [
    'Failed',
    'TerminatingOrFailed',
  ]);
  getObjects(getObject(spec, 'podFailurePolicy'), 'rules').forEach((rule, i) => {
    checkFailureRule(errors, `${path}.podFailurePolicy.rules[${i}]`, rule);
  });
  checkPodTemplate(errors, `${path}.template`, getObject(spec, 'template'));
  const policy = getString(getObject(spec, 'template', 'spec'), 'restartPolicy');
  if (policy === '' || policy === 'Always') {
    const detail = 'valid values: "OnFailure", "Never"';
    errors.required(`${path}.template.spec.restartPolicy`, detail);
  } else {
    errors.oneOf(`${path}.template.spec.restartPolicy`, policy, ['OnFailure', 'Never']);
    if (policy === 'OnFailure' && spec['podFailurePolicy'] !== undefined) {
      const detail = 'only "Never" is supported when podFailurePolicy is specified';
      errors.invalid(`${path}.template.spec.restartPolicy`, policy, detail);
    }
  }
}

function checkExitCodes(errors: ErrorList, path: string, codes: JsonObject): void {
  const values = Array.isArray(codes['values']) ? codes['values'] : [];
  errors.oneOf(`${path}.operator`, codes['operator'], ['In', 'NotIn']);
  values.forEach((value, i) => {
    if (value === 0 && codes['operator'] === 'In') {
      errors.invalid(`${path}.values[${i}]`, 0, 'must not be 0 for the In operator');
    } else if (values.indexOf(value) < i) {
      errors.duplicate(`${path}.values[${i}]`, value);
    }
  });
}

function checkIndexed(errors: ErrorList, path: string, spec: JsonObject): void {
  const perIndex = getNumber(spec, 'backoffLimitPerIndex');
  if (spec['maxFailedIndexes'] !== undefined && perIndex === undefined) {
    errors.required(`${path}.backoffLimitPerIndex`, 'when maxFailedIndexes is specified');
  }
  if (spec['completionMode'] === 'Indexed') {
    if (spec['completions'] === undefined) {
      const detail = 'when completion mode is Indexed';
      errors.required(`${path}.completions`, detail);
    }
    return;
  }
  const detail = 'requires indexed completion mode';
  if (perIndex !== undefined) errors.invalid(`${path}.backoffLimitPerIndex`, perIndex, detail);
  const failed = getNumber(spec, 'maxFailedIndexes');
  if (failed !== undefined) errors.invalid(`${path}.maxFailedIndexes`, failed, detail);
  const { successPolicy } = spec;
  if (isJsonObject(successPolicy)) {
    const rules = getObjects(successPolicy, 'rules').map((rule): JsonObject => ({
      SucceededIndexes: rule['succeededIndexes'] ?? null,
      SucceededCount: rule['succeededCount'] ?? null,
    }));
    errors.invalid(
      `${path}.successPolicy`,
      goStruct({ Rules: rules }),
      'requires indexed completion mode',
    );
  }
}

/** Validates a name with a domain prefix: `acme.io/foo`. An empty name is valid. */
export function checkDomainPath(errors: ErrorList, path: string, manager: string): void {
  if (manager === '') return;
  const isPath = manager.includes('/') && isQualifiedName(manager).length === 0;
  if (!isPath) {
    errors.invalid(path, manager, 'must be a domain-prefixed path (such as "acme.io/foo")');
  }
}

function checkFailureRule(errors: ErrorList, path: string, rule: JsonObject): void {
  errors.oneOf(`${path}.action`, rule['action'], ACTIONS);
  const codes = rule['onExitCodes'];
  if (isJsonObject(codes)) checkExitCodes(errors, `${path}.onExitCodes`, codes);
  if (isJsonObject(codes) && getObjects(rule, 'onPodConditions').length > 0) {
    const both = 'specifying both OnExitCodes and OnPodConditions is not supported';
    errors.add([{ type: 'FieldValueInvalid', field: path, message: `Invalid value: ${both}` }]);
  }
  if (isJsonObject(codes) || getObjects(rule, 'onPodConditions').length > 0) return;
  const message = 'Invalid value: specifying one of OnExitCodes and OnPodConditions is required';
  errors.add([{ type: 'FieldValueInvalid', field: path, message }]);
}
