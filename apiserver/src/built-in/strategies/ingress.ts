import { isIP } from 'node:net';
import { isJsonObject, type JsonObject } from '@vmgen/base/json';
import { isDns1123Label, isDns1123Subdomain } from '@vmgen/base/text';
import { ErrorList } from './error-list.js';
import {
  ensureObject,
  getObject,
  getObjects,
  setDefaults,
  getString,
  getStringMap,
  getStrings,
} from './fields.js';
import { checkIp } from './ip-rules.js';
import type { BuiltInStrategy } from './built-in-strategy.js';
import { portNameProblems } from './port-rules.js';

const WILDCARD_FORM =
  "a wildcard DNS-1123 subdomain must start with '*.', followed by a valid DNS subdomain, which must consist of lower case alphanumeric characters, '-' or '.' and end with an alphanumeric character (e.g. '*.example.com', regex used for validation is '\\*\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";
const WILDCARD = /^\*\.[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;
const CLASS = 'kubernetes.io/ingress.class';

/** networking Ingress. */
export const ingressStrategy: BuiltInStrategy = {
  defaults: (object) => setDefaults(ensureObject(object, 'status'), { loadBalancer: {} }),
  skipSchemaValidation: true,
  validate(object) {
    const errors = new ErrorList();
    const spec = getObject(object, 'spec');
    const rules = getObjects(spec, 'rules');
    const { defaultBackend } = spec;
    if (rules.length === 0 && !isJsonObject(defaultBackend)) {
      const detail = 'either `defaultBackend` or `rules` must be specified';
      errors.invalid('spec', null, detail);
    }
    if (isJsonObject(defaultBackend)) checkBackend(errors, 'spec.defaultBackend', defaultBackend);
    rules.forEach((rule, i) => {
      checkRule(errors, `spec.rules[${i}]`, rule);
    });
    getObjects(spec, 'tls').forEach((tls, i) => {
      getStrings(tls, 'hosts').forEach((host, j) => {
        checkHost(errors, `spec.tls[${i}].hosts[${j}]`, host);
      });
      const secret = getString(tls, 'secretName');
      if (secret !== '') {
        errors.problems(`spec.tls[${i}].secretName`, secret, isDns1123Subdomain(secret));
      }
    });
    const name = getString(spec, 'ingressClassName');
    if (name !== '') errors.problems('spec.ingressClassName', name, isDns1123Subdomain(name));
    return errors.errors;
  },
  validateStatus(object) {
    const errors = new ErrorList();
    getObjects(getObject(object, 'status', 'loadBalancer'), 'ingress').forEach((it, i) => {
      const path = `status.loadBalancer.ingress[${i}]`;
      const address = getString(it, 'ip');
      if (address !== '') checkIp(errors, `${path}.ip`, address);
      const host = getString(it, 'hostname');
      if (host !== '') errors.problems(`${path}.hostname`, host, isDns1123Subdomain(host));
    });
    return errors.errors;
  },
  warningsOf(object) {
    const annotations = getStringMap(getObject(object, 'metadata'), 'annotations');
    const isOld =
      annotations[CLASS] !== undefined &&
      getString(getObject(object, 'spec'), 'ingressClassName') === '';
    const text = `annotation ${JSON.stringify(CLASS)} is deprecated, please use 'spec.ingressClassName' instead`;
    return isOld ? [text] : [];
  },
};

function checkRule(errors: ErrorList, path: string, rule: JsonObject): void {
  const host = getString(rule, 'host');
  if (host !== '') {
    if (isIP(host) !== 0) {
      errors.invalid(`${path}.host`, host, 'must be a DNS name, not an IP address');
    } else checkHost(errors, `${path}.host`, host);
  }
  const { http } = rule;
  if (!isJsonObject(http)) return;
  const paths = getObjects(http, 'paths');
  if (paths.length === 0) errors.required(`${path}.http.paths`);
  paths.forEach((it, i) => {
    const at = `${path}.http.paths[${i}]`;
    checkPath(errors, at, it);
    checkBackend(errors, `${at}.backend`, getObject(it, 'backend'));
  });
}

function checkHost(errors: ErrorList, path: string, host: string): void {
  if (!host.includes('*')) errors.problems(path, host, isDns1123Subdomain(host));
  else if (!WILDCARD.test(host)) errors.invalid(path, host, WILDCARD_FORM);
}

const PATH_TYPES = ['Exact', 'ImplementationSpecific', 'Prefix'];

function checkPath(errors: ErrorList, path: string, it: JsonObject): void {
  const type = getString(it, 'pathType');
  const value = getString(it, 'path');
  if (!errors.given(`${path}.pathType`, type, 'pathType must be specified')) return;
  errors.oneOf(`${path}.pathType`, type, PATH_TYPES);
  if (!PATH_TYPES.includes(type)) return;
  const isFree = type === 'ImplementationSpecific';
  if (!value.startsWith('/') && !(isFree && value === '')) {
    errors.invalid(`${path}.path`, value, 'must be an absolute path');
  }
  if (isFree || value === '') return;
  for (const part of ['//', '/./', '/../', '%2f', '%2F']) {
    if (value.includes(part)) errors.invalid(`${path}.path`, value, `must not contain '${part}'`);
  }
  for (const end of ['/..', '/.']) {
    if (value.endsWith(end)) errors.invalid(`${path}.path`, value, `cannot end with '${end}'`);
  }
}

function checkBackend(errors: ErrorList, path: string, backend: JsonObject): void {
  const { resource, service } = backend;
  if (isJsonObject(resource) && isJsonObject(service)) {
    errors.invalid(path, '', 'cannot set both resource and service backends');
  } else if (isJsonObject(service)) {
    const name = getString(service, 'name');
    if (errors.given(`${path}.service.name`, name)) {
      errors.problems(`${path}.service.name`, name, isDns1123Label(name));
    }
    checkBackendPort(errors, path, getObject(service, 'port'));
  } else if (!isJsonObject(resource)) {
    errors.invalid(path, '', 'resource or service backend is required');
  }
}

function checkBackendPort(errors: ErrorList, path: string, port: JsonObject): void {
  const name = getString(port, 'name');
  const number = port['number'] ?? 0;
  if (name !== '' && number !== 0) {
    errors.invalid(path, '', 'cannot set both port name & port number');
  } else if (name !== '') {
    errors.problems(`${path}.service.port.name`, name, portNameProblems(name));
  } else if (number === 0) {
    errors.required(path, 'port name or number is required');
  } else {
    errors.port(`${path}.service.port.number`, number);
  }
}
