import type { JsonObject } from '@vmgen/base/json';
import type { BuiltInStrategy } from './built-in-strategy.js';
import { ErrorList } from './error-list.js';
import { getObject, getStringMap, getStrings } from './fields.js';
import { checkResourceQuantity, checkResourceName } from './resource-rules.js';
import { sameJson } from './workload-rules.js';

const SCOPES = [
  'Terminating',
  'NotTerminating',
  'BestEffort',
  'NotBestEffort',
  'PriorityClass',
  'CrossNamespacePodAffinity',
  'VolumeAttributesClass',
];
const QUOTA: ReadonlySet<string> = new Set([
  'cpu',
  'memory',
  'storage',
  'pods',
  'services',
  'secrets',
  'configmaps',
  'persistentvolumeclaims',
  'resourcequotas',
  'replicationcontrollers',
]);

/** core/v1 ResourceQuota. */
export const resourceQuotaStrategy: BuiltInStrategy = {
  skipSchemaValidation: true,
  validate(object, live) {
    const errors = new ErrorList();
    const spec = getObject(object, 'spec');
    for (const [name, amount] of Object.entries(getStringMap(spec, 'hard'))) {
      const path = `spec.hard[${name}]`;
      checkResourceName(errors, path, name);
      if (!/[./]/.test(name) && !QUOTA.has(name) && !name.startsWith('hugepages-')) {
        errors.invalid(path, name, 'must be a standard resource for quota');
      }
      checkResourceQuantity(errors, path, name, amount);
    }
    checkScopes(errors, spec);
    if (live !== undefined) {
      const isSame = sameJson(spec['scopes'], getObject(live, 'spec')['scopes']);
      errors.immutable('spec.scopes', isSame, spec['scopes']);
    }
    return errors.errors;
  },
};

function checkScopes(errors: ErrorList, spec: JsonObject): void {
  const scopes = [...getStrings(spec, 'scopes')];
  const path = 'spec.scopes';
  for (const scope of scopes) {
    if (!SCOPES.includes(scope)) errors.invalid(path, scopes, 'unsupported scope');
    for (const name of Object.keys(getStringMap(spec, 'hard'))) {
      const isOfPods = /^(pods|cpu|memory|(requests|limits)\.)/.test(name);
      if (scope.endsWith('BestEffort') && !isOfPods) {
        errors.invalid(path, scopes, 'unsupported scope applied to resource');
      }
    }
  }
  for (const pair of [
    ['BestEffort', 'NotBestEffort'],
    ['Terminating', 'NotTerminating'],
  ]) {
    if (pair.every((scope) => scopes.includes(scope))) {
      errors.invalid(path, scopes, 'conflicting scopes');
    }
  }
}
