import { parseQuantity, QuantityError, type DeepReadonly } from '@vmgen/runtime';
import type { ParsedQuantity } from '@vmgen/runtime/meta';
import type { VirtualMachine } from '../../../apis/cloudnative/v1alpha1/types.js';
import type { ServerSpec } from '../driver/vm-driver.js';

/** A spec that no server can meet. Trying again does not help until the spec changes. */
export class InvalidSpecError extends Error {
  override readonly name = 'InvalidSpecError';
}

/**
 * The server that a VirtualMachine asks for. `rootDisk` is not among it: Docker's storage drivers
 * take no size.
 */
export function desiredServer({ spec }: DeepReadonly<VirtualMachine>): ServerSpec {
  const { resource, image } = spec;
  if (image === undefined) {
    throw new InvalidSpecError(
      'spec.image is missing, which the API server fills in: is the CRD in the cluster an older one?',
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
    `spec.resource.${name}: ${JSON.stringify(value)} is not an amount that a machine can have; give a positive quantity such as ${name === 'cpu' ? '500m' : '4G'}`,
  );
}
