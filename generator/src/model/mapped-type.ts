import type { MappedSyntax, ModifierSyntax, TypeSyntax } from '../frontend/syntax.js';
import { describeType } from './describe-type.js';
import type { Evaluator } from './evaluator.js';
import { changedField, lazyField, withoutCircle } from './lazy-field.js';
import { withBindings, type Scope } from './scope.js';
import { hidesFields } from './runtime-fields.js';
import { fieldsOf, type Field, type Literal, type Type } from './type.js';
import { unionOf } from './union-type.js';

/** The type whose fields a mapped type goes over. */
interface Origin {
  readonly syntax: TypeSyntax;
  readonly type: Type;
  /** Whether `?` and `readonly` come along, as in TypeScript. */
  readonly keepsModifiers: boolean;
}

/** A mapped type over known keys is an object, over `string` a map. */
export function mappedType(syntax: MappedSyntax, scope: Scope, evaluator: Evaluator): Type {
  const { position } = syntax;
  const origin = originOf(syntax, scope, evaluator);
  const whole = origin && mappedWhole(syntax, origin, scope, evaluator);
  if (whole) return whole;
  const keys = evaluator.shape(evaluator.resolve(syntax.constraint, scope));
  switch (keys.kind) {
    case 'invalid':
      return keys;
    case 'never':
      return { kind: 'object', fields: [], bases: [], position };
    case 'string':
      return { kind: 'map', value: valueOf(syntax, keys, scope, evaluator), position };
    case 'enum': {
      const fields = origin ? fieldsOf(origin.type, evaluator.types) : [];
      const mapped = keys.values.flatMap((key) =>
        mappedFields(key, fields, syntax, origin, scope, evaluator),
      );
      return { kind: 'object', fields: mapped, bases: [], position };
    }
    default:
      return evaluator.refuse(
        'VMGEN4203',
        syntax.constraint.position,
        `the keys of a mapped type are string or literals, not ${describeType(keys, evaluator.types)}`,
        'use Record<string, T>',
      );
  }
}

/** The origin of `[K in keyof T]`, and of `[K in Keys]: T[K]` for what the fields say. */
function originOf(syntax: MappedSyntax, scope: Scope, evaluator: Evaluator): Origin | undefined {
  const { constraint, value, parameter } = syntax;
  const bound = constraint.kind === 'reference' ? scope.bindings.get(constraint.name) : undefined;
  const keys = constraint.kind === 'keyof' ? constraint : bound?.constraint;
  if (keys?.kind === 'keyof') {
    return { syntax: keys.of, type: evaluator.resolve(keys.of, scope), keepsModifiers: true };
  }
  const isOwn =
    value.kind === 'indexed' && value.index.kind === 'reference' && value.index.name === parameter;
  if (!isOwn) return undefined;
  const type = evaluator.resolve(value.object, scope);
  return { syntax: value.object, type, keepsModifiers: false };
}

/**
 * What `[K in keyof T]` is for a parameter T that is no object: scalars stay, lists and maps are
 * mapped inside and unions member by member. Undefined where T is an object.
 */
function mappedWhole(
  syntax: MappedSyntax,
  origin: Origin,
  scope: Scope,
  evaluator: Evaluator,
): Type | undefined {
  const { syntax: name, type, keepsModifiers } = origin;
  const isParameter = name.kind === 'reference' && scope.bindings.has(name.name);
  if (!isParameter || !keepsModifiers || syntax.as || syntax.constraint.kind !== 'keyof') {
    return undefined;
  }
  const { position } = syntax;
  const mapped = (part: Type): Type =>
    mappedType(syntax, withBindings(scope, [[name.name, { type: part }]]), evaluator);
  const shape = evaluator.shape(type);
  switch (shape.kind) {
    case 'object':
      return undefined;
    case 'nullable':
    case 'undefinable':
      return { ...shape, type: mapped(shape.type) };
    case 'union':
      return unionOf(shape.members.map(mapped), position, evaluator);
    case 'array': {
      const key: Type = { kind: 'number', position };
      return { kind: 'array', element: valueOf(syntax, key, scope, evaluator), position };
    }
    case 'map':
      return undefined;
    case 'runtime':
      return hidesFields(shape) || fieldsOf(shape, evaluator.types).length === 0 ? type : undefined;
    default:
      return type;
  }
}

function valueOf(syntax: MappedSyntax, key: Type, scope: Scope, evaluator: Evaluator): Type {
  const bound = withBindings(scope, [[syntax.parameter, { type: key }]]);
  return evaluator.resolve(syntax.value, bound);
}

/** The fields that one key becomes: one, or as many as `as` makes of it. */
function mappedFields(
  key: Literal,
  fields: readonly Field[],
  syntax: MappedSyntax,
  origin: Origin | undefined,
  scope: Scope,
  evaluator: Evaluator,
): Field[] {
  const { position } = syntax;
  const literal: Type = { kind: 'enum', values: [key], position };
  const source = fields.find(({ name }) => name === String(key));
  const keeps = origin?.keepsModifiers ?? false;
  const optional = modified(syntax.optional, keeps && (source?.optional ?? false));
  const head = {
    name: String(key),
    optional,
    isReadonly: modified(syntax.readonly, keeps && (source?.isReadonly ?? false)),
    doc: source?.doc ?? '',
    markers: source?.markers ?? [],
    position: source?.position ?? position,
  };
  const resolve = (): Type => {
    const type = valueOf(syntax, literal, scope, evaluator);
    const drops = type.kind === 'undefinable' && (optional || syntax.optional === 'remove');
    return drops ? type.type : type;
  };
  const saysPresence = source && keeps && syntax.optional === 'keep';
  const field = lazyField(head, withoutCircle(head, resolve, evaluator), (type) =>
    saysPresence ? source.required : !optional && type.kind !== 'undefinable',
  );
  return namesOf(syntax, literal, scope, evaluator).map((name) =>
    name === head.name ? field : changedField(field, { name }),
  );
}

function modified(modifier: ModifierSyntax, original: boolean): boolean {
  return modifier === 'keep' ? original : modifier === 'add';
}

function namesOf(
  syntax: MappedSyntax,
  key: Extract<Type, { kind: 'enum' }>,
  scope: Scope,
  evaluator: Evaluator,
): string[] {
  if (!syntax.as) return key.values.map(String);
  const bound = withBindings(scope, [[syntax.parameter, { type: key }]]);
  const names = evaluator.shape(evaluator.resolve(syntax.as, bound));
  if (names.kind === 'enum') return names.values.map(String);
  if (names.kind !== 'never' && names.kind !== 'invalid') {
    evaluator.refuse(
      'VMGEN4209',
      syntax.as.position,
      `a key becomes ${describeType(names, evaluator.types)}, which is no name`,
      'write the fields out',
    );
  }
  return [];
}
