import { goStruct, type Field } from '@vmgen/crd/internal';
import type { BuiltInStrategy } from './built-in-strategy.js';
import { getObject, getStrings } from './fields.js';
import { checkCanonicalCidr, isIpv4Range, parseCidr } from './ip-rules.js';

/** networking.k8s.io/v1 ServiceCIDR. An update can only add the range of the other IP family. */
export const serviceCidrStrategy: BuiltInStrategy = {
  validate(object, live) {
    const cidrs = object.at('spec', 'cidrs');
    if (live === undefined) {
      checkCidrs(cidrs);
      return;
    }
    const before = getStrings(getObject(live, 'spec'), 'cidrs');
    const { items } = cidrs;
    const isExtended = before.length === 1 && items.length === 2;
    if (before.length !== items.length && !isExtended) {
      cidrs.invalid('field is immutable');
      return;
    }
    for (const [i, old] of before.entries()) items[i]?.immutable(old);
    if (isExtended) checkCidrs(cidrs);
  },
};

function checkCidrs(cidrs: Field): void {
  const { items } = cidrs;
  if (items.length === 0) {
    cidrs.required('at least one CIDR required');
    return;
  }
  if (items.length > 2) {
    cidrs.invalid('may only hold up to 2 values', goStruct({ CIDRs: cidrs.texts }));
    return;
  }
  for (const cidr of items) checkCanonicalCidr(cidr);
  const families = cidrs.texts.map((text) => {
    const range = parseCidr(text);
    return range && isIpv4Range(range);
  });
  if (families.length === 2 && families[0] !== undefined && families[0] === families[1]) {
    cidrs.invalid(
      'may specify no more than one IP for each IP family, i.e 192.168.0.0/24 and 2001:db8::/64',
    );
  }
}
