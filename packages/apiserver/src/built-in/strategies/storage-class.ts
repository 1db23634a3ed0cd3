import { isQualifiedName } from '@vmgen/base/text';
import type { BuiltInStrategy } from './built-in-strategy.js';
import { getObjects, getString, setDefaults } from './fields.js';
import { DEPRECATED_LABELS } from './node-label-warnings.js';

/** storage.k8s.io StorageClass. */
export const storageClassStrategy: BuiltInStrategy = {
  returnsDeleted: true,
  defaults: (object) =>
    setDefaults(object, { reclaimPolicy: 'Delete', volumeBindingMode: 'Immediate' }),
  validate(object, live) {
    const provisioner = object.at('provisioner');
    provisioner.checkRequired((text) => isQualifiedName(text.toLowerCase()));
    object.at('reclaimPolicy').oneOf('Delete', 'Retain');
    object.at('volumeBindingMode').oneOf('Immediate', 'WaitForFirstConsumer');
    if (live === undefined) return;
    for (const name of ['parameters', 'provisioner', 'reclaimPolicy', 'volumeBindingMode']) {
      object.at(name).immutable(live[name], null);
    }
  },
  warningsOf: (object) =>
    getObjects(object, 'allowedTopologies').flatMap((topology, i) =>
      getObjects(topology, 'matchLabelExpressions').flatMap((expression, j) => {
        const text = DEPRECATED_LABELS.get(getString(expression, 'key'));
        const path = `allowedTopologies[${i}].matchLabelExpressions[${j}].key`;
        return text === undefined ? [] : [`${path}: ${text}`];
      }),
    ),
};
