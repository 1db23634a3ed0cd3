import type { JsonObject } from '@vmgen/base/json';
import { checkSelector, type Field } from '@vmgen/crd/internal';
import { ensureObject, getObject, sameJson, setDefaults, getString } from './fields.js';
import { checkIntOrPercent, isZeroAmount } from './int-or-percent.js';
import type { BuiltInStrategy } from './built-in-strategy.js';
import { defaultPodSpec } from './pod-defaults.js';
import { podWarnings } from './pod-warnings.js';
import { checkRunningTemplate, checkSameSelector } from './workload-rules.js';

const GENERATION = 'deprecated.daemonset.template.generation';

/** apps/v1 DaemonSet. */
export const daemonSetStrategy: BuiltInStrategy = {
  preservedStatusAnnotation: GENERATION,
  defaults(object) {
    // Upstream, a number in the spec of the internal type. Its conversion writes the annotation.
    setDefaults(ensureObject(object, 'metadata', 'annotations'), { [GENERATION]: '0' });
    const spec = ensureObject(object, 'spec');
    setDefaults(spec, { revisionHistoryLimit: 10 });
    const strategy = ensureObject(spec, 'updateStrategy');
    setDefaults(strategy, { type: 'RollingUpdate' });
    if (strategy['type'] === 'RollingUpdate') {
      const update = ensureObject(strategy, 'rollingUpdate');
      setDefaults(update, { maxUnavailable: 1, maxSurge: 0 });
    }
    defaultPodSpec(ensureObject(spec, 'template', 'spec'));
  },
  prepareForCreate: (object) => setGeneration(object, 1),
  prepareForUpdate(next, live) {
    const before = Number(getString(getObject(live, 'metadata', 'annotations'), GENERATION));
    const isSame = sameJson(
      getObject(next, 'spec', 'template'),
      getObject(live, 'spec', 'template'),
    );
    setGeneration(next, isSame ? before : before + 1);
  },
  validate(object, live) {
    const spec = object.at('spec');
    const selector = spec.at('selector');
    checkSelector(selector);
    checkRunningTemplate(spec, 'activeDeadlineSeconds in DaemonSet is not Supported');
    spec.counts('minReadySeconds', 'revisionHistoryLimit');
    if (selector.isObject && !selector.isFilled) {
      selector.invalid('empty selector is invalid for daemonset');
    }
    checkRollout(spec.at('updateStrategy'));
    if (live !== undefined) checkSameSelector(spec, live);
  },
  warningsOf(object, live) {
    const template = getObject(object, 'spec', 'template');
    const isChanged =
      live === undefined || !sameJson(template, getObject(live, 'spec', 'template'));
    return isChanged ? podWarnings('spec.template', template) : [];
  },
};

function setGeneration(object: JsonObject, generation: number): void {
  ensureObject(object, 'metadata', 'annotations')[GENERATION] = String(generation);
}

function checkRollout(strategy: Field): void {
  const { text: type } = strategy.at('type');
  if (type === 'RollingUpdate') checkRollingUpdate(strategy.at('rollingUpdate'));
  else if (type !== 'OnDelete') {
    const printed = `{"Type":${JSON.stringify(type)},"RollingUpdate":null}`;
    strategy.report(
      'FieldValueNotSupported',
      `Unsupported value: ${printed}: supported values: "RollingUpdate", "OnDelete"`,
    );
  }
}

function checkRollingUpdate(update: Field): void {
  const [away, more] = [update.at('maxUnavailable'), update.at('maxSurge')];
  checkIntOrPercent(away);
  checkIntOrPercent(more);
  const [noneAway, noneMore] = [isZeroAmount(away.value), isZeroAmount(more.value)];
  if (noneAway && noneMore) away.required('cannot be 0 when maxSurge is 0');
  else if (!noneAway && !noneMore) {
    more.invalid('may not be set when maxUnavailable is non-zero');
  }
}
