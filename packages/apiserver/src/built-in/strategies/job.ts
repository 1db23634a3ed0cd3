import { isJsonObject, type JsonObject } from '@vmgen/base/json';
import { isDns1123Label } from '@vmgen/base/text';
import type { Field } from '@vmgen/crd/internal';
import {
  ensureObject,
  getObject,
  getString,
  hasCondition,
  sameJson,
  setDefaults,
} from './fields.js';
import { checkJobSpec, defaultJobSpec } from './job-rules.js';
import type { BuiltInStrategy } from './built-in-strategy.js';
import { workloadWarnings } from './template-warnings.js';
import { checkTemplateLabels } from './workload-rules.js';

const UID_LABEL = 'batch.kubernetes.io/controller-uid';
const NAME_LABEL = 'batch.kubernetes.io/job-name';

/** batch/v1 Job. */
export const jobStrategy: BuiltInStrategy = {
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
  validate(object, live) {
    const spec = object.at('spec');
    checkJobSpec(spec);
    if (spec.at('selector').isObject) checkGenerated(object, spec);
    else spec.at('selector').required();
    checkTemplateLabels(spec);
    if (live !== undefined) checkChange(spec, getObject(live, 'spec'));
    checkIndexedName(object.at('metadata', 'name'), spec);
  },
  validateStatus(object) {
    const status = object.at('status');
    status.counts('active', 'succeeded', 'failed', 'ready', 'terminating');
    const isTrue = (type: string): boolean => hasCondition(status.object, type);
    for (const [type, needed] of [
      ['Complete', 'SuccessCriteriaMet'],
      ['Failed', 'FailureTarget'],
    ] as const) {
      if (!isTrue(type) || isTrue(needed)) continue;
      const problem = `cannot set ${type}=True condition without the ${needed}=true condition`;
      status.at('conditions').report('FieldValueInvalid', `Invalid value: ${problem}`);
    }
    const [ready, start] = [status.at('ready'), status.at('startTime')];
    if (ready.number !== undefined && ready.number > (status.at('active').number ?? 0)) {
      ready.invalid('cannot set more ready pods than active');
    }
    if ((isTrue('Complete') || isTrue('Failed')) && start.value === undefined) {
      start.required('startTime is required for finished job');
    }
  },
  warningsOf: workloadWarnings('spec', 'template'),
};

/** The pods of an indexed Job have its name and an index as their host names. */
function checkIndexedName(name: Field, spec: Field): void {
  const completions = spec.at('completions').number ?? 0;
  if (spec.at('completionMode').text !== 'Indexed' || completions <= 0) return;
  const last = `${name.text}-${completions - 1}`;
  if (isDns1123Label(last).length === 0) return;
  name.invalid(`will not able to create pod with invalid DNS label: ${last}`);
}

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

function checkGenerated(object: Field, spec: Field): void {
  if (spec.at('manualSelector').value === true) return;
  const { text: uid } = object.at('metadata', 'uid');
  const { value: selector } = spec.at('selector');
  const isOwn =
    sameJson(selector, { matchLabels: { [UID_LABEL]: uid } }) ||
    sameJson(selector, { matchLabels: { 'controller-uid': uid } });
  if (!isOwn) spec.at('selector').invalid('`selector` not auto-generated');
}

function checkChange(spec: Field, live: JsonObject): void {
  if (spec.at('completionMode').value !== 'Indexed') {
    spec.at('completions').immutable(live['completions']);
  }
  for (const name of ['completionMode', 'backoffLimitPerIndex', 'managedBy', 'podFailurePolicy']) {
    spec.at(name).immutable(live[name]);
  }
  const selector = spec.at('selector');
  selector.immutable(live['selector']);
  const { object: template } = spec.at('template');
  const before = getObject(live, 'template');
  // A queue controller may set the scheduling directives of a suspended Job.
  const isSame =
    live['suspend'] === true
      ? sameJson(withoutPlace(template), withoutPlace(before))
      : sameJson(template, before);
  if (!isSame) spec.at('template').invalid('field is immutable', template);
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
