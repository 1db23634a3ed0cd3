import { ErrorList } from './error-list.js';
import { ensureObject, getObject, setDefaults } from './fields.js';
import type { BuiltInStrategy } from './built-in-strategy.js';
import { defaultPodSpec } from './pod-defaults.js';
import { templateWarnings } from './pod-warnings.js';
import {
  checkCounts,
  checkSelectorSyntax,
  checkWorkloadSelector,
  checkRunningTemplate,
  checkSameSelector,
  replicaStatusErrors,
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
  skipSchemaValidation: true,
  validate(object, live) {
    const errors = new ErrorList();
    const spec = getObject(object, 'spec');
    checkCounts(errors, 'spec', spec, ['replicas', 'minReadySeconds']);
    checkWorkloadSelector(errors, spec, 'deployment');
    if (checkSelectorSyntax(errors, spec)) {
      checkRunningTemplate(errors, spec, 'activeDeadlineSeconds in ReplicaSet is not Supported');
    }
    if (live !== undefined) checkSameSelector(errors, spec, getObject(live, 'spec'));
    return errors.errors;
  },
  validateStatus: replicaStatusErrors,
  warningsOf: (object) => templateWarnings('spec.template', getObject(object, 'spec', 'template')),
};
