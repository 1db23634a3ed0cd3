import { ipBytes, isDns1123Label } from '@vmgen/base/text';
import type { Field } from '@vmgen/crd/internal';
import type { BuiltInStrategy } from './built-in-strategy.js';
import { getObjects, setPointerDefaults } from './fields.js';
import { canonicalIp, checkCanonical, checkIp, checkPublicIp } from './ip-rules.js';

/** discovery.k8s.io EndpointSlice. */
export const endpointSliceStrategy: BuiltInStrategy = {
  defaults(object) {
    for (const port of getObjects(object, 'ports')) {
      setPointerDefaults(port, { protocol: 'TCP' });
      port['name'] ??= '';
    }
  },
  validate(object, live) {
    const addressType = object.at('addressType');
    const { text: type } = addressType;
    if (addressType.given()) addressType.oneOf('FQDN', 'IPv4', 'IPv6');
    if (live !== undefined && type !== live['addressType']) {
      addressType.invalid('field is immutable', null);
      return;
    }
    for (const endpoint of object.at('endpoints').items) {
      const addresses = endpoint.at('addresses');
      if (addresses.texts.length === 0) addresses.required();
      for (const address of addresses.items) checkAddress(addresses, address, type);
    }
    const names = new Set<string>();
    for (const port of object.at('ports').items) {
      port.at('name').checkIfSet(isDns1123Label);
      port.at('name').unique(names);
      port.at('protocol').pointerToOneOf('SCTP', 'TCP', 'UDP');
    }
  },
};

function checkAddress(list: Field, address: Field, type: string): void {
  if (type !== 'IPv4' && type !== 'IPv6') return;
  const bytes = ipBytes(address.text);
  if (bytes === undefined) {
    checkIp(address);
    return;
  }
  if ((bytes.length === 4) !== (type === 'IPv4')) {
    list.invalid(`must be an ${type} address`, address.text);
  }
  checkCanonical(address, () => checkPublicIp(address), canonicalIp);
}
