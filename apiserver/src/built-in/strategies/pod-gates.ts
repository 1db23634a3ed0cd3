import type { JsonObject } from '@vmgen/base/json';
import { isQualifiedName } from '@vmgen/base/text';
import type { ErrorList } from './error-list.js';
import { getObjects, getString } from './fields.js';

/** The status of a pod that has scheduling gates. */
export const gatedSince = (now: string): JsonObject => ({
  type: 'PodScheduled',
  status: 'False',
  lastProbeTime: null,
  lastTransitionTime: now,
  reason: 'SchedulingGated',
  message: 'Scheduling is blocked due to non-empty scheduling gates',
});

/** Validates the scheduling gates of a pod. An update can only remove gates. */
export function checkGates(errors: ErrorList, next: JsonObject, live?: JsonObject): void {
  const path = 'spec.schedulingGates';
  const names = getObjects(next, 'schedulingGates').map((gate) => getString(gate, 'name'));
  if (live !== undefined) {
    const before = new Set(
      getObjects(live, 'schedulingGates').map((gate) => getString(gate, 'name')),
    );
    names.forEach((name, i) => {
      if (before.has(name)) return;
      const detail = `only deletion is allowed, but found new scheduling gate '${name}'`;
      errors.forbidden(`${path}[${i}].name`, detail);
    });
    return;
  }
  names.forEach((name, i) => {
    errors.problems(`${path}[${i}]`, name, isQualifiedName(name));
    if (names.indexOf(name) < i) errors.duplicate(`${path}[${i}]`, name);
  });
  if (names.length > 0 && getString(next, 'nodeName') !== '') {
    errors.forbidden('spec.nodeName', 'cannot be set until all schedulingGates have been cleared');
  }
}
