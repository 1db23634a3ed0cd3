import { byteLength } from '@vmgen/base/bytes';
import { isQualifiedName } from '@vmgen/base/text';
import type { Field } from '@vmgen/crd/internal';
import type { BuiltInStrategy } from './built-in-strategy.js';
import { setPointerDefaults } from './fields.js';

/** storage.k8s.io StorageClass. */
export const storageClassStrategy: BuiltInStrategy = {
  returnsDeleted: true,
  defaults: (object) =>
    setPointerDefaults(object, { reclaimPolicy: 'Delete', volumeBindingMode: 'Immediate' }),
  validate(object, live) {
    checkDriver(object.at('provisioner'), object.at('parameters'));
    object.at('reclaimPolicy').oneOf('Delete', 'Retain');
    object.at('volumeBindingMode').pointerToOneOf('Immediate', 'WaitForFirstConsumer');
    if (live === undefined) return;
    for (const name of ['parameters', 'provisioner', 'reclaimPolicy', 'volumeBindingMode']) {
      object.at(name).immutable(live[name], null);
    }
  },
};

const MAX_PARAMETERS = 512;
const MAX_PARAMETERS_BYTES = 256 * 1024;

/** Checks the driver of a class, and the names, number and size of its parameters. */
export function checkDriver(driver: Field, parameters: Field): void {
  driver.checkRequired((text) => isQualifiedName(text.toLowerCase()));
  const { entries } = parameters;
  if (entries.length > MAX_PARAMETERS) {
    parameters.tooLong(MAX_PARAMETERS);
    return;
  }
  if ('' in parameters.object) parameters.invalid('field can not be empty.', '');
  const all = entries.map(([name, { text }]) => name + text).join('');
  if (byteLength(all) > MAX_PARAMETERS_BYTES) parameters.tooLong(MAX_PARAMETERS_BYTES);
}
