import type { ServerSpec, ServerState } from '../driver/vm-driver.js';

/** The action that brings a server to its desired state. */
export type Plan = 'create' | 'replace' | 'update' | 'keep';

/**
 * Compares the desired with the actual state. A server can be resized and stopped, but its image
 * cannot be changed.
 */
export function plan(desired: ServerSpec, actual: ServerState | undefined): Plan {
  if (actual === undefined) return 'create';
  const { spec } = actual;
  if (spec.image !== desired.image) return 'replace';
  // An engine cannot remove a limit of an existing container.
  if (removesLimit(desired.nanoCpus, spec.nanoCpus)) return 'replace';
  if (removesLimit(desired.memoryBytes, spec.memoryBytes)) return 'replace';
  const same =
    spec.nanoCpus === desired.nanoCpus &&
    spec.memoryBytes === desired.memoryBytes &&
    spec.running === desired.running;
  return same ? 'keep' : 'update';
}

function removesLimit(desired: number, actual: number): boolean {
  return desired === 0 && actual !== 0;
}
