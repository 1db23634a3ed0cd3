import { VmgenError } from './vmgen-error.js';

/** The range of valid numbers. Defaults to all finite numbers. */
interface NumberBounds {
  /** The lowest valid number. */
  readonly min?: number;
  /** Valid numbers are greater than this. */
  readonly above?: number;
  /** The highest valid number. */
  readonly max?: number;
  /** Only whole numbers are valid. */
  readonly isWhole?: boolean;
}

/**
 * Returns `value` if it is a number within the bounds. Otherwise throws a VmgenError
 * (`ERR_VMGEN_ARGUMENT`) that refers to it as `name`.
 *
 * Every number that a user passes to a timer, limiter or loop is checked here. Node treats a delay
 * of NaN or of a text as 1 ms, and no comparison with NaN is true, so a miscalculation would cause
 * a loop without a pause or a loop that never continues.
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
