import type { Checked } from '../check/checked.js';
import type { DeclType } from '../types/cel-type.js';
import { SchemaSizes, type Unbounded } from './cost-node.js';
import { estimateMaxCost } from './estimate-cost.js';

/** The size that a bound is taken to allow. */
const MODEST = 10;
/** How many times dearer the lack of a bound must make an expression to be worth mentioning. */
const NOTABLE = 10;

/**
 * The parts of `self` for which a bound would make an expression much cheaper: those that make it
 * dear although all others are taken as bounded. Lists come before what they hold.
 */
export function missingBounds(checked: Checked, self: DeclType): Unbounded[] {
  const sizes = new SchemaSizes(() => self);
  estimateMaxCost(checked, sizes);
  const costWith = (isUnbounded: (path: string) => boolean): number =>
    estimateMaxCost(
      checked,
      new SchemaSizes(
        () => self,
        (path) => (isUnbounded(path) ? undefined : MODEST),
      ),
    );
  const bounded = costWith(() => false);
  return [...sizes.unbounded]
    .filter(([path]) => costWith((other) => other === path) > NOTABLE * bounded)
    .map(([, part]) => part)
    .sort((a, b) => a.steps.length - b.steps.length);
}
