import { boundedAt } from '../diagnostics/beyond-bounds.js';
import { runtimeFields } from './runtime-fields.js';
import { shapeOf, type Field, type ObjectType, type Type, type TypeTable } from './type.js';

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
  if (shape?.kind === 'object') boundedAt(type.position, () => addFields(shape, types, fields));
  return fields;
}

const byName = (fields: readonly Field[]): ReadonlyMap<string, Field> =>
  new Map(fields.map((field) => [field.name, field]));

/** Collected in one map, because a chain of bases may have any length. */
function addFields(shape: ObjectType, types: TypeTable, fields: Map<string, Field>): void {
  for (const base of shape.bases) {
    const baseShape = shapeOf(base, types);
    if (baseShape?.kind === 'object') addFields(baseShape, types, fields);
    else for (const field of fieldsOf(base, types)) fields.set(field.name, field);
  }
  for (const field of shape.fields) fields.set(field.name, field);
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
  const shape = shapeOf(type, types);
  if (shape?.kind === 'union') return shape.members.some((each) => isIndexed(each, types));
  if (shape?.kind !== 'object') return false;
  return shape.isIndexed === true || shape.bases.some((base) => isIndexed(base, types));
}

/** Whether a base of a type was rejected: it may have more fields than are known. */
export function hasUnknownBase(type: Type, types: TypeTable): boolean {
  const shape = shapeOf(type, types);
  if (shape?.kind === 'union') return shape.members.some((each) => hasUnknownBase(each, types));
  const bases = shape?.kind === 'object' ? shape.bases : [];
  return bases.some(
    (base) => shapeOf(base, types)?.kind === 'invalid' || hasUnknownBase(base, types),
  );
}
