import { RUNTIME_PRIMITIVES } from '../sources/runtime-types.js';
import { shapeOf, type Type, type TypeTable } from './type.js';
import { constituentsOf } from './union-type.js';

/**
 * Whether the intersection of two types is empty, as far as TypeScript treats an object with such a field as
 * impossible: one of the types consists of literals. False if unknown. One type may be compared with many
 * others.
 */
export function disjointness(types: TypeTable): (left: Type, right: Type) => boolean {
  const known = new Map<Type, Parts>();
  const partsOf = (type: Type): Parts => {
    const parts = known.get(type) ?? toParts(type, types);
    known.set(type, parts);
    return parts;
  };
  return (left, right) => {
    const [a, b] = [partsOf(left), partsOf(right)];
    if (!(a.areUnits || b.areUnits) || a.all.length === 0 || b.all.length === 0) return false;
    return a.all.every((each) => b.all.every((other) => areDifferent(each, other)));
  };
}

interface Parts {
  readonly all: readonly Type[];
  readonly areUnits: boolean;
}

function toParts(type: Type, types: TypeTable): Parts {
  const all = constituentsOf(type, types).map(open(types));
  return { all, areUnits: all.every(isUnit) };
}

/** A name that is still being declared represents itself. */
const open =
  (types: TypeTable) =>
  (type: Type): Type =>
    shapeOf(type, types) ?? type;

const isUnit = ({ kind }: Type): boolean =>
  kind === 'enum' || kind === 'null' || kind === 'undefined';

function areDifferent(left: Type, right: Type): boolean {
  if (!isUnit(left)) return isUnit(right) && areDifferent(right, left);
  if (right.kind === 'unknown') return right.keyword === 'object';
  if (left.kind !== 'enum') return left.kind !== right.kind && KNOWN.has(right.kind);
  const [value] = left.values;
  if (right.kind === 'enum') {
    return value !== right.values[0] || left.owners?.[0] !== right.owners?.[0];
  }
  if (right.kind === 'null' || right.kind === 'undefined') return true;
  const primitive = right.kind === 'runtime' ? RUNTIME_PRIMITIVES[right.name] : right.kind;
  const isPrimitive = primitive === 'string' || primitive === 'number' || primitive === 'boolean';
  return isPrimitive && typeof value !== primitive;
}

/** The kinds of types that exclude null and undefined. */
const KNOWN: ReadonlySet<Type['kind']> = new Set([
  'string',
  'number',
  'boolean',
  'enum',
  'pattern',
  'array',
  'map',
  'object',
  'null',
  'undefined',
  'bytes',
  'date',
]);
