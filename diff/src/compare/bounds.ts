import type { JSONSchemaProps } from '@vmgen/crd';

/** How far a keyword lets a value go. */
export interface Bound {
  readonly keyword: keyof JSONSchemaProps;
  /** The types whose values it bounds. */
  readonly types: readonly string[];
  compare(old: JSONSchemaProps, next: JSONSchemaProps): 'same' | 'tighter' | 'looser';
  show(schema: JSONSchemaProps): string;
}

type Count =
  'minLength' | 'maxLength' | 'minItems' | 'maxItems' | 'minProperties' | 'maxProperties';

/** Every bound that a schema can have. */
export const BOUNDS: readonly Bound[] = [
  limit('maximum', 'exclusiveMaximum', -1),
  limit('minimum', 'exclusiveMinimum', 1),
  factor(),
  count('maxLength', 'string'),
  count('minLength', 'string'),
  count('maxItems', 'array'),
  count('minItems', 'array'),
  count('maxProperties', 'object'),
  count('minProperties', 'object'),
];

function count(keyword: Count, type: string): Bound {
  const isMost = keyword.startsWith('max');
  const valueOf = (schema: JSONSchemaProps): number =>
    schema[keyword] ?? (isMost ? Number.POSITIVE_INFINITY : 0);
  return {
    keyword,
    types: [type],
    compare: (old, next) => {
      const [before, after] = [valueOf(old), valueOf(next)];
      if (before === after) return 'same';
      return after < before === isMost ? 'tighter' : 'looser';
    },
    show: (schema) => String(schema[keyword] ?? 'none'),
  };
}

/** @param inward the direction from a bound to the values within it */
function limit(
  keyword: 'maximum' | 'minimum',
  exclusive: 'exclusiveMaximum' | 'exclusiveMinimum',
  inward: 1 | -1,
): Bound {
  // Compares how restrictive two bounds are; for integers, an exclusive bound is one more restrictive.
  const valueOf = (schema: JSONSchemaProps): readonly [number, number] => {
    const value = schema[keyword];
    if (value === undefined) return [Number.NEGATIVE_INFINITY, 0];
    if (!canHold(schema, value)) return [Number.POSITIVE_INFINITY, 0];
    const step = schema[exclusive] === true ? 1 : 0;
    if (schema.type !== 'integer') return [value * inward, step];
    return [Math.trunc(value) * inward + step, 0];
  };
  return {
    keyword,
    types: ['integer', 'number'],
    compare: (old, next) => {
      const [[before, openBefore], [after, openAfter]] = [valueOf(old), valueOf(next)];
      const difference = after === before ? openAfter - openBefore : after - before;
      return difference === 0 ? 'same' : difference > 0 ? 'tighter' : 'looser';
    },
    show: (schema) =>
      `${schema[keyword] ?? 'none'}${schema[exclusive] === true ? ' exclusive' : ''}`,
  };
}

const MAX_FLOAT32 = 3.4028234663852886e38;

/**
 * Whether the bound is a possible value of the type and format. If it is not, the server rejects all values.
 */
function canHold({ type, format }: JSONSchemaProps, bound: number): boolean {
  if (type === 'number') return format !== 'float' || Math.abs(bound) <= MAX_FLOAT32;
  if (type !== 'integer') return true;
  const limit = format === 'int32' ? 2 ** 31 : 2 ** 63;
  return Number.isInteger(bound) && bound >= -limit && bound < limit;
}

function factor(): Bound {
  const keyword = 'multipleOf';
  return {
    keyword,
    types: ['integer', 'number'],
    compare: ({ multipleOf: before }, { multipleOf: after, type }) => {
      if (before === after) return 'same';
      if (after === undefined) return 'looser';
      const isWhole = Number.isInteger(after) && after > 0;
      if (before === undefined)
        return isWhole && after === 1 && type === 'integer' ? 'same' : 'tighter';
      return isWhole && Number.isInteger(before) && before % after === 0 ? 'looser' : 'tighter';
    },
    show: (schema) => String(schema[keyword] ?? 'none'),
  };
}
