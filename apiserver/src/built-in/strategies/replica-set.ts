import { ErrorList } from './error-list.js';
import { madeObjectAt, objectAt, setDefaults } from './fields.js';
import type { BuiltInStrategy } from './built-in-strategy.js';
import { defaultPodSpec } from './pod-defaults.js';
import { templateWarnings } from './pod-warnings.js';
import {
  checkCounts,
  checkOwnSelector,
  checkRunningTemplate,
  checkSameSelector,
  replicaStatusErrors,
} from './workload-rules.js';

/** apps/v1 ReplicaSet. */
export const replicaSetStrategy: BuiltInStrategy = {
  defaults(object) {
    const spec = madeObjectAt(object, 'spec');
    setDefaults(spec, { replicas: 1 });
    defaultPodSpec(madeObjectAt(spec, 'template', 'spec'));
    const status = madeObjectAt(object, 'status');
    status['replicas'] ??= 0;
  },
  judgesAlone: true,
  validate(object, live) {
    const errors = new ErrorList();
    const spec = objectAt(object, 'spec');
    checkCounts(errors, 'spec', spec, ['replicas', 'minReadySeconds']);
    checkOwnSelector(errors, spec, 'deployment');
    checkRunningTemplate(errors, spec, 'activeDeadlineSeconds in ReplicaSet is not Supported');
    if (live !== undefined) checkSameSelector(errors, spec, objectAt(live, 'spec'));
    return errors.errors;
  },
  validateStatus: replicaStatusErrors,
  warningsOf: (object) => templateWarnings('spec.template', objectAt(object, 'spec', 'template')),
};
