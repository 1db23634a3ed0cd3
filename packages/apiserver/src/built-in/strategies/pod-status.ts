import type { JsonObject } from '@vmgen/base/json';
import { getNumber, getObjects, getString } from './fields.js';

/**
 * What the status of a pod retains after an update that lacks it, because old clients drop it.
 * kube-apiserver also retains lists of claims, unless the update contains empty ones, which this server
 * does not distinguish from absent ones.
 */
const RETAINED = ['qosClass', 'extendedResourceClaimStatus'];

/** Returns the status of an update with what it retains of the stored one. */
export function retainStatus(sent: JsonObject, live: JsonObject): JsonObject {
  const status = { ...sent };
  for (const field of RETAINED) {
    const before = live[field];
    if (before !== undefined) status[field] ??= before;
  }
  retainGeneration(status, getNumber(live, 'observedGeneration'));
  if (!Array.isArray(sent['conditions'])) return status;
  // A type may occur several times. The first one is the last of its list.
  const before = new Map<string, (number | undefined)[]>();
  for (const condition of getObjects(live, 'conditions').toReversed()) {
    const type = getString(condition, 'type');
    const generations = before.get(type) ?? [];
    generations.push(getNumber(condition, 'observedGeneration'));
    before.set(type, generations);
  }
  status['conditions'] = getObjects(sent, 'conditions').map((each) => {
    const condition = { ...each };
    retainGeneration(condition, before.get(getString(each, 'type'))?.pop());
    return condition;
  });
  return status;
}

function retainGeneration(object: JsonObject, before: number | undefined): void {
  const isSent = (getNumber(object, 'observedGeneration') ?? 0) !== 0;
  if (!isSent && before !== undefined) object['observedGeneration'] = before;
}
