import type { JsonObject } from '@vmgen/base/json';
import { getObject, getObjects, getString } from './fields.js';

/** Labels of nodes that are deprecated. Upstream: pkg/api/node/util.go. */
const DEPRECATED_LABELS: ReadonlyMap<string, string> = new Map([
  ['beta.kubernetes.io/arch', 'deprecated since v1.14; use "kubernetes.io/arch" instead'],
  ['beta.kubernetes.io/os', 'deprecated since v1.14; use "kubernetes.io/os" instead'],
  [
    'failure-domain.beta.kubernetes.io/region',
    'deprecated since v1.17; use "topology.kubernetes.io/region" instead',
  ],
  [
    'failure-domain.beta.kubernetes.io/zone',
    'deprecated since v1.17; use "topology.kubernetes.io/zone" instead',
  ],
  [
    'beta.kubernetes.io/instance-type',
    'deprecated since v1.17; use "node.kubernetes.io/instance-type" instead',
  ],
  ['app.kubernetes.io/created-by', 'deprecated since v1.9'],
  [
    'scheduler.alpha.kubernetes.io/preferAvoidPods',
    'deprecated since v1.22; use Taints and Tolerations instead',
  ],
  ['node-role.kubernetes.io/master', 'use "node-role.kubernetes.io/control-plane" instead'],
]);

const REQUIRED = 'requiredDuringSchedulingIgnoredDuringExecution';
const PREFERRED = 'preferredDuringSchedulingIgnoredDuringExecution';
const MATCHES_NOTHING = 'labelSelector: a null labelSelector results in matching no pod';

/** Returns the warnings for the labels by which a pod's spec selects nodes. */
export function nodeLabelWarnings(path: string, spec: JsonObject): string[] {
  const ofSelector = Object.keys(getObject(spec, 'nodeSelector')).flatMap((key) => {
    const text = DEPRECATED_LABELS.get(key);
    return text === undefined ? [] : [`${path}.nodeSelector[${key}]: ${text}`];
  });
  const affinity = getObject(spec, 'affinity', 'nodeAffinity');
  const ofAffinity = `${path}.affinity.nodeAffinity`;
  const terms = getObjects(affinity, REQUIRED, 'nodeSelectorTerms');
  const ofSpread = getObjects(spec, 'topologySpreadConstraints').flatMap((constraint, i) => {
    const at = `${path}.topologySpreadConstraints[${i}]`;
    return [
      ...deprecatedLabel(`${at}.topologyKey`, getString(constraint, 'topologyKey')),
      ...(constraint['labelSelector'] === undefined ? [`${at}.${MATCHES_NOTHING}`] : []),
    ];
  });
  return [
    ...ofSelector,
    ...terms.flatMap((term, i) =>
      termWarnings(`${ofAffinity}.${REQUIRED}.nodeSelectorTerms[${i}]`, term),
    ),
    ...getObjects(affinity, PREFERRED).flatMap((term, i) =>
      termWarnings(`${ofAffinity}.${PREFERRED}[${i}].preference`, getObject(term, 'preference')),
    ),
    ...ofSpread,
  ];
}

const termWarnings = (path: string, term: JsonObject): string[] =>
  getObjects(term, 'matchExpressions').flatMap((expression, i) =>
    deprecatedLabel(`${path}.matchExpressions[${i}].key`, getString(expression, 'key')),
  );

function deprecatedLabel(path: string, key: string): string[] {
  const text = DEPRECATED_LABELS.get(key);
  return text === undefined ? [] : [`${path}: ${key} is ${text}`];
}

/** Returns the warnings for affinities to pods that match no pod. */
export function podAffinityWarnings(path: string, spec: JsonObject): string[] {
  return ['podAffinity', 'podAntiAffinity'].flatMap((name) => {
    const affinity = getObject(spec, 'affinity', name);
    const at = `${path}.affinity.${name}`;
    return [
      ...getObjects(affinity, REQUIRED).flatMap((term, i) =>
        term['labelSelector'] === undefined ? [`${at}.${REQUIRED}[${i}].${MATCHES_NOTHING}`] : [],
      ),
      ...getObjects(affinity, PREFERRED).flatMap((term, i) =>
        getObject(term, 'podAffinityTerm')['labelSelector'] === undefined
          ? [`${at}.${PREFERRED}[${i}].podAffinityTerm.${MATCHES_NOTHING}`]
          : [],
      ),
    ];
  });
}
