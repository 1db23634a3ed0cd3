import type { JsonObject } from '@vmgen/base/json';
import { isDns1123Subdomain, isQualifiedName } from '@vmgen/base/text';
import type { ErrorList } from './error-list.js';
import { getObject, getObjects, getString, getStrings } from './fields.js';

const MAX_SERVERS = 3;
const SEARCH = /^_?[a-z0-9]([-_a-z0-9]*[a-z0-9])?(\._?[a-z0-9]([-_a-z0-9]*[a-z0-9])?)*$/;
const SEARCH_FORM =
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '_', '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '_?[a-z0-9]([-_a-z0-9]*[a-z0-9])?(\\._?[a-z0-9]([-_a-z0-9]*[a-z0-9])?)*')";

/** Validates the namespaces and ports that a pod shares with its host. */
export function checkHost(errors: ErrorList, path: string, spec: JsonObject): void {
  if (spec['shareProcessNamespace'] === true && spec['hostPID'] === true) {
    const detail = 'ShareProcessNamespace and HostPID cannot both be enabled';
    errors.invalid(`${path}.shareProcessNamespace`, true, detail);
  }
  errors.oneOf(`${path}.os`, getObject(spec, 'os')['name'], ['linux', 'windows']);
}

/** Validates host names, DNS settings and readiness gates. */
export function checkNames(errors: ErrorList, path: string, spec: JsonObject): void {
  const dns = getObject(spec, 'dnsConfig');
  const servers = [...getStrings(dns, 'nameservers')];
  if (servers.length > MAX_SERVERS) {
    const detail = `must not have more than ${MAX_SERVERS} nameservers`;
    errors.invalid(`${path}.dnsConfig.nameservers`, servers, detail);
  }
  getStrings(dns, 'searches').forEach((search, i) => {
    if (search === '.' || SEARCH.test(search.replace(/\.$/, ''))) return;
    errors.invalid(`${path}.dnsConfig.searches[${i}]`, search, SEARCH_FORM);
  });
  getObjects(dns, 'options').forEach((option, i) => {
    if (getString(option, 'name') === '') {
      errors.required(`${path}.dnsConfig.options[${i}]`, 'must not be empty');
    }
  });
  getObjects(spec, 'hostAliases').forEach((alias, i) => {
    getStrings(alias, 'hostnames').forEach((host, j) => {
      const at = `${path}.hostAliases[${i}].hostnames[${j}]`;
      errors.problems(at, host, isDns1123Subdomain(host));
    });
  });
  getObjects(spec, 'readinessGates').forEach((gate, i) => {
    const type = getString(gate, 'conditionType');
    errors.problems(`${path}.readinessGates[${i}].conditionType`, type, isQualifiedName(type));
  });
}
