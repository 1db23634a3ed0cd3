import { VmgenError } from './vmgen-error.js';

/** Which numbers are good; all finite ones where nothing is said. */
export interface NumberBounds {
  /** The least one. */
  readonly min?: number;
  /** Only greater ones than this. */
  readonly above?: number;
  /** The greatest one. */
  readonly max?: number;
  /** Only whole ones. */
  readonly isWhole?: boolean;
}

/**
 * Gives `value` back when it is a number within the bounds, and throws a VmgenError
 * (`ERR_VMGEN_ARGUMENT`) that calls it `name` otherwise.
 *
 * Everything that users give to a timer, a limiter or a loop comes by here: Node takes a delay of NaN
 * or of a text for 1 ms, and no comparison with NaN ever holds, so that a mistake in a sum becomes a
 * loop without a pause, or one that never goes on.
 */
export function checkNumber(name: string, value: unknown, bounds: NumberBounds = {}): number {
  const { min = -Infinity, above = -Infinity, max = Infinity, isWhole = false } = bounds;
  if (typeof value === 'number' && Number.isFinite(value)) {
    const isWithin = value >= min && value > above && value <= max;
    if (isWithin && (!isWhole || Number.isInteger(value))) return value;
  }
  const wanted = [
    isWhole ? 'a whole number' : 'a finite number',
    ...(min > -Infinity ? [`of at least ${min}`] : []),
    ...(above > -Infinity ? [`above ${above}`] : []),
    ...(max < Infinity ? [`of at most ${max}`] : []),
  ];
  const got = typeof value === 'number' ? String(value) : `of type ${typeof value}`;
  throw new VmgenError('ERR_VMGEN_ARGUMENT', `${name} is ${got}; it must be ${wanted.join(' ')}`);
}
