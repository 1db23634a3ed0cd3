import type { BuiltInStrategy } from './built-in-strategy.js';
import { getStrings } from './fields.js';

/** networking.k8s.io/v1 ServiceCIDR. An update can only add the range of the other IP family. */
export const serviceCidrStrategy: BuiltInStrategy = {
  validatesSchema: true,
  validate(object, live) {
    const cidrs = object.at('spec', 'cidrs');
    if (live === undefined) {
      if (!cidrs.isFilled) cidrs.required('at least one CIDR required');
      return;
    }
    const before = getStrings(live, 'spec', 'cidrs');
    const { items } = cidrs;
    const isExtended = before.length === 1 && items.length === 2;
    if (before.length !== items.length && !isExtended) cidrs.invalid('field is immutable');
    else for (const [i, old] of before.entries()) items[i]?.immutable(old);
  },
};
