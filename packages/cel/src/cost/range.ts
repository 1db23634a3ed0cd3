/**
 * The minimum and maximum of a size or cost. Sums and products saturate at the largest uint64, as
 * upstream. The precision that doubles lose beyond 2^53 does not matter: every limit is far below.
 */
export interface Range {
  readonly min: number;
  readonly max: number;
}

export const MOST = 2 ** 64;

const capped = (value: number): number => (value >= MOST ? MOST : value);

export const range = (min: number, max: number): Range => ({ min, max });
export const exactly = (value: number): Range => ({ min: value, max: value });
export const nothing: Range = exactly(0);
export const unknown: Range = range(0, MOST);

export function add(...ranges: readonly Range[]): Range {
  let [min, max] = [0, 0];
  for (const each of ranges) {
    min = capped(min + each.min);
    max = capped(max + each.max);
  }
  return { min, max };
}

export const multiply = (a: Range, b: Range): Range => ({
  min: product(a.min, b.min),
  max: product(a.max, b.max),
});

/** Multiplies a range by a factor, rounded up. */
export const scale = (a: Range, factor: number): Range => ({
  min: capped(Math.ceil(a.min * factor)),
  max: capped(Math.ceil(a.max * factor)),
});

export const union = (a: Range, b: Range): Range => ({
  min: Math.min(a.min, b.min),
  max: Math.max(a.max, b.max),
});

/** A product that saturates at the largest uint64. */
export const product = (a: number, b: number): number => (a === 0 || b === 0 ? 0 : capped(a * b));
