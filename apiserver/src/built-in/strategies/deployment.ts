import { isJsonObject, type JsonObject } from '@vmgen/base/json';
import { ErrorList } from './error-list.js';
import { ensureObject, getNumber, getObject, setDefaults, getString } from './fields.js';
import type { BuiltInStrategy } from './built-in-strategy.js';
import { checkIntOrPercent, isZeroAmount } from './int-or-percent.js';
import { defaultPodSpec } from './pod-defaults.js';
import { templateWarnings } from './pod-warnings.js';
import {
  checkCounts,
  checkWorkloadSelector,
  checkSelectorSyntax,
  checkReplicaCounts,
  checkRunningTemplate,
  checkSameSelector,
} from './workload-rules.js';

const COUNTS = ['replicas', 'minReadySeconds', 'revisionHistoryLimit', 'progressDeadlineSeconds'];
const STATUS_COUNTS = [
  'updatedReplicas',
  'readyReplicas',
  'availableReplicas',
  'unavailableReplicas',
];

/** apps/v1 Deployment (pkg/apis/apps/v1/defaults.go, pkg/apis/apps/validation). */
export const deploymentStrategy: BuiltInStrategy = {
  annotationsMoveGeneration: true,
  preservedStatusMetadata: ['labels'],
  defaults(object) {
    const spec = ensureObject(object, 'spec');
    setDefaults(spec, {
      replicas: 1,
      revisionHistoryLimit: 10,
      progressDeadlineSeconds: 600,
      strategy: {},
    });
    const strategy = ensureObject(spec, 'strategy');
    setDefaults(strategy, { type: 'RollingUpdate' });
    if (strategy['type'] === 'RollingUpdate') {
      setDefaults(ensureObject(strategy, 'rollingUpdate'), {
        maxUnavailable: '25%',
        maxSurge: '25%',
      });
    }
    defaultPodSpec(ensureObject(spec, 'template', 'spec'));
  },
  skipSchemaValidation: true,
  validate(object, live) {
    const errors = new ErrorList();
    const spec = getObject(object, 'spec');
    checkCounts(errors, 'spec', spec, COUNTS);
    checkWorkloadSelector(errors, spec, 'deployment');
    if (checkSelectorSyntax(errors, spec)) {
      checkRunningTemplate(errors, spec, 'activeDeadlineSeconds in ReplicaSet is not Supported');
    }
    checkRollout(errors, getObject(spec, 'strategy'));
    const deadline = getNumber(spec, 'progressDeadlineSeconds') ?? 0;
    if (deadline <= (getNumber(spec, 'minReadySeconds') ?? 0)) {
      errors.invalid(
        'spec.progressDeadlineSeconds',
        deadline,
        'must be greater than minReadySeconds',
      );
    }
    if (live !== undefined) checkSameSelector(errors, spec, getObject(live, 'spec'));
    return errors.errors;
  },
  validateStatus(object) {
    const errors = new ErrorList();
    const status = getObject(object, 'status');
    checkCounts(errors, 'status', status, ['unavailableReplicas', 'collisionCount']);
    checkReplicaCounts(errors, status, STATUS_COUNTS.slice(0, 3));
    const [available, ready] = [
      getNumber(status, 'availableReplicas') ?? 0,
      getNumber(status, 'readyReplicas') ?? 0,
    ];
    if (available > ready) {
      const detail = 'cannot be greater than readyReplicas';
      errors.invalid('status.availableReplicas', available, detail);
    }
    return errors.errors;
  },
  warningsOf: (object) => templateWarnings('spec.template', getObject(object, 'spec', 'template')),
};

function checkRollout(errors: ErrorList, strategy: JsonObject): void {
  const type = getString(strategy, 'type');
  const { rollingUpdate } = strategy;
  const path = 'spec.strategy';
  if (type === 'Recreate' && isJsonObject(rollingUpdate)) {
    const detail = "may not be specified when strategy `type` is 'Recreate'";
    errors.forbidden(`${path}.rollingUpdate`, detail);
  } else if (type === 'RollingUpdate') {
    checkRollingUpdate(errors, `${path}.rollingUpdate`, getObject(strategy, 'rollingUpdate'));
  } else if (type !== 'Recreate') {
    const printed = `{"Type":${JSON.stringify(type)},"RollingUpdate":null}`;
    errors.add([
      {
        type: 'FieldValueNotSupported',
        field: path,
        message: `Unsupported value: ${printed}: supported values: "Recreate", "RollingUpdate"`,
      },
    ]);
  }
}

function checkRollingUpdate(errors: ErrorList, path: string, update: JsonObject): void {
  const { maxUnavailable, maxSurge } = update;
  checkIntOrPercent(errors, `${path}.maxUnavailable`, maxUnavailable);
  checkIntOrPercent(errors, `${path}.maxSurge`, maxSurge, { allowsOver100Percent: true });
  if (isZeroAmount(maxUnavailable) && isZeroAmount(maxSurge)) {
    const detail = 'may not be 0 when `maxSurge` is 0';
    errors.invalid(`${path}.maxUnavailable`, maxUnavailable ?? 0, detail);
  }
}
