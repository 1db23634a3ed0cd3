import { checkSelector, type Field } from '@vmgen/crd/internal';
import { isFilled, ensureObject, getObjects, setPointerDefaults } from './fields.js';
import { checkCidr, isWithin } from './ip-rules.js';
import type { BuiltInStrategy } from './built-in-strategy.js';
import { checkPort } from './port-rules.js';

/** networking NetworkPolicy. */
export const networkPolicyStrategy: BuiltInStrategy = {
  defaults(object) {
    const spec = ensureObject(object, 'spec');
    for (const rule of [...getObjects(spec, 'ingress'), ...getObjects(spec, 'egress')]) {
      for (const port of getObjects(rule, 'ports')) setPointerDefaults(port, { protocol: 'TCP' });
    }
    if (!isFilled(spec['policyTypes'])) {
      spec['policyTypes'] = isFilled(spec['egress']) ? ['Ingress', 'Egress'] : ['Ingress'];
    }
  },
  validate(object) {
    const spec = object.at('spec');
    checkSelector(spec.at('podSelector'));
    for (const [list, peers] of PEERS) {
      for (const rule of spec.at(list).items) {
        for (const port of rule.at('ports').items) checkPolicyPort(port);
        for (const peer of rule.at(peers).items) checkPeer(peer);
      }
    }
    const types = spec.at('policyTypes');
    if (types.items.length > 2) types.invalid('may not specify more than two policyTypes');
    for (const type of types.items) type.pointerToOneOf('Ingress', 'Egress');
  },
};

const PEERS = [
  ['ingress', 'from'],
  ['egress', 'to'],
] as const;

function checkPolicyPort(entry: Field): void {
  entry.at('protocol').pointerToOneOf('TCP', 'UDP', 'SCTP');
  const [port, endPort] = [entry.at('port'), entry.at('endPort')];
  const { number: end } = endPort;
  if (port.value === undefined) {
    if (end !== undefined) endPort.invalid('may not be specified when `port` is not specified');
    return;
  }
  checkPort(port);
  if (end === undefined) return;
  if (typeof port.value === 'string') {
    endPort.invalid('may not be specified when `port` is non-numeric');
  } else if (end < (port.number ?? 0)) {
    endPort.invalid('must be greater than or equal to `port`');
  }
  endPort.port();
}

function checkPeer(peer: Field): void {
  const selectors = [peer.at('podSelector'), peer.at('namespaceSelector')];
  const given = selectors.filter(({ isObject }) => isObject);
  for (const selector of given) checkSelector(selector);
  const ipBlock = peer.at('ipBlock');
  if (ipBlock.isObject) {
    checkBlock(ipBlock);
    if (given.length > 0) peer.forbidden('may not specify both ipBlock and another peer');
  } else if (given.length === 0) {
    peer.required('must specify a peer');
  }
}

function checkBlock(block: Field): void {
  const cidr = block.at('cidr');
  if (!cidr.given()) return;
  const outer = checkCidr(cidr);
  if (outer === undefined) return;
  for (const except of block.at('except').items) {
    const inner = checkCidr(except);
    if (inner !== undefined && !isWithin(inner, outer)) {
      except.invalid('must be a strict subset of `cidr`');
    }
  }
}
