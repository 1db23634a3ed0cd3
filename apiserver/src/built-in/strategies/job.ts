import { isJsonObject, type JsonObject } from '@vmgen/base/json';
import { ErrorList } from './error-list.js';
import {
  ensureObject,
  getNumber,
  getObject,
  getObjects,
  setDefaults,
  getString,
} from './fields.js';
import { checkJobSpec, defaultJobSpec } from './job-rules.js';
import type { BuiltInStrategy } from './built-in-strategy.js';
import { podWarnings } from './pod-warnings.js';
import { checkCounts, checkTemplateLabels, printedSelector, sameJson } from './workload-rules.js';

const UID_LABEL = 'batch.kubernetes.io/controller-uid';
const NAME_LABEL = 'batch.kubernetes.io/job-name';

/** batch/v1 Job. */
export const jobStrategy: BuiltInStrategy = {
  fieldLabels: { 'status.successful': 'status.succeeded' },
  defaultGarbageCollection: 'OrphanDependents',
  deleteWarning:
    'child pods are preserved by default when jobs are deleted; set propagationPolicy=Background to remove them or set propagationPolicy=Orphan to suppress this warning',
  defaults(object) {
    const spec = ensureObject(object, 'spec');
    defaultJobSpec(spec);
    const labels = getObject(spec, 'template', 'metadata')['labels'];
    const metadata = ensureObject(object, 'metadata');
    // A Job without labels shares the labels object of its pod template, including labels that are
    // added later.
    if (isJsonObject(labels) && !isJsonObject(metadata['labels'])) metadata['labels'] = labels;
  },
  prepareForCreate(object) {
    const spec = ensureObject(object, 'spec');
    if (spec['manualSelector'] !== true) selectOwnPods(object, spec);
  },
  skipSchemaValidation: true,
  validate(object, live) {
    const errors = new ErrorList();
    const spec = getObject(object, 'spec');
    checkJobSpec(errors, 'spec', spec);
    if (isJsonObject(spec['selector'])) checkGenerated(errors, object, spec);
    else errors.required('spec.selector');
    checkTemplateLabels(errors, spec);
    if (live !== undefined) checkChange(errors, spec, getObject(live, 'spec'));
    return errors.errors;
  },
  validateStatus(object) {
    const errors = new ErrorList();
    const status = getObject(object, 'status');
    checkCounts(errors, 'status', status, [
      'active',
      'succeeded',
      'failed',
      'ready',
      'terminating',
    ]);
    checkConditions(errors, status);
    const ready = getNumber(status, 'ready');
    if (ready !== undefined && ready > (getNumber(status, 'active') ?? 0)) {
      errors.invalid('status.ready', ready, 'cannot set more ready pods than active');
    }
    const isOver = getObjects(status, 'conditions').some(
      ({ type, status: state }) => (type === 'Complete' || type === 'Failed') && state === 'True',
    );
    if (isOver && status['startTime'] === undefined) {
      errors.required('status.startTime', 'startTime is required for finished job');
    }
    return errors.errors;
  },
  warningsOf: (object) =>
    podWarnings('spec.template.spec', getObject(object, 'spec', 'template', 'spec')),
};

/** A Job selects pods by its own uid, unless `manualSelector` is set. */
function selectOwnPods(object: JsonObject, spec: JsonObject): void {
  const metadata = getObject(object, 'metadata');
  const [uid, name] = [getString(metadata, 'uid'), getString(metadata, 'name')];
  const podLabels = ensureObject(spec, 'template', 'metadata', 'labels');
  const areShared = metadata['labels'] === podLabels;
  setDefaults(podLabels, {
    'controller-uid': uid,
    'job-name': name,
    [UID_LABEL]: uid,
    [NAME_LABEL]: name,
  });
  const labels = ensureObject(spec, 'selector', 'matchLabels');
  setDefaults(labels, { [UID_LABEL]: uid });
  if (areShared || metadata['labels'] === undefined) {
    ensureObject(object, 'metadata')['labels'] = { ...podLabels };
  }
}

function checkGenerated(errors: ErrorList, object: JsonObject, spec: JsonObject): void {
  if (spec['manualSelector'] === true) return;
  const uid = getString(getObject(object, 'metadata'), 'uid');
  const selector = getObject(spec, 'selector');
  const isOwn =
    sameJson(selector, { matchLabels: { [UID_LABEL]: uid } }) ||
    sameJson(selector, { matchLabels: { 'controller-uid': uid } });
  if (!isOwn) {
    errors.invalid('spec.selector', printedSelector(selector), '`selector` not auto-generated');
  }
}

function checkChange(errors: ErrorList, next: JsonObject, live: JsonObject): void {
  errors.immutable(
    'spec.completions',
    next['completionMode'] === 'Indexed' || sameJson(next['completions'], live['completions']),
    next['completions'],
  );
  for (const name of ['completionMode', 'backoffLimitPerIndex', 'managedBy', 'podFailurePolicy']) {
    errors.immutable(`spec.${name}`, sameJson(next[name], live[name]), next[name]);
  }
  const selector = next['selector'];
  errors.immutable(
    'spec.selector',
    sameJson(selector, live['selector']),
    printedSelector(selector),
  );
  const template = getObject(next, 'template');
  const before = getObject(live, 'template');
  // A queue controller may set the scheduling directives of a suspended Job.
  const isSame =
    live['suspend'] === true
      ? sameJson(withoutPlace(template), withoutPlace(before))
      : sameJson(template, before);
  errors.immutable('spec.template', isSame, template);
}

/** Returns the template without its scheduling directives. */
function withoutPlace(template: JsonObject): JsonObject {
  const spec = { ...getObject(template, 'spec') };
  for (const name of ['affinity', 'nodeSelector', 'tolerations', 'schedulingGates']) {
    Reflect.deleteProperty(spec, name);
  }
  const metadata = { ...getObject(template, 'metadata') };
  for (const name of ['labels', 'annotations']) Reflect.deleteProperty(metadata, name);
  return { ...template, metadata, spec };
}

function checkConditions(errors: ErrorList, status: JsonObject): void {
  const isTrue = (type: string): boolean =>
    getObjects(status, 'conditions').some((it) => it['type'] === type && it['status'] === 'True');
  for (const [type, needed] of [
    ['Complete', 'SuccessCriteriaMet'],
    ['Failed', 'FailureTarget'],
  ] as const) {
    if (!isTrue(type) || isTrue(needed)) continue;
    const message = `Invalid value: cannot set ${type}=True condition without the ${needed}=true condition`;
    errors.add([{ type: 'FieldValueInvalid', field: 'status.conditions', message }]);
  }
}
