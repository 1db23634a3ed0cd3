import type { ServerSpec, ServerState } from '../driver/vm-driver.js';

/** What brings an actual server to the desired one. */
export type Plan = 'create' | 'replace' | 'update' | 'keep';

/** Compares desired and actual. A server can be resized and stopped, but not change its image. */
export function plan(desired: ServerSpec, actual: ServerState | undefined): Plan {
  if (actual === undefined) return 'create';
  const { spec } = actual;
  if (spec.image !== desired.image) return 'replace';
  // An engine cannot take a limit away from a container that has one.
  if (liftsLimit(desired.nanoCpus, spec.nanoCpus)) return 'replace';
  if (liftsLimit(desired.memoryBytes, spec.memoryBytes)) return 'replace';
  const same =
    spec.nanoCpus === desired.nanoCpus &&
    spec.memoryBytes === desired.memoryBytes &&
    spec.running === desired.running;
  return same ? 'keep' : 'update';
}

function liftsLimit(desired: number, actual: number): boolean {
  return desired === 0 && actual !== 0;
}
