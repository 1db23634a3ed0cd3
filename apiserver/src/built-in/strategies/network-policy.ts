import { isJsonObject, type JsonObject } from '@vmgen/base/json';
import { ErrorList } from './error-list.js';
import {
  isFilled,
  ensureObject,
  getNumber,
  getObject,
  getObjects,
  setDefaults,
  getString,
  getStrings,
} from './fields.js';
import { isWithin, parseCidr } from './ip-rules.js';
import type { BuiltInStrategy } from './built-in-strategy.js';
import { checkPort } from './port-rules.js';
import { checkSelector } from './selector-rules.js';

const CIDR_FORM = 'must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)';

/** networking NetworkPolicy. */
export const networkPolicyStrategy: BuiltInStrategy = {
  defaults(object) {
    const spec = ensureObject(object, 'spec');
    for (const rule of [...getObjects(spec, 'ingress'), ...getObjects(spec, 'egress')]) {
      for (const port of getObjects(rule, 'ports')) setDefaults(port, { protocol: 'TCP' });
    }
    if (!isFilled(spec['policyTypes'])) {
      spec['policyTypes'] = isFilled(spec['egress']) ? ['Ingress', 'Egress'] : ['Ingress'];
    }
  },
  skipSchemaValidation: true,
  validate(object) {
    const errors = new ErrorList();
    const spec = getObject(object, 'spec');
    checkSelector(errors, 'spec.podSelector', getObject(spec, 'podSelector'));
    for (const [list, peers] of [
      ['ingress', 'from'],
      ['egress', 'to'],
    ] as const) {
      getObjects(spec, list).forEach((rule, i) => {
        const path = `spec.${list}[${i}]`;
        getObjects(rule, 'ports').forEach((port, j) => {
          checkPolicyPort(errors, `${path}.ports[${j}]`, port);
        });
        getObjects(rule, peers).forEach((peer, j) => {
          checkPeer(errors, `${path}.${peers}[${j}]`, peer);
        });
      });
    }
    const types = getStrings(spec, 'policyTypes');
    if (types.length > 2) {
      const detail = 'may not specify more than two policyTypes';
      errors.invalid('spec.policyTypes', [...types], detail);
    }
    types.forEach((type, i) => {
      errors.oneOf(`spec.policyTypes[${i}]`, type, ['Ingress', 'Egress']);
    });
    return errors.errors;
  },
};

function checkPolicyPort(errors: ErrorList, path: string, entry: JsonObject): void {
  errors.oneOf(`${path}.protocol`, entry['protocol'], ['TCP', 'UDP', 'SCTP']);
  const { port } = entry;
  const end = getNumber(entry, 'endPort');
  if (port === undefined) {
    if (end !== undefined) {
      errors.invalid(`${path}.endPort`, end, 'may not be specified when `port` is not specified');
    }
    return;
  }
  checkPort(errors, `${path}.port`, port);
  if (end === undefined) return;
  if (typeof port === 'string') {
    errors.invalid(`${path}.endPort`, end, 'may not be specified when `port` is non-numeric');
  } else if (typeof port === 'number' && end < port) {
    errors.invalid(`${path}.endPort`, end, 'must be greater than or equal to `port`');
  }
  errors.port(`${path}.endPort`, end);
}

function checkPeer(errors: ErrorList, path: string, peer: JsonObject): void {
  const { ipBlock } = peer;
  const names = ['podSelector', 'namespaceSelector'].filter((name) => isJsonObject(peer[name]));
  for (const name of names) checkSelector(errors, `${path}.${name}`, getObject(peer, name));
  if (isJsonObject(ipBlock)) {
    checkBlock(errors, `${path}.ipBlock`, ipBlock);
    if (names.length > 0) errors.forbidden(path, 'may not specify both ipBlock and another peer');
  } else if (names.length === 0) {
    errors.required(path, 'must specify a peer');
  }
}

function checkBlock(errors: ErrorList, path: string, block: JsonObject): void {
  const text = getString(block, 'cidr');
  if (!errors.given(`${path}.cidr`, text)) return;
  const outer = parseCidr(text);
  if (outer === undefined) {
    errors.invalid(`${path}.cidr`, text, CIDR_FORM);
    return;
  }
  getStrings(block, 'except').forEach((except, i) => {
    const at = `${path}.except[${i}]`;
    const inner = parseCidr(except);
    if (inner === undefined) errors.invalid(at, except, CIDR_FORM);
    else if (!isWithin(inner, outer)) {
      errors.invalid(at, except, 'must be a strict subset of `cidr`');
    }
  });
}
