import type { JsonObject } from '@vmgen/base/json';
import type { BuiltInStrategy } from './built-in-strategy.js';
import { ErrorList } from './error-list.js';
import { objectAt, textMapIn, textsIn } from './fields.js';
import { checkAmount, checkResourceName } from './resource-rules.js';
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
  judgesAlone: true,
  validate(object, live) {
    const errors = new ErrorList();
    const spec = objectAt(object, 'spec');
    for (const [name, amount] of Object.entries(textMapIn(spec, 'hard'))) {
      const path = `spec.hard[${name}]`;
      checkResourceName(errors, path, name);
      if (!/[./]/.test(name) && !QUOTA.has(name) && !name.startsWith('hugepages-')) {
        errors.invalid(path, name, 'must be a standard resource for quota');
      }
      checkAmount(errors, path, name, amount);
    }
    checkScopes(errors, spec);
    if (live !== undefined) {
      const isSame = sameJson(spec['scopes'], objectAt(live, 'spec')['scopes']);
      errors.immutable('spec.scopes', isSame, spec['scopes']);
    }
    return errors.errors;
  },
};

function checkScopes(errors: ErrorList, spec: JsonObject): void {
  const scopes = [...textsIn(spec, 'scopes')];
  const path = 'spec.scopes';
  for (const scope of scopes) {
    if (!SCOPES.includes(scope)) errors.invalid(path, scopes, 'unsupported scope');
    for (const name of Object.keys(textMapIn(spec, 'hard'))) {
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
