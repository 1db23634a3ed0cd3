import { isQualifiedName } from '@vmgen/base/text';
import type { BuiltInStrategy } from './built-in-strategy.js';
import { ErrorList } from './error-list.js';
import { setDefaults, getString } from './fields.js';
import { sameJson } from './workload-rules.js';

/** storage.k8s.io StorageClass. */
export const storageClassStrategy: BuiltInStrategy = {
  returnsDeleted: true,
  defaults: (object) =>
    setDefaults(object, { reclaimPolicy: 'Delete', volumeBindingMode: 'Immediate' }),
  skipSchemaValidation: true,
  validate(object, live) {
    const errors = new ErrorList();
    const provisioner = getString(object, 'provisioner');
    if (errors.given('provisioner', provisioner)) {
      errors.problems('provisioner', provisioner, isQualifiedName(provisioner.toLowerCase()));
    }
    errors.oneOf('reclaimPolicy', object['reclaimPolicy'], ['Delete', 'Retain']);
    errors.oneOf('volumeBindingMode', object['volumeBindingMode'], [
      'Immediate',
      'WaitForFirstConsumer',
    ]);
    for (const name of ['parameters', 'provisioner', 'reclaimPolicy', 'volumeBindingMode']) {
      if (live === undefined) break;
      errors.immutable(name, sameJson(object[name], live[name]), null);
    }
    return errors.errors;
  },
};
