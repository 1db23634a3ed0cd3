import { compileSchema, type JSONSchemaProps } from '@vmgen/crd';
import { isRecognizedFormat } from '@vmgen/crd/internal';
import type { ChangeCode } from '../definitions/registry.js';
import { canonical, shown, shownChange } from './shown.js';
import { isWiderPattern } from './is-wider-pattern.js';
import { mayBe } from './parts-of.js';
import type { Place, SchemaPair } from './place.js';

/** Compares the constraints on values of a type. */
export function compareValues(pair: SchemaPair, place: Place): void {
  compareEnums(pair, place);
  let fits: boolean | undefined;
  const tighten = (code: ChangeCode, message: string, keyword: string): void => {
    fits ??= fitsAllOfEnum(pair);
    place.add(fits ? 'tightening-without-effect' : code, message, keyword);
  };
  for (const bound of BOUNDS) compareBound(bound, pair, place, tighten);
  comparePatterns(pair, place, tighten);
  compareFormats(pair, place, tighten);
}

type Tighten = (code: ChangeCode, message: string, keyword: string) => void;

function compareEnums({ old, new: next }: SchemaPair, place: Place): void {
  const grown = place.isStatus ? 'status-enum-grown' : 'constraint-loosened';
  const [former, values] = [old.enum ?? [], next.enum ?? []];
  if (values.length === 0) {
    if (former.length > 0) place.add(grown, `accepts any value besides ${shown(former)}`);
    return;
  }
  if (former.length === 0) {
    return place.add('constraint-tightened', `must be one of ${shown(values)}`, 'enum');
  }
  const [before, after] = [new Set(former.map(canonical)), new Set(values.map(canonical))];
  const gone = former.filter((value) => !after.has(canonical(value)));
  const more = values.filter((value) => !before.has(canonical(value)));
  if (gone.length > 0) place.add('constraint-tightened', `no longer accepts ${list(gone)}`, 'enum');
  if (more.length > 0) place.add(grown, `also accepts ${list(more)}`, 'enum');
}

const [MIN_INT32, MAX_INT32] = [-(2 ** 31), 2 ** 31 - 1];

/** A schema with the bounds that its other keywords imply. */
function withImplied(schema: JSONSchemaProps): JSONSchemaProps {
  const isInt32 = schema.type === 'integer' && schema.format === 'int32';
  const count = new Set(schema.required).size;
  return {
    ...schema,
    ...(isInt32 && { maximum: schema.maximum ?? MAX_INT32, minimum: schema.minimum ?? MIN_INT32 }),
    ...(count > 0 && { minProperties: Math.max(count, schema.minProperties ?? 0) }),
  };
}

/** Whether the bounds of an integer allow only values of int32. */
const isWithinInt32 = ({ type, minimum, maximum }: JSONSchemaProps): boolean =>
  type === 'integer' && (minimum ?? -Infinity) >= MIN_INT32 && (maximum ?? Infinity) <= MAX_INT32;

const list = (values: readonly unknown[]): string => values.map(shown).join(' or ');

function compareBound(
  bound: Bound,
  { old, new: next }: SchemaPair,
  place: Place,
  tighten: Tighten,
): void {
  const { keyword, types } = bound;
  if (!types.some((type) => mayBe(old, type) && mayBe(next, type))) return;
  const verdict = bound.compare(old, next);
  if (verdict === 'same') return;
  const isImplied = verdict === 'tighter' && bound.compare(withImplied(old), next) !== 'tighter';
  const description = `${keyword} ${bound.show(old)} -> ${bound.show(next)}`;
  if (isImplied) place.add('tightening-without-effect', description, keyword);
  else if (verdict === 'tighter') tighten('constraint-tightened', description, keyword);
  else place.add('constraint-loosened', description, keyword);
}

function comparePatterns({ old, new: next }: SchemaPair, place: Place, tighten: Tighten): void {
  const [before = '', after = ''] = [old.pattern, next.pattern];
  if (before === after || !mayBe(old, 'string') || !mayBe(next, 'string')) return;
  if (after === '') return place.add('constraint-loosened', `pattern ${shown(before)} was removed`);
  if (before === '') return tighten('constraint-tightened', `pattern ${shown(after)}`, 'pattern');
  if (isWiderPattern(before, after)) {
    return place.add('constraint-loosened', `pattern ${shownChange(before, after)}`, 'pattern');
  }
  tighten('pattern-changed', `pattern ${shownChange(before, after)}`, 'pattern');
}

/** Values of the first format also have the second one. */
const WIDER: readonly (readonly [string, string])[] = [
  ...['uuid3', 'uuid4', 'uuid5'].map((name) => [name, 'uuid'] as const),
  ...['isbn10', 'isbn13'].map((name) => [name, 'isbn'] as const),
  ['k8sshortname', 'k8slongname'],
];

function compareFormats({ old, new: next }: SchemaPair, place: Place, tighten: Tighten): void {
  const [before, after] = [enforced(old), enforced(next)];
  if (before === after) return;
  const description = `format ${old.format ?? 'none'} -> ${next.format ?? 'none'}`;
  const isWider = after === '' || WIDER.some(([a, b]) => a === before && b === after);
  if (isWider) place.add('constraint-loosened', description, 'format');
  else if (after === 'int32' && isWithinInt32(old)) {
    place.add('tightening-without-effect', description, 'format');
  } else tighten('constraint-tightened', description, 'format');
}

/** Formats that keep no value of their type out. */
const IDLE: readonly string[] = ['int64', 'double', 'password'];

/**
 * The format that the server enforces, in a form for comparison; '' for none. Without a type, any format
 * rejects all values except strings.
 */
function enforced({ format = '', type, ...rest }: JSONSchemaProps): string {
  const typeOrText = rest['x-kubernetes-int-or-string'] === true ? 'string' : type;
  const isIdle =
    (IDLE.includes(format) && typeOrText !== undefined) || !isRecognizedFormat(format, typeOrText);
  return isIdle ? '' : format.replaceAll('-', '');
}

/** Whether the new schema accepts every value that both enums contain. */
function fitsAllOfEnum({ old, new: next }: SchemaPair): boolean {
  // To the server 1.5 is one of the integers in an enum of numbers.
  if (!old.enum?.length || mayBe(old, 'number')) return false;
  const allowed = new Set((next.enum?.length ? next.enum : old.enum).map(canonical));
  const values = old.enum.filter((value) => allowed.has(canonical(value)));
  const { 'x-kubernetes-validations': _, default: __, ...plain } = next;
  const schema = compileSchema({ type: 'object', properties: { value: plain } });
  return values.every((value) => schema.validate({ value }).length === 0);
}

/** How far a keyword lets a value go. */
interface Bound {
  readonly keyword: keyof JSONSchemaProps;
  /** The types whose values it bounds. */
  readonly types: readonly string[];
  compare(old: JSONSchemaProps, next: JSONSchemaProps): 'same' | 'tighter' | 'looser';
  show(schema: JSONSchemaProps): string;
}

type Count =
  'minLength' | 'maxLength' | 'minItems' | 'maxItems' | 'minProperties' | 'maxProperties';

/** Every bound that a schema can have. */
const BOUNDS: readonly Bound[] = [
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
