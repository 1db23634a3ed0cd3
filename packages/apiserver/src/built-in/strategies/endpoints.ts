import { isIP } from 'node:net';
import type { Field } from '@vmgen/crd/internal';
import type { BuiltInStrategy } from './built-in-strategy.js';
import { getObjects, getString, setDefaults } from './fields.js';
import { ipWarnings } from './ip-warnings.js';
import { checkIp, withoutLeadingZeros } from './ip-rules.js';

/** core/v1 Endpoints. */
export const endpointsStrategy: BuiltInStrategy = {
  defaults(object) {
    for (const subset of getObjects(object, 'subsets')) {
      for (const port of getObjects(subset, 'ports')) setDefaults(port, { protocol: 'TCP' });
    }
  },
  validate(object) {
    for (const subset of object.at('subsets').items) checkSubset(subset);
  },
  warningsOf: (object) =>
    getObjects(object, 'subsets').flatMap((subset, i) =>
      ['addresses', 'notReadyAddresses'].flatMap((list) =>
        getObjects(subset, list).flatMap((address, j) =>
          ipWarnings(`subsets[${i}].${list}[${j}].ip`, getString(address, 'ip')),
        ),
      ),
    ),
};

function checkSubset(subset: Field): void {
  const lists = [subset.at('addresses'), subset.at('notReadyAddresses')];
  if (lists.every((list) => list.items.length === 0)) {
    subset.required('must specify `addresses` or `notReadyAddresses`');
  }
  for (const list of lists) {
    for (const address of list.items) checkSpecialIp(address.at('ip'));
  }
  const ports = subset.at('ports').items;
  for (const port of ports) {
    if (ports.length > 1) port.at('name').given();
    port.at('port').port(port.at('port').value ?? 0);
    port.at('protocol').oneOf('SCTP', 'TCP', 'UDP');
  }
}

function checkSpecialIp(ip: Field): void {
  const address = withoutLeadingZeros(ip.text);
  checkIp(ip);
  if (isIP(address) === 0) ip.invalid('must be a valid IP address', ip.text);
  else if (address.startsWith('127.') || address === '::1') {
    ip.invalid('may not be in the loopback range (127.0.0.0/8, ::1/128)');
  } else if (/^0\.0\.0\.0$|^::$/.test(address)) {
    ip.invalid('may not be unspecified (0.0.0.0 or ::)');
  }
}
