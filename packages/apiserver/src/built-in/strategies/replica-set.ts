import { ensureObject, setDefaults } from './fields.js';
import type { BuiltInStrategy } from './built-in-strategy.js';
import { defaultPodSpec } from './pod-defaults.js';
import { workloadWarnings } from './template-warnings.js';
import { checkReplicaCounts, checkReplicatedPods } from './workload-rules.js';

/** apps/v1 ReplicaSet. */
export const replicaSetStrategy: BuiltInStrategy = {
  defaults(object) {
    const spec = ensureObject(object, 'spec');
    setDefaults(spec, { replicas: 1 });
    defaultPodSpec(ensureObject(spec, 'template', 'spec'));
    const status = ensureObject(object, 'status');
    status['replicas'] ??= 0;
  },
  validate(object, live) {
    const spec = object.at('spec');
    spec.counts('replicas', 'minReadySeconds');
    checkReplicatedPods(spec, live);
  },
  validateStatus: (object) =>
    checkReplicaCounts(object.at('status'), [
      'fullyLabeledReplicas',
      'readyReplicas',
      'availableReplicas',
    ]),
  warningsOf: workloadWarnings('spec', 'template'),
};
