import { parseQuantity, QuantityError, type DeepReadonly } from '@vmgen/runtime';
import type { ParsedQuantity } from '@vmgen/runtime/meta';
import type { VirtualMachine } from '../../../apis/cloudnative/v1alpha1/types.js';
import type { ServerSpec } from '../driver/vm-driver.js';

/** The spec is invalid. Retrying has no effect until it changes. */
export class InvalidSpecError extends Error {
  override readonly name = 'InvalidSpecError';
}

/**
 * Returns the desired server of a VirtualMachine. `rootDisk` is ignored, because Docker's storage
 * drivers do not support a size.
 */
export function desiredServer({ spec }: DeepReadonly<VirtualMachine>): ServerSpec {
  const { resource, image } = spec;
  if (image === undefined) {
    throw new InvalidSpecError(
      'spec.image is missing, which the API server sets by default; check that the CRD in the cluster is up to date',
    );
  }
  return {
    image,
    nanoCpus: amount('cpu', resource['cpu'], (quantity) => quantity.toNanos()),
    memoryBytes: amount('memory', resource['memory'], (quantity) => quantity.toBigInt()),
    running: spec.action !== 'inactive',
  };
}

function amount(
  name: string,
  value: string | number | undefined,
  inUnits: (quantity: ParsedQuantity) => bigint,
): number {
  if (value === undefined) return 0;
  try {
    const units = inUnits(parseQuantity(value));
    if (units > 0n && units <= BigInt(Number.MAX_SAFE_INTEGER)) return Number(units);
  } catch (error) {
    if (!(error instanceof QuantityError)) throw error;
  }
  throw new InvalidSpecError(
    `spec.resource.${name}: ${JSON.stringify(value)} is not a valid amount; use a positive quantity such as ${name === 'cpu' ? '500m' : '4G'}`,
  );
}
