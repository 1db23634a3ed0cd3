import { isIP, isIPv4 } from 'node:net';
import { isDns1123Label } from '@vmgen/base/text';
import type { BuiltInStrategy } from './built-in-strategy.js';
import { ErrorList } from './error-list.js';
import { getObjects, setDefaults, getString, getStrings } from './fields.js';
import { checkIp, checkPublicIp } from './ip-rules.js';

/** discovery.k8s.io EndpointSlice. */
export const endpointSliceStrategy: BuiltInStrategy = {
  defaults(object) {
    for (const port of getObjects(object, 'ports')) {
      setDefaults(port, { protocol: 'TCP' });
      port['name'] ??= '';
    }
  },
  skipSchemaValidation: true,
  validate(object, live) {
    const errors = new ErrorList();
    const type = getString(object, 'addressType');
    if (errors.given('addressType', type)) {
      errors.oneOf('addressType', type, ['FQDN', 'IPv4', 'IPv6']);
    }
    if (live !== undefined && type !== live['addressType']) {
      errors.immutable('addressType', false, null);
      return errors.errors;
    }
    getObjects(object, 'endpoints').forEach((endpoint, i) => {
      const path = `endpoints[${i}].addresses`;
      const addresses = getStrings(endpoint, 'addresses');
      if (addresses.length === 0) errors.required(path);
      addresses.forEach((address, j) => {
        checkAddress(errors, path, `${path}[${j}]`, address, type);
      });
    });
    const names = new Set<string>();
    getObjects(object, 'ports').forEach((port, i) => {
      const name = getString(port, 'name');
      if (name !== '') errors.problems(`ports[${i}].name`, name, isDns1123Label(name));
      if (names.has(name)) errors.duplicate(`ports[${i}].name`, name);
      names.add(name);
      errors.oneOf(`ports[${i}].protocol`, port['protocol'], ['SCTP', 'TCP', 'UDP']);
    });
    return errors.errors;
  },
};

function checkAddress(
  errors: ErrorList,
  listPath: string,
  path: string,
  address: string,
  type: string,
): void {
  if (type !== 'IPv4' && type !== 'IPv6') return;
  if (isIP(address) === 0) {
    checkIp(errors, path, address);
    return;
  }
  if (isIPv4(address) !== (type === 'IPv4')) {
    errors.invalid(listPath, address, `must be an ${type} address`);
  }
  checkPublicIp(errors, path, address);
}
