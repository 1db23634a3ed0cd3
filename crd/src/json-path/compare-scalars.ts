import { JsonPathError } from './json-path-error.js';

/** A scalar in a comparison. Go and its filters distinguish integers from floats. */
export interface Scalar {
  readonly value: string | number | bigint | boolean;
  readonly float: boolean;
}

/**
 * Compares as Go's templates do. Throws for different types and for ordered comparison of booleans.
 */
export function compareScalars(left: Scalar, operator: string, right: Scalar): boolean {
  if (kindOf(left) !== kindOf(right)) throw new JsonPathError('incompatible types for comparison');
  const a = left.value;
  const b = right.value;
  if (operator === '==') return a === b;
  if (operator === '!=') return a !== b;
  if (typeof a === 'boolean') throw new JsonPathError('invalid type for comparison');
  switch (operator) {
    case '<':
      return a < b;
    case '<=':
      return a <= b;
    case '>':
      return a > b;
    case '>=':
      return a >= b;
    default:
      throw new JsonPathError(`unrecognized filter operator ${operator}`);
  }
}

function kindOf(scalar: Scalar): string {
  const type = typeof scalar.value;
  if (type !== 'number' && type !== 'bigint') return type;
  return scalar.float ? 'float' : 'int';
}
