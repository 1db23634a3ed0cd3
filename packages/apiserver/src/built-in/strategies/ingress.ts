import { isDns1123Label, isDns1123Subdomain } from '@vmgen/base/text';
import type { Field } from '@vmgen/crd/internal';
import { ensureObject, getObject, setDefaults, getString, getStringMap } from './fields.js';
import { checkIp, lenientIpBytes } from './ip-rules.js';
import type { BuiltInStrategy } from './built-in-strategy.js';
import { portNameProblems } from './port-rules.js';

const WILDCARD_FORM =
  "a wildcard DNS-1123 subdomain must start with '*.', followed by a valid DNS subdomain, which must consist of lower case alphanumeric characters, '-' or '.' and end with an alphanumeric character (e.g. '*.example.com', regex used for validation is '\\*\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";
const WILDCARD = /^\*\.[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;
const CLASS = 'kubernetes.io/ingress.class';

/** networking Ingress. */
export const ingressStrategy: BuiltInStrategy = {
  defaults: (object) => setDefaults(ensureObject(object, 'status'), { loadBalancer: {} }),
  validate(object) {
    const spec = object.at('spec');
    const [rules, backend] = [spec.at('rules').items, spec.at('defaultBackend')];
    if (rules.length === 0 && !backend.isObject) {
      spec.invalid('either `defaultBackend` or `rules` must be specified', null);
    }
    if (backend.isObject) checkBackend(backend);
    for (const rule of rules) checkRule(rule);
    for (const tls of spec.at('tls').items) {
      for (const host of tls.at('hosts').items) checkHost(host);
      tls.at('secretName').checkIfSet(isDns1123Subdomain);
    }
    const className = spec.at('ingressClassName');
    if (className.value !== undefined) className.check(isDns1123Subdomain);
  },
  validateStatus(object) {
    for (const ingress of object.at('status', 'loadBalancer', 'ingress').items) {
      const [ip, host] = [ingress.at('ip'), ingress.at('hostname')];
      if (ip.text !== '') checkIp(ip);
      host.checkIfSet(isDns1123Subdomain);
    }
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

function checkRule(rule: Field): void {
  const host = rule.at('host');
  if (lenientIpBytes(host.text)) host.invalid('must be a DNS name, not an IP address');
  else if (host.text !== '') checkHost(host);
  if (!rule.at('http').isObject) return;
  const paths = rule.at('http', 'paths');
  if (paths.items.length === 0) paths.required();
  for (const path of paths.items) {
    if (!path.at('pathType').given('pathType must be specified')) continue;
    checkPath(path);
    checkBackend(path.at('backend'));
  }
}

function checkHost(host: Field): void {
  if (!host.text.includes('*')) host.check(isDns1123Subdomain);
  else if (!WILDCARD.test(host.text)) host.invalid(WILDCARD_FORM);
}

const PATH_TYPES = ['Exact', 'ImplementationSpecific', 'Prefix'];

function checkPath(it: Field): void {
  const [pathType, path] = [it.at('pathType'), it.at('path')];
  const { text } = path;
  pathType.oneOf(...PATH_TYPES);
  if (!PATH_TYPES.includes(pathType.text)) return;
  const isFree = pathType.text === 'ImplementationSpecific';
  if (!text.startsWith('/') && !(isFree && text === '')) {
    path.invalid('must be an absolute path', text);
  }
  if (isFree || text === '') return;
  for (const part of ['//', '/./', '/../', '%2f', '%2F']) {
    if (text.includes(part)) path.invalid(`must not contain '${part}'`);
  }
  for (const end of ['/..', '/.']) {
    if (text.endsWith(end)) path.invalid(`cannot end with '${end}'`);
  }
}

function checkBackend(backend: Field): void {
  const [resource, service] = [backend.at('resource'), backend.at('service')];
  if (resource.isObject && service.isObject) {
    backend.invalid('cannot set both resource and service backends', '');
  } else if (service.isObject) {
    service.at('name').checkRequired(isDns1123Label);
    checkBackendPort(backend, service.at('port'));
  } else if (!resource.isObject) {
    backend.invalid('resource or service backend is required', '');
  }
}

function checkBackendPort(backend: Field, port: Field): void {
  const [name, number] = [port.at('name'), port.at('number')];
  const hasNumber = (number.value ?? 0) !== 0;
  if (name.text !== '' && hasNumber) {
    backend.invalid('cannot set both port name & port number', '');
  } else if (name.text !== '') {
    name.check(portNameProblems);
  } else if (hasNumber) {
    number.port();
  } else {
    backend.required('port name or number is required');
  }
}
