import type { Field } from '@vmgen/crd/internal';
import type { BuiltInStrategy } from './built-in-strategy.js';
import { getObject } from './fields.js';
import { checkResourceQuantity, checkResourceName } from './resource-rules.js';

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
  validate(object, live) {
    const spec = object.at('spec');
    const { entries: amounts } = spec.at('hard');
    for (const [name, amount] of amounts) {
      checkResourceName(amount, name);
      if (!/[./]/.test(name) && !QUOTA.has(name) && !name.startsWith('hugepages-')) {
        amount.invalid('must be a standard resource for quota', name);
      }
      checkResourceQuantity(amount, name);
    }
    checkScopes(
      spec.at('scopes'),
      amounts.map(([name]) => name),
    );
    if (live !== undefined) spec.at('scopes').immutable(getObject(live, 'spec')['scopes']);
  },
};

function checkScopes(scopes: Field, resources: readonly string[]): void {
  const { texts } = scopes;
  for (const scope of texts) {
    if (!SCOPES.includes(scope)) scopes.invalid('unsupported scope');
    for (const name of resources) {
      const isOfPods = /^(pods|cpu|memory|(requests|limits)\.)/.test(name);
      if (scope.endsWith('BestEffort') && !isOfPods) {
        scopes.invalid('unsupported scope applied to resource');
      }
    }
  }
  for (const scope of ['BestEffort', 'Terminating']) {
    if (texts.includes(scope) && texts.includes(`Not${scope}`)) {
      scopes.invalid('conflicting scopes');
    }
  }
}
