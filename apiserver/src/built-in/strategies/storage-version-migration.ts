import { isDns1035Label, isDns1123Subdomain } from '@vmgen/base/text';
import type { BuiltInStrategy } from './built-in-strategy.js';
import { ErrorList, goStruct } from './error-list.js';
import { getObject, getObjects, getString } from './fields.js';
import { sameJson } from './workload-rules.js';

/** storagemigration.k8s.io StorageVersionMigration. It is stored. No controller runs it. */
export const storageVersionMigrationStrategy: BuiltInStrategy = {
  skipSchemaValidation: true,
  validate(object, live) {
    const errors = new ErrorList();
    const target = getObject(getObject(object, 'spec'), 'resource');
    const [group, resource] = [getString(target, 'group'), getString(target, 'resource')];
    const path = 'spec.resource';
    if (errors.given(`${path}.resource`, resource, 'resource is required to be set')) {
      errors.problems(`${path}.resource`, resource, isDns1035Label(resource));
    }
    if (group !== '') errors.problems(`${path}.group`, group, isDns1123Subdomain(group));
    if (live !== undefined) {
      const isSame = sameJson(object['spec'], live['spec']);
      errors.immutable('spec', isSame, goStruct({ Resource: { group, resource } }));
    }
    return errors.errors;
  },
  validateStatus(object, live) {
    const errors = new ErrorList();
    const [next, before] = [getObject(object, 'status'), getObject(live, 'status')];
    const version = getString(before, 'resourceVersion');
    if (version !== '') {
      const isSame = version === getString(next, 'resourceVersion');
      errors.immutable('status.resourceVersion', isSame, next['resourceVersion']);
    }
    const conditions = next['conditions'] ?? null;
    const [hasSucceeded, hasFailed] = [isTrue(next, 'Succeeded'), isTrue(next, 'Failed')];
    const report = (detail: string): void =>
      errors.invalid('status.conditions', conditions, detail);
    if (hasSucceeded && hasFailed) {
      report('Both success and failed conditions cannot be true at the same time');
    }
    if (isTrue(before, 'Succeeded') && !hasSucceeded) {
      report('Success condition cannot be set to false once it is true');
    }
    if (isTrue(before, 'Failed') && !hasFailed) {
      report('Failed condition cannot be set to false once it is true');
    }
    return errors.errors;
  },
};

const isTrue = (status: ReturnType<typeof getObject>, type: string): boolean =>
  getObjects(status, 'conditions').some((it) => it['type'] === type && it['status'] === 'True');
