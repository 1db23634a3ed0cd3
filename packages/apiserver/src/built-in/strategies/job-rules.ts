import type { JsonObject, JsonValue } from '@vmgen/base/json';
import { isQualifiedName } from '@vmgen/base/text';
import { checkSelector, type Field } from '@vmgen/crd/internal';
import { ensureObject, getObjects, setDefaults, setPointerDefaults } from './fields.js';
import { defaultPodSpec } from './pod-defaults.js';
import { checkPodTemplate } from './validate-pod-spec.js';

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
const OPERATORS = ['In', 'NotIn'];
const validValues = (values: readonly string[]): string =>
  `valid values: [${values.map((value) => JSON.stringify(value)).join(' ')}]`;

/** Sets the defaults of a Job's spec. */
export function defaultJobSpec(spec: JsonObject): void {
  if (spec['completions'] === undefined && spec['parallelism'] === undefined) {
    Object.assign(spec, { completions: 1, parallelism: 1 });
  }
  spec['parallelism'] ??= 1;
  setPointerDefaults(spec, {
    backoffLimit: spec['backoffLimitPerIndex'] === undefined ? 6 : MAX_INT32,
    completionMode: 'NonIndexed',
    suspend: false,
    manualSelector: false,
    podReplacementPolicy: spec['podFailurePolicy'] === undefined ? 'TerminatingOrFailed' : 'Failed',
  });
  for (const rule of getObjects(spec, 'podFailurePolicy', 'rules')) {
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
export function checkJobSpec(spec: Field): void {
  spec.counts(...COUNTS);
  checkSelector(spec.at('selector'));
  spec.at('completionMode').pointerToOneOf('NonIndexed', 'Indexed');
  checkIndexed(spec);
  checkDomainPath(spec.at('managedBy'));
  const failurePolicy = spec.at('podFailurePolicy');
  const replacements = failurePolicy.isObject ? ['Failed'] : ['Failed', 'TerminatingOrFailed'];
  spec.at('podReplacementPolicy').pointerToOneOf(...replacements);
  for (const rule of failurePolicy.at('rules').items) checkFailureRule(rule);
  checkPodTemplate(spec.at('template'));
  const policy = spec.at('template', 'spec', 'restartPolicy');
  if (policy.text === '' || policy.text === 'Always') {
    policy.required('valid values: "OnFailure", "Never"');
    return;
  }
  policy.oneOf('OnFailure', 'Never');
  if (policy.text === 'OnFailure' && failurePolicy.value !== undefined) {
    policy.invalid('only "Never" is supported when podFailurePolicy is specified');
  }
}

function checkExitCodes(codes: Field): void {
  const [operator, values] = [codes.at('operator'), codes.at('values').items];
  const seen = new Set<JsonValue | undefined>();
  if (operator.given(validValues(OPERATORS))) operator.oneOf(...OPERATORS);
  if (values.length === 0) codes.at('values').invalid('at least one value is required', null);
  for (const value of values) {
    if (value.value === 0 && operator.text === 'In') {
      value.invalid('must not be 0 for the In operator');
    } else if (seen.has(value.value)) {
      value.duplicate();
    }
    seen.add(value.value);
  }
}

function checkIndexed(spec: Field): void {
  const [perIndex, failed] = [spec.at('backoffLimitPerIndex'), spec.at('maxFailedIndexes')];
  if (failed.value !== undefined && perIndex.number === undefined) {
    perIndex.required('when maxFailedIndexes is specified');
  }
  if (spec.at('completionMode').value === 'Indexed') {
    const completions = spec.at('completions');
    if (completions.value === undefined) completions.required('when completion mode is Indexed');
    return;
  }
  const detail = 'requires indexed completion mode';
  if (perIndex.number !== undefined) perIndex.invalid(detail);
  if (failed.number !== undefined) failed.invalid(detail);
  const success = spec.at('successPolicy');
  if (!success.isObject) return;
  success.invalid(detail);
}

/** Validates a name with a domain prefix: `acme.io/foo`. An empty name is valid. */
export function checkDomainPath(field: Field): void {
  const { text } = field;
  if (text === '' || (text.includes('/') && isQualifiedName(text).length === 0)) return;
  field.invalid('must be a domain-prefixed path (such as "acme.io/foo")');
}

function checkFailureRule(rule: Field): void {
  const action = rule.at('action');
  if (action.given(validValues(ACTIONS))) action.oneOf(...ACTIONS);
  const codes = rule.at('onExitCodes');
  const hasConditions = rule.at('onPodConditions').items.length > 0;
  if (codes.isObject) checkExitCodes(codes);
  if (codes.isObject !== hasConditions) return;
  const problem = hasConditions
    ? 'specifying both OnExitCodes and OnPodConditions is not supported'
    : 'specifying one of OnExitCodes and OnPodConditions is required';
  rule.report('FieldValueInvalid', `Invalid value: ${problem}`);
}
