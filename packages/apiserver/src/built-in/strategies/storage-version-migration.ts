import { isDns1035Label, isDns1123Subdomain } from '@vmgen/base/text';
import { goStruct } from '@vmgen/crd/internal';
import type { BuiltInStrategy } from './built-in-strategy.js';
import { getObject, getString, hasCondition } from './fields.js';

/** storagemigration.k8s.io StorageVersionMigration. It is stored. No controller runs it. */
export const storageVersionMigrationStrategy: BuiltInStrategy = {
  validate(object, live) {
    const [group, resource] = [
      object.at('spec', 'resource', 'group'),
      object.at('spec', 'resource', 'resource'),
    ];
    resource.checkRequired(isDns1035Label, 'resource is required to be set');
    group.checkIfSet(isDns1123Subdomain);
    if (live === undefined) return;
    const printed = goStruct({ Resource: { group: group.text, resource: resource.text } });
    object.at('spec').immutable(live['spec'], printed);
  },
  validateStatus(object, live) {
    const [next, before] = [object.at('status'), getObject(live, 'status')];
    const version = getString(before, 'resourceVersion');
    if (version !== '') next.at('resourceVersion').immutable(version);
    const conditions = next.at('conditions');
    const hasSucceeded = hasCondition(next.object, 'Succeeded');
    const hasFailed = hasCondition(next.object, 'Failed');
    if (hasSucceeded && hasFailed) {
      conditions.invalid('Both success and failed conditions cannot be true at the same time');
    }
    if (hasCondition(before, 'Succeeded') && !hasSucceeded) {
      conditions.invalid('Success condition cannot be set to false once it is true');
    }
    if (hasCondition(before, 'Failed') && !hasFailed) {
      conditions.invalid('Failed condition cannot be set to false once it is true');
    }
  },
};
