import { ensureObject, setDefaults } from './fields.js';
import type { BuiltInStrategy } from './built-in-strategy.js';
import { defaultPodSpec } from './pod-defaults.js';
import { workloadWarnings } from './template-warnings.js';
import {
  checkSelectorSyntax,
  checkWorkloadSelector,
  checkRunningTemplate,
  checkSameSelector,
  checkReplicaStatus,
} from './workload-rules.js';

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
    checkWorkloadSelector(spec.at('selector'), 'deployment');
    if (checkSelectorSyntax(spec.at('selector'))) {
      checkRunningTemplate(spec, 'activeDeadlineSeconds in ReplicaSet is not Supported');
    }
    if (live !== undefined) checkSameSelector(spec, live);
  },
  validateStatus: checkReplicaStatus,
  warningsOf: workloadWarnings('spec', 'template'),
};
