import type { SourcePosition } from '../findings/finding.js';
import { typeKey } from './describe-type.js';
import type { Evaluator } from './evaluator.js';
import { literalPattern } from './template-type.js';
import { shapeOf, type Literal, type Type, type TypeTable } from './type.js';

/**
 * The type of a union: nested ones are laid open, literals become one enum in source order, and what
 * a wider member covers falls away, as in TypeScript. Members that have no schema together stay a
 * union: whether a schema can say it is decided where one is asked for.
 */
export function unionOf(
  members: readonly Type[],
  position: SourcePosition,
  evaluator: Evaluator,
): Type {
  const flat = members.flatMap((member) => membersOf(member, evaluator.types));
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

/** The members that a type has as a union; a name stays where it stands for a single type. */
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
      return type.values.map((value) => ({ kind: 'enum', values: [value], position }));
    case 'named': {
      const shape = shapeOf(type, types);
      return shape && OPEN.includes(shape.kind) ? membersOf(shape, types) : [type];
    }
    default:
      return [type];
  }
}

const OPEN: readonly string[] = ['nullable', 'undefinable', 'union', 'never', 'null', 'undefined'];
const SCALARS: readonly string[] = ['enum', 'pattern', 'string', 'number', 'boolean'];

/** Beside others the name of a scalar says no more than its values. */
function opened(member: Type, evaluator: Evaluator): Type[] {
  const shape = shapeOf(member, evaluator.types);
  if (member.kind !== 'named' || !shape || !SCALARS.includes(shape.kind)) return [member];
  const named = evaluator.types.get(member.id);
  const lost = named?.markers.find(({ definition }) => definition.effect);
  if (named && lost) {
    evaluator.findings.error(
      'VMGEN4306',
      member.position,
      `+${lost.definition.name} of ${named.name} cannot hold for one member of a union`,
      `put it on the type of the whole union`,
    );
  }
  return membersOf({ ...shape, position: member.position }, evaluator.types);
}

function simplified(members: readonly Type[]): Type[] {
  const kinds = new Set(members.map(({ kind }) => kind));
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

const kindOf = (value: Literal): 'string' | 'number' | 'boolean' => {
  if (typeof value === 'string') return 'string';
  return typeof value === 'number' ? 'number' : 'boolean';
};

function valueType(values: readonly Type[], position: SourcePosition, evaluator: Evaluator): Type {
  const members =
    values.length > 1 ? simplified(values.flatMap((member) => opened(member, evaluator))) : values;
  const [only, second] = members;
  if (!only) return { kind: 'never', position };
  const invalid = members.find(({ kind }) => kind === 'invalid');
  if (invalid) return invalid;
  const isEnum = (member: Type): member is Extract<Type, { kind: 'enum' }> =>
    member.kind === 'enum';
  if (members.every(isEnum))
    return enumOf(
      members.flatMap(({ values }) => values),
      position,
    );
  if (!second) return only;
  const patterns = members.map(patternOf);
  if (patterns.every((pattern) => pattern !== undefined)) {
    return { kind: 'pattern', pattern: `(?:${patterns.join('|')})`, position };
  }
  return { kind: 'union', members, position };
}

function enumOf(values: readonly Literal[], position: SourcePosition): Type {
  const isBoolean = values.includes(true) && values.includes(false) && values.length === 2;
  return isBoolean ? { kind: 'boolean', position } : { kind: 'enum', values, position };
}

function patternOf(member: Type): string | undefined {
  if (member.kind === 'pattern') return member.pattern;
  const [value] = member.kind === 'enum' ? member.values : [];
  return typeof value === 'string' ? literalPattern(value) : undefined;
}
