import { BeyondBoundsError } from '../diagnostics/beyond-bounds.js';
import { runtimeFields } from './runtime-fields.js';
import { shapeOf, type Field, type ObjectType, type Type, type TypeTable } from './type.js';

/** The maximum number of bases of a type, theirs included: each use of the type follows all of them. */
const MOST_BASES = 2000;

/** All fields of an object type: the fields of its bases first, overridden in place. */
export function fieldsOf(type: Type, types: TypeTable): Field[] {
  return [...fieldsByName(type, types).values()];
}

/** As {@link fieldsOf}, by their names. */
export function fieldsByName(type: Type, types: TypeTable): ReadonlyMap<string, Field> {
  const shape = shapeOf(type, types);
  if (shape?.kind === 'union') return byName(fieldsOfUnion(shape.members, types));
  if (shape?.kind === 'runtime') return byName(runtimeFields(shape.name, type.position));
  const fields = new Map<string, Field>();
  if (shape?.kind === 'object') addFields(shape, types, fields);
  return fields;
}

const byName = (fields: readonly Field[]): ReadonlyMap<string, Field> =>
  new Map(fields.map((field) => [field.name, field]));

/** Collected in one map and without recursive calls, because a chain of bases may have any length. */
function addFields(start: ObjectType, types: TypeTable, fields: Map<string, Field>): void {
  // What is last is next: the bases of a type before its own fields.
  const waiting: (Type | { readonly own: readonly Field[] })[] = [start];
  let count = 0;
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    refuseMany(count++, start);
    const shape = 'own' in next ? undefined : shapeOf(next, types);
    if (shape?.kind === 'object') waiting.push({ own: shape.fields }, ...shape.bases.toReversed());
    else {
      const own = 'own' in next ? next.own : fieldsOf(next, types);
      for (const field of own) fields.set(field.name, field);
    }
  }
}

/** The shapes of a type and of its bases, without recursive calls, because a chain of bases may have any length. */
export function* shapesAbove(type: Type, types: TypeTable): Generator<Type> {
  const waiting = [type];
  let count = 0;
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    refuseMany(2 * count++, type);
    const shape = shapeOf(next, types);
    if (!shape) continue;
    yield shape;
    if (shape.kind === 'object') waiting.push(...shape.bases.toReversed());
  }
}

/** @param count the number of bases, and of lists of own fields */
function refuseMany(count: number, { position }: Type): void {
  if (count <= 2 * MOST_BASES) return;
  const message = `this declaration is nested too deeply: it has more than ${MOST_BASES} bases`;
  throw new BeyondBoundsError('VMGEN4103', position, message, 'reduce the nesting, or split it');
}

/** The fields that every member of a union has, as its first member has them. */
function fieldsOfUnion(members: readonly Type[], types: TypeTable): Field[] {
  const [first = [], ...rest] = members.map((member) => fieldsOf(member, types));
  return first.filter(({ name }) =>
    rest.every((fields) => fields.some((field) => field.name === name)),
  );
}

/** Whether a type, one of its bases or a member of a union has an index signature beside its fields. */
export function isIndexed(type: Type, types: TypeTable): boolean {
  for (const shape of shapesAbove(type, types)) {
    if (shape.kind === 'union' && shape.members.some((each) => isIndexed(each, types))) return true;
    if (shape.kind === 'object' && shape.isIndexed === true) return true;
  }
  return false;
}

/** Whether a base of a type was rejected: it may have more fields than are known. */
export function hasUnknownBase(type: Type, types: TypeTable): boolean {
  let isFirst = true;
  for (const shape of shapesAbove(type, types)) {
    if (shape.kind === 'union' && shape.members.some((each) => hasUnknownBase(each, types)))
      return true;
    if (shape.kind === 'invalid' && !isFirst) return true;
    isFirst = false;
  }
  return false;
}
