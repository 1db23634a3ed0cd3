import { isJsonObject, type JsonObject } from '@vmgen/base/json';
import { ErrorList } from './error-list.js';
import { ensureObject, getObject, setDefaults, getString } from './fields.js';
import { checkIntOrPercent, isZeroAmount } from './int-or-percent.js';
import type { BuiltInStrategy } from './built-in-strategy.js';
import { defaultPodSpec } from './pod-defaults.js';
import { templateWarnings } from './pod-warnings.js';
import {
  checkCounts,
  checkRunningTemplate,
  checkSameSelector,
  sameJson,
} from './workload-rules.js';
import { checkSelector } from './selector-rules.js';

const GENERATION = 'deprecated.daemonset.template.generation';
const STATUS_COUNTS = [
  'currentNumberScheduled',
  'numberMisscheduled',
  'desiredNumberScheduled',
  'numberReady',
  'observedGeneration',
  'updatedNumberScheduled',
  'numberAvailable',
  'numberUnavailable',
];

/** apps/v1 DaemonSet. */
export const daemonSetStrategy: BuiltInStrategy = {
  defaults(object) {
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
  skipSchemaValidation: true,
  validate(object, live) {
    const errors = new ErrorList();
    const spec = getObject(object, 'spec');
    checkSelector(errors, 'spec.selector', getObject(spec, 'selector'));
    checkRunningTemplate(errors, spec, 'activeDeadlineSeconds in DaemonSet is not Supported');
    checkCounts(errors, 'spec', spec, ['minReadySeconds', 'revisionHistoryLimit']);
    if (isJsonObject(spec['selector']) && Object.keys(spec['selector']).length === 0) {
      errors.invalid('spec.selector', {}, 'empty selector is invalid for daemonset');
    }
    checkRollout(errors, getObject(spec, 'updateStrategy'));
    if (live !== undefined) checkSameSelector(errors, spec, getObject(live, 'spec'));
    return errors.errors;
  },
  validateStatus(object) {
    const errors = new ErrorList();
    checkCounts(errors, 'status', getObject(object, 'status'), STATUS_COUNTS);
    return errors.errors;
  },
  warningsOf: (object) => templateWarnings('spec.template', getObject(object, 'spec', 'template')),
};

function setGeneration(object: JsonObject, generation: number): void {
  ensureObject(object, 'metadata', 'annotations')[GENERATION] = String(generation);
}

function checkRollout(errors: ErrorList, strategy: JsonObject): void {
  const type = getString(strategy, 'type');
  const path = 'spec.updateStrategy';
  if (type === 'RollingUpdate') {
    checkRollingUpdate(errors, `${path}.rollingUpdate`, getObject(strategy, 'rollingUpdate'));
  } else if (type !== 'OnDelete') {
    const printed = `{"Type":${JSON.stringify(type)},"RollingUpdate":null}`;
    errors.add([
      {
        type: 'FieldValueNotSupported',
        field: path,
        message: `Unsupported value: ${printed}: supported values: "RollingUpdate", "OnDelete"`,
      },
    ]);
  }
}

function checkRollingUpdate(errors: ErrorList, path: string, update: JsonObject): void {
  const { maxUnavailable, maxSurge } = update;
  checkIntOrPercent(errors, `${path}.maxUnavailable`, maxUnavailable);
  checkIntOrPercent(errors, `${path}.maxSurge`, maxSurge);
  const [noneAway, noneMore] = [isZeroAmount(maxUnavailable), isZeroAmount(maxSurge)];
  if (noneAway && noneMore) {
    errors.required(`${path}.maxUnavailable`, 'cannot be 0 when maxSurge is 0');
  } else if (!noneAway && !noneMore) {
    const detail = 'may not be set when maxUnavailable is non-zero';
    errors.invalid(`${path}.maxSurge`, maxSurge ?? 0, detail);
  }
}
