import type { Field } from '@vmgen/crd/internal';
import { ensureObject, setDefaults } from './fields.js';
import type { BuiltInStrategy } from './built-in-strategy.js';
import { checkIntOrPercent, isZeroAmount } from './int-or-percent.js';
import { defaultPodSpec } from './pod-defaults.js';
import { workloadWarnings } from './template-warnings.js';
import { checkAvailable, checkReplicaCounts, checkReplicatedPods } from './workload-rules.js';

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
  validate(object, live) {
    const spec = object.at('spec');
    spec.counts('replicas', 'minReadySeconds', 'revisionHistoryLimit', 'progressDeadlineSeconds');
    checkReplicatedPods(spec, live);
    checkRollout(spec.at('strategy'));
    const deadline = spec.at('progressDeadlineSeconds');
    if ((deadline.number ?? 0) <= (spec.at('minReadySeconds').number ?? 0)) {
      deadline.invalid('must be greater than minReadySeconds', deadline.number ?? 0);
    }
  },
  validateStatus(object) {
    const status = object.at('status');
    status.counts('unavailableReplicas', 'collisionCount');
    checkReplicaCounts(status, ['updatedReplicas', 'readyReplicas', 'availableReplicas']);
    checkAvailable(status, 'cannot be greater than readyReplicas');
  },
  warningsOf: workloadWarnings('spec', 'template'),
};

function checkRollout(strategy: Field): void {
  const { text: type } = strategy.at('type');
  const update = strategy.at('rollingUpdate');
  if (type === 'Recreate' && update.isObject) {
    update.forbidden("may not be specified when strategy `type` is 'Recreate'");
  } else if (type === 'RollingUpdate') {
    checkRollingUpdate(update);
  } else if (type !== 'Recreate') {
    const printed = `{"Type":${JSON.stringify(type)},"RollingUpdate":null}`;
    strategy.report(
      'FieldValueNotSupported',
      `Unsupported value: ${printed}: supported values: "Recreate", "RollingUpdate"`,
    );
  }
}

function checkRollingUpdate(update: Field): void {
  const [away, more] = [update.at('maxUnavailable'), update.at('maxSurge')];
  checkIntOrPercent(away);
  checkIntOrPercent(more, { allowsOver100Percent: true });
  if (isZeroAmount(away.value) && isZeroAmount(more.value)) {
    away.invalid('may not be 0 when `maxSurge` is 0', away.value ?? 0);
  }
}
