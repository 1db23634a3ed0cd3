import { isJsonObject, type JsonObject } from '@vmgen/base/json';
import { ErrorList } from './error-list.js';
import { madeObjectAt, numberIn, objectAt, objectsIn, setDefaults, textIn } from './fields.js';
import { checkJobSpec, defaultJobSpec } from './job-rules.js';
import type { BuiltInStrategy } from './built-in-strategy.js';
import { podWarnings } from './pod-warnings.js';
import { checkCounts, checkSelectsOwn, printedSelector, sameJson } from './workload-rules.js';

const UID_LABEL = 'batch.kubernetes.io/controller-uid';
const NAME_LABEL = 'batch.kubernetes.io/job-name';

/** batch/v1 Job. */
export const jobStrategy: BuiltInStrategy = {
  fieldLabels: { 'status.successful': 'status.succeeded' },
  defaultGarbageCollection: 'OrphanDependents',
  deleteWarning:
    'child pods are preserved by default when jobs are deleted; set propagationPolicy=Background to remove them or set propagationPolicy=Orphan to suppress this warning',
  defaults(object) {
    const spec = madeObjectAt(object, 'spec');
    defaultJobSpec(spec);
    const labels = objectAt(spec, 'template', 'metadata')['labels'];
    const metadata = madeObjectAt(object, 'metadata');
    // A Job without labels shares those of its pods, with what is added to them later.
    if (isJsonObject(labels) && !isJsonObject(metadata['labels'])) metadata['labels'] = labels;
  },
  prepareForCreate(object) {
    const spec = madeObjectAt(object, 'spec');
    if (spec['manualSelector'] !== true) selectOwnPods(object, spec);
  },
  judgesAlone: true,
  validate(object, live) {
    const errors = new ErrorList();
    const spec = objectAt(object, 'spec');
    checkJobSpec(errors, 'spec', spec);
    if (isJsonObject(spec['selector'])) checkGenerated(errors, object, spec);
    else errors.required('spec.selector');
    checkSelectsOwn(errors, spec);
    if (live !== undefined) checkChange(errors, spec, objectAt(live, 'spec'));
    return errors.errors;
  },
  validateStatus(object) {
    const errors = new ErrorList();
    const status = objectAt(object, 'status');
    checkCounts(errors, 'status', status, [
      'active',
      'succeeded',
      'failed',
      'ready',
      'terminating',
    ]);
    checkConditions(errors, status);
    const ready = numberIn(status, 'ready');
    if (ready !== undefined && ready > (numberIn(status, 'active') ?? 0)) {
      errors.invalid('status.ready', ready, 'cannot set more ready pods than active');
    }
    const isOver = objectsIn(status, 'conditions').some(
      ({ type, status: state }) => (type === 'Complete' || type === 'Failed') && state === 'True',
    );
    if (isOver && status['startTime'] === undefined) {
      errors.required('status.startTime', 'startTime is required for finished job');
    }
    return errors.errors;
  },
  warningsOf: (object) =>
    podWarnings('spec.template.spec', objectAt(object, 'spec', 'template', 'spec')),
};

/** A Job selects by its own uid, unless it is told otherwise. */
function selectOwnPods(object: JsonObject, spec: JsonObject): void {
  const metadata = objectAt(object, 'metadata');
  const [uid, name] = [textIn(metadata, 'uid'), textIn(metadata, 'name')];
  const podLabels = madeObjectAt(spec, 'template', 'metadata', 'labels');
  const areShared = metadata['labels'] === podLabels;
  setDefaults(podLabels, {
    'controller-uid': uid,
    'job-name': name,
    [UID_LABEL]: uid,
    [NAME_LABEL]: name,
  });
  const labels = madeObjectAt(spec, 'selector', 'matchLabels');
  setDefaults(labels, { [UID_LABEL]: uid });
  if (areShared || metadata['labels'] === undefined) {
    madeObjectAt(object, 'metadata')['labels'] = { ...podLabels };
  }
}

function checkGenerated(errors: ErrorList, object: JsonObject, spec: JsonObject): void {
  if (spec['manualSelector'] === true) return;
  const uid = textIn(objectAt(object, 'metadata'), 'uid');
  const selector = objectAt(spec, 'selector');
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
  const template = objectAt(next, 'template');
  const before = objectAt(live, 'template');
  // Who queues a suspended Job says where its pods may run.
  const isSame =
    live['suspend'] === true
      ? sameJson(withoutPlace(template), withoutPlace(before))
      : sameJson(template, before);
  errors.immutable('spec.template', isSame, template);
}

/** A template without what a scheduler reads of it. */
function withoutPlace(template: JsonObject): JsonObject {
  const spec = { ...objectAt(template, 'spec') };
  for (const name of ['affinity', 'nodeSelector', 'tolerations', 'schedulingGates']) {
    Reflect.deleteProperty(spec, name);
  }
  const metadata = { ...objectAt(template, 'metadata') };
  for (const name of ['labels', 'annotations']) Reflect.deleteProperty(metadata, name);
  return { ...template, metadata, spec };
}

function checkConditions(errors: ErrorList, status: JsonObject): void {
  const isTrue = (type: string): boolean =>
    objectsIn(status, 'conditions').some((it) => it['type'] === type && it['status'] === 'True');
  for (const [type, needed] of [
    ['Complete', 'SuccessCriteriaMet'],
    ['Failed', 'FailureTarget'],
  ] as const) {
    if (!isTrue(type) || isTrue(needed)) continue;
    const message = `Invalid value: cannot set ${type}=True condition without the ${needed}=true condition`;
    errors.add([{ type: 'FieldValueInvalid', field: 'status.conditions', message }]);
  }
}
