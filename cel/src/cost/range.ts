/**
 * The least and the most of a size or cost. Sums and products stop at the largest uint64, as
 * upstream's do; what doubles lose of numbers beyond 2^53 is far above every limit.
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

/** Times a factor, rounded up. */
export const scale = (a: Range, factor: number): Range => ({
  min: capped(Math.ceil(a.min * factor)),
  max: capped(Math.ceil(a.max * factor)),
});

export const union = (a: Range, b: Range): Range => ({
  min: Math.min(a.min, b.min),
  max: Math.max(a.max, b.max),
});

/** A product that stops at the largest uint64. */
export const product = (a: number, b: number): number => (a === 0 || b === 0 ? 0 : capped(a * b));
