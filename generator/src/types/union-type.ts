import type { SourcePosition } from '../diagnostics/diagnostic.js';
import { typeKey } from './describe-type.js';
import type { Evaluator } from './evaluator.js';
import { literalPattern } from './template-type.js';
import { RUNTIME_PRIMITIVES } from '../syntax/runtime-types.js';
import { shapeOf, type Literal, type LiteralsType, type Type, type TypeTable } from './type.js';

/**
 * The type of a union: nested unions are flattened, literals become one enum in source order, and members
 * that a wider one covers are dropped, as in TypeScript. Members without a common schema remain a union: it
 * is reported where a schema is needed.
 */
export function unionOf(
  members: readonly Type[],
  position: SourcePosition,
  evaluator: Evaluator,
): Type {
  const flat = members.flatMap((member) => membersOf(member, evaluator.types));
  // Nothing needs to be added to a type that includes everything.
  const open = flat.find((member) => {
    const shape = shapeOf(member, evaluator.types);
    return shape?.kind === 'unknown' && shape.keyword !== 'object';
  });
  if (open) return open;
  const values = flat.filter(({ kind }) => !['null', 'undefined', 'never'].includes(kind));
  const has = (kind: 'null' | 'undefined'): boolean => flat.some((member) => member.kind === kind);
  const type = valueType(values, position, evaluator);
  if (type.kind === 'invalid') return type;
  if (type.kind === 'never') {
    if (!has('null')) return { kind: has('undefined') ? 'undefined' : 'never', position };
    return has('undefined')
      ? { kind: 'undefinable', type: { kind: 'null', position }, position }
      : { kind: 'null', position };
  }
  const nullable: Type = has('null') ? { kind: 'nullable', type, position } : type;
  return has('undefined') ? { kind: 'undefinable', type: nullable, position } : nullable;
}

/** The union members of a type; a name is kept if it refers to a single type. */
export function membersOf(type: Type, types: TypeTable): Type[] {
  const { position } = type;
  switch (type.kind) {
    case 'nullable':
      return [...membersOf(type.type, types), { kind: 'null', position }];
    case 'undefinable':
      return [...membersOf(type.type, types), { kind: 'undefined', position }];
    case 'union':
      return type.members.flatMap((member) => membersOf(member, types));
    case 'enum':
      return literalsOf(type, position);
    case 'pattern':
      return type.members ? [...type.members] : [type];
    case 'named': {
      const shape = shapeOf(type, types);
      return shape && OPEN.includes(shape.kind) ? membersOf(shape, types) : [type];
    }
    default:
      return [type];
  }
}

/**
 * The members for a distributive conditional type: those of a union, and the values of enums and of boolean.
 */
export function constituentsOf(type: Type, types: TypeTable): Type[] {
  return membersOf(type, types).flatMap((member) => {
    const shape = shapeOf(member, types);
    if (shape?.kind === 'never') return [];
    if (shape?.kind === 'boolean') return booleans(member.position);
    if (shape?.kind === 'runtime' && EITHER.includes(shape.name)) return either(member.position);
    return shape?.kind === 'enum' || shape?.kind === 'pattern' ? membersOf(shape, types) : [member];
  });
}

/** Types of the runtime that are texts or numbers. */
const EITHER: readonly string[] = ['IntOrString', 'Quantity'];

const either = (position: SourcePosition): Type[] => [
  { kind: 'string', position },
  { kind: 'number', position },
];

const booleans = (position: SourcePosition): Type[] =>
  [true, false].map((value) => ({ kind: 'enum', values: [value], position }));

/** Applies `change` to each member of a union; a name is kept if no member changes. */
export function overMembers(
  type: Type,
  position: SourcePosition,
  evaluator: Evaluator,
  change: (member: Type) => Type,
): Type {
  const members = membersOf(type, evaluator.types);
  const results = members.map((member) => {
    const parts = constituentsOf(member, evaluator.types);
    const changed = parts.map(change);
    return changed.every((each, index) => isSameType(each, parts[index])) ? [member] : changed;
  });
  const isSame = results.every(([only], index) => only === members[index]);
  return isSame ? type : unionOf(results.flat(), position, evaluator);
}

/** `T & {}`: the non-null members; unknown becomes an object of unknown fields. */
export function nonNullable(type: Type, position: SourcePosition, evaluator: Evaluator): Type {
  const shape = shapeOf(type, evaluator.types);
  if (shape?.kind === 'unknown' && shape.keyword === 'unknown') {
    return { kind: 'object', fields: [], bases: [], position };
  }
  const members = membersOf(type, evaluator.types);
  const kept = members.filter(({ kind }) => kind !== 'null' && kind !== 'undefined');
  return kept.length === members.length ? type : unionOf(kept, position, evaluator);
}

const isSameType = (type: Type, other: Type | undefined): boolean =>
  type === other || (other !== undefined && typeKey(type) === typeKey(other));

const OPEN: readonly string[] = ['nullable', 'undefinable', 'union', 'never', 'null', 'undefined'];
const SCALARS: readonly string[] = ['enum', 'pattern', 'string', 'number', 'boolean'];

/** In a union, the name of a scalar adds nothing to its values. */
function opened(member: Type, evaluator: Evaluator): Type[] {
  const shape = shapeOf(member, evaluator.types);
  if (member.kind !== 'named' || !shape || !SCALARS.includes(shape.kind)) return [member];
  const named = evaluator.types.get(member.id);
  const lost = named?.markers.find(({ definition }) => definition.effect);
  if (named && lost) {
    evaluator.diagnostics.error(
      'VMGEN4306',
      member.position,
      `+${lost.definition.name} of ${named.name} cannot apply to only one member of a union`,
      `put it on the type of the whole union`,
    );
  }
  return membersOf({ ...shape, position: member.position }, evaluator.types);
}

function simplified(all: readonly Type[], types: TypeTable): Type[] {
  const members = withBoolean(all);
  const kinds = new Set(
    members.flatMap((member) => coveredKinds(shapeOf(member, types) ?? member)),
  );
  const seen = new Set<string>();
  return members.filter((member) => {
    if (member.kind === 'enum' && member.values.every((value) => kinds.has(kindOf(value)))) {
      return false;
    }
    if (member.kind === 'pattern' && kinds.has('string')) return false;
    const key = typeKey(member);
    const isNew = !seen.has(key);
    seen.add(key);
    return isNew;
  });
}

/** `true` and `false` together are boolean, at the position of the first. */
function withBoolean(members: readonly Type[]): readonly Type[] {
  const isEither = (member: Type): member is LiteralsType & Type =>
    member.kind === 'enum' && member.values.every((value) => typeof value === 'boolean');
  const either = members.filter(isEither);
  const [first] = either;
  if (!first || new Set(either.flatMap(({ values }) => values)).size < 2) return members;
  return members.flatMap((member): Type[] => {
    if (member === first) return [{ kind: 'boolean', position: first.position }];
    return isEither(member) ? [] : [member];
  });
}

/** The primitive types whose literals a member covers. */
function coveredKinds(member: Type): readonly string[] {
  if (member.kind !== 'runtime') return [member.kind];
  if (EITHER.includes(member.name)) return ['string', 'number'];
  return [RUNTIME_PRIMITIVES[member.name] ?? member.kind];
}

const kindOf = (value: Literal): 'string' | 'number' | 'boolean' => {
  if (typeof value === 'string') return 'string';
  return typeof value === 'number' ? 'number' : 'boolean';
};

function valueType(values: readonly Type[], position: SourcePosition, evaluator: Evaluator): Type {
  const members =
    values.length > 1
      ? simplified(
          values.flatMap((member) => opened(member, evaluator)),
          evaluator.types,
        )
      : values;
  const [only, second] = members;
  if (!only) return { kind: 'never', position };
  const invalid = members.find(({ kind }) => kind === 'invalid');
  if (invalid) return invalid;
  const isEnum = (member: Type): member is Extract<Type, { kind: 'enum' }> =>
    member.kind === 'enum';
  if (members.every(isEnum)) return literalsType(members, position);
  if (!second) return only;
  const patterns = members.map(patternOf);
  if (patterns.every((pattern) => pattern !== undefined)) {
    const pattern = `(?:${patterns.join('|')})`;
    const text = members.map(textOf).join(' | ');
    return { kind: 'pattern', pattern, text, members, position };
  }
  return { kind: 'union', members, position };
}

/** One type of all the literals. */
function literalsType(types: readonly LiteralsType[], position: SourcePosition): Type {
  const values = types.flatMap((type) => type.values);
  const owners = types.flatMap((type) => type.owners ?? type.values.map(() => undefined));
  const isOwned = owners.some((owner) => owner !== undefined);
  return { kind: 'enum', values, ...(isOwned ? { owners } : {}), position };
}

/** Each literal as a separate type. */
function literalsOf({ values, owners }: LiteralsType, position: SourcePosition): Type[] {
  return values.map((value, index) => {
    const owner = owners?.[index];
    return { kind: 'enum', values: [value], ...(owner ? { owners: [owner] } : {}), position };
  });
}

const textOf = (type: Type): string =>
  type.kind === 'pattern' ? type.text : JSON.stringify(type.kind === 'enum' && type.values[0]);

function patternOf(member: Type): string | undefined {
  if (member.kind === 'pattern') return member.pattern;
  const [value] = member.kind === 'enum' ? member.values : [];
  return typeof value === 'string' ? literalPattern(value) : undefined;
}
