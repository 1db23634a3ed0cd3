import { isIP } from 'node:net';
import type { JsonObject } from '@vmgen/base/json';
import type { BuiltInStrategy } from './built-in-strategy.js';
import { ErrorList } from './error-list.js';
import { getObjects, setDefaults, getString } from './fields.js';
import { checkIp } from './ip-rules.js';

/** core/v1 Endpoints. */
export const endpointsStrategy: BuiltInStrategy = {
  deprecationWarning: 'v1 Endpoints is deprecated in v1.33+; use discovery.k8s.io/v1 EndpointSlice',
  defaults(object) {
    for (const subset of getObjects(object, 'subsets')) {
      for (const port of getObjects(subset, 'ports')) setDefaults(port, { protocol: 'TCP' });
    }
  },
  skipSchemaValidation: true,
  validate(object) {
    const errors = new ErrorList();
    getObjects(object, 'subsets').forEach((subset, i) => {
      checkSubset(errors, `subsets[${i}]`, subset);
    });
    return errors.errors;
  },
};

function checkSubset(errors: ErrorList, path: string, subset: JsonObject): void {
  const lists = ['addresses', 'notReadyAddresses'];
  if (lists.every((name) => getObjects(subset, name).length === 0)) {
    errors.required(path, 'must specify `addresses` or `notReadyAddresses`');
  }
  for (const name of lists) {
    getObjects(subset, name).forEach((it, i) => {
      checkSpecialIp(errors, `${path}.${name}[${i}].ip`, getString(it, 'ip'));
    });
  }
  const ports = getObjects(subset, 'ports');
  ports.forEach((port, i) => {
    if (ports.length > 1) errors.given(`${path}.ports[${i}].name`, port['name']);
    errors.port(`${path}.ports[${i}].port`, port['port'] ?? 0);
    errors.oneOf(`${path}.ports[${i}].protocol`, port['protocol'], ['SCTP', 'TCP', 'UDP']);
  });
}

function checkSpecialIp(errors: ErrorList, path: string, address: string): void {
  checkIp(errors, path, address);
  if (isIP(address) === 0) {
    errors.invalid(path, address, 'must be a valid IP address');
  } else if (address.startsWith('127.') || address === '::1') {
    errors.invalid(path, address, 'may not be in the loopback range (127.0.0.0/8, ::1/128)');
  } else if (/^0\.0\.0\.0$|^::$/.test(address)) {
    errors.invalid(path, address, 'may not be unspecified (0.0.0.0 or ::)');
  }
}
