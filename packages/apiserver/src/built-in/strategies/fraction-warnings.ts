import type { JsonObject } from '@vmgen/base/json';
import { parseQuantity } from '@vmgen/runtime/meta';
import { getString } from './fields.js';

/**
 * Returns the warning for an amount with a fraction of a byte. kube-apiserver rounds an amount up to
 * thousandths before it looks for a fraction.
 */
export function fraction(path: string, amounts: JsonObject, name: string): string[] {
  const amount = getString(amounts, name);
  if (amount === '') return [];
  const thousandths = (parseQuantity(amount).toNanos() + 999_999n) / 1_000_000n;
  if (thousandths % 1000n === 0n) return [];
  const value = JSON.stringify(amount);
  return [`${path}[${name}]: fractional byte value ${value} is invalid, must be an integer`];
}
