import type { Checked } from '../check/checked.js';
import type { DeclType } from '../types/cel-type.js';
import { SchemaSizes, type Unbounded } from './cost-node.js';
import { estimateMaxCost } from './estimate-cost.js';

/** The size to assume for a part that had a bound. */
const MODEST = 10;
/** The factor by which a missing bound must increase the cost to be reported. */
const NOTABLE = 10;

/**
 * Finds the parts of the variables whose missing bound makes the expression expensive, even if all
 * other parts are assumed to have a bound. Lists precede their elements.
 *
 * @param declOf returns the type of a variable. All variables have the same type or none
 */
export function missingBounds(
  checked: Checked,
  declOf: (variable: string) => DeclType | undefined,
): Unbounded[] {
  const sizes = new SchemaSizes(declOf);
  estimateMaxCost(checked, sizes);
  const costWith = (isUnbounded: (path: string) => boolean): number =>
    estimateMaxCost(
      checked,
      new SchemaSizes(declOf, (path) => (isUnbounded(path) ? undefined : MODEST)),
    );
  const bounded = costWith(() => false);
  return [...sizes.unbounded]
    .filter(([path]) => costWith((other) => other === path) > NOTABLE * bounded)
    .map(([, part]) => part)
    .sort((a, b) => a.steps.length - b.steps.length);
}
