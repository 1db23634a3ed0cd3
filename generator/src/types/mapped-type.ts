import type { SourcePosition } from '../diagnostics/diagnostic.js';
import type { MappedSyntax, ModifierSyntax, TypeSyntax } from '../syntax/syntax.js';
import { describeType } from './describe-type.js';
import type { Evaluator } from './evaluator.js';
import { changedField, lazyField, withoutCircle } from './lazy-field.js';
import { keyofType, mayBeUndefined, withoutUndefined } from './object-operations.js';
import { withBindings, type Scope } from './scope.js';
import { hidesFields } from './runtime-fields.js';
import { tupleOf } from './tuple-type.js';
import type { Field, Literal, Type } from './type.js';
import { fieldsOf } from './fields-of.js';
import { membersOf, unionOf } from './union-type.js';

/** The type whose fields a mapped type iterates. */
interface Origin {
  readonly type: Type;
  /** Whether `?` and `readonly` are preserved, as in TypeScript. */
  readonly keepsModifiers: boolean;
  /** The parameter T of `keyof T`: unions, lists and scalars are mapped individually. */
  readonly parameter: string | undefined;
}

/** A mapped type over known keys is an object, over `string` a map. */
export function mappedType(syntax: MappedSyntax, scope: Scope, evaluator: Evaluator): Type {
  const { position, constraint } = syntax;
  // For TypeScript, such a mapped type preserves the modifiers of fields, which readers do not expect.
  if (evaluator.aliased(constraint, scope)?.kind === 'keyof' && usesParameter(constraint, scope)) {
    const message = 'the keys of the mapped type are an alias of keyof';
    return evaluator.refuse('VMGEN4212', constraint.position, message, 'write [K in keyof T]');
  }
  const origin = originOf(syntax, scope, evaluator);
  const whole = origin && mappedWhole(syntax, origin, scope, evaluator);
  if (whole) return whole;
  const keys = keysFor(syntax, origin, scope, evaluator);
  switch (keys.kind) {
    case 'invalid':
      return keys;
    case 'never':
      return { kind: 'object', fields: [], bases: [], position };
    case 'string':
      return mapOver(keys, syntax, scope, evaluator);
    case 'enum':
      return objectOver(keys.values, syntax, origin, scope, evaluator);
    default:
      return evaluator.refuse(
        'VMGEN4203',
        syntax.constraint.position,
        `the keys of a mapped type are string or literals, not ${describeType(keys, evaluator.types)}`,
        'use Record<string, T>',
      );
  }
}

const usesParameter = (syntax: TypeSyntax, scope: Scope): boolean =>
  syntax.kind === 'reference' && syntax.typeArguments.some((each) => isParameter(each, scope));

/** The keys; those of a map are strings, regardless of other results of keyof. */
function keysFor(
  { constraint }: MappedSyntax,
  origin: Origin | undefined,
  scope: Scope,
  evaluator: Evaluator,
): Type {
  if (constraint.kind !== 'keyof' || !origin) {
    return evaluator.shape(evaluator.resolve(constraint, scope));
  }
  const { position } = constraint;
  if (evaluator.shape(origin.type).kind === 'map') return { kind: 'string', position };
  return keyofType(origin.type, position, evaluator);
}

/** The origin of `[K in keyof T]`, and of `[K in Keys]: T[K]` for documentation and markers. */
function originOf(syntax: MappedSyntax, scope: Scope, evaluator: Evaluator): Origin | undefined {
  const { constraint, value, parameter } = syntax;
  if (constraint.kind === 'keyof') {
    const { of } = constraint;
    const type = evaluator.resolve(of, scope);
    return { type, keepsModifiers: true, parameter: isParameter(of, scope) ? of.name : undefined };
  }
  const bound = constraint.kind === 'reference' ? scope.bindings.get(constraint.name) : undefined;
  const keys = bound?.constraint;
  if (keys?.kind === 'keyof' && isParameter(keys.of, scope)) {
    const type = evaluator.resolve(keys.of, scope);
    return { type, keepsModifiers: true, parameter: undefined };
  }
  const isOwn =
    value.kind === 'indexed' && value.index.kind === 'reference' && value.index.name === parameter;
  if (!isOwn) return undefined;
  const type = evaluator.resolve(value.object, scope);
  return { type, keepsModifiers: false, parameter: undefined };
}

const isParameter = (
  syntax: TypeSyntax,
  { bindings }: Scope,
): syntax is Extract<TypeSyntax, { kind: 'reference' }> =>
  syntax.kind === 'reference' && bindings.has(syntax.name);

/**
 * The result of `[K in keyof T]` for a parameter T that is not an object: scalars are unchanged, lists and
 * maps are mapped by item, and unions by member. Undefined if T is an object.
 */
function mappedWhole(
  syntax: MappedSyntax,
  { type, parameter }: Origin,
  scope: Scope,
  evaluator: Evaluator,
): Type | undefined {
  if (parameter === undefined) return undefined;
  const { position } = syntax;
  const members = membersOf(type, evaluator.types);
  const [only = type] = members;
  if (members.length > 1) {
    const constraint = scope.bindings.get(parameter)?.constraint;
    const mapped = members.map((member) => {
      const bound = withBindings(scope, [[parameter, { type: member, constraint }]]);
      return mappedType(syntax, bound, evaluator);
    });
    return unionOf(mapped, position, evaluator);
  }
  const shape = evaluator.shape(only);
  if (shape.isKept) return refuseWhole(type, position, evaluator);
  switch (shape.kind) {
    case 'object':
    case 'map':
      return undefined;
    case 'array':
      return syntax.as
        ? refuseAs(syntax, type, evaluator)
        : mappedList(shape, syntax, scope, evaluator);
    case 'unknown':
      return shape.keyword === 'object' ? type : mappedUnknown(shape.keyword, syntax, evaluator);
    case 'runtime':
      return hidesFields(shape) || fieldsOf(shape, evaluator.types).length === 0 ? type : undefined;
    default:
      return type;
  }
}

function refuseWhole(type: Type, position: SourcePosition, evaluator: Evaluator): Type {
  const message = `a mapped type over ${describeType(type, evaluator.types)} has no defined result`;
  return evaluator.refuse('VMGEN4211', position, message, 'remove the & {}');
}

function refuseAs({ position }: MappedSyntax, type: Type, evaluator: Evaluator): Type {
  const what = describeType(type, evaluator.types);
  const message = `a mapped type with an as clause cannot map a list of ${what}`;
  return evaluator.refuse('VMGEN4211', position, message, 'write the resulting type out');
}

/** unknown has no keys, any has arbitrary keys. */
function mappedUnknown(keyword: string, { position }: MappedSyntax, evaluator: Evaluator): Type {
  if (keyword === 'unknown') return { kind: 'object', fields: [], bases: [], position };
  const message = `a mapped type over ${keyword} has no defined result`;
  return evaluator.refuse('VMGEN4211', position, message, 'name its keys');
}

/** Lists and tuples are preserved; a `?` modifier applies to their elements. */
function mappedList(
  list: Extract<Type, { kind: 'array' }>,
  syntax: MappedSyntax,
  scope: Scope,
  evaluator: Evaluator,
): Type {
  const { position } = syntax;
  const isReadonly = modified(syntax.readonly, list.isReadonly ?? false);
  const element = (key: Type, mayMiss: boolean): Type => {
    const value = valueOf(syntax, key, scope, evaluator);
    if (syntax.optional === 'add') {
      return unionOf([value, { kind: 'undefined', position }], position, evaluator);
    }
    return syntax.optional === 'remove' && mayMiss ? withoutUndefined(value, evaluator) : value;
  };
  if (!list.tuple) {
    const each = element({ kind: 'number', position }, true);
    return { kind: 'array', element: each, position, ...(isReadonly ? { isReadonly } : {}) };
  }
  const { elements, min, max } = list.tuple;
  const least = { add: 0, remove: max, keep: min }[syntax.optional];
  const mapped = elements.map((_, index) => {
    const type = element({ kind: 'enum', values: [String(index)], position }, index >= min);
    return index < least ? type : withoutUndefined(type, evaluator);
  });
  return tupleOf(mapped, least, isReadonly, position, evaluator);
}

function mapOver(keys: Type, syntax: MappedSyntax, scope: Scope, evaluator: Evaluator): Type {
  const { position } = syntax;
  if (syntax.as) {
    const message = 'a mapped type over string restricts its keys with as';
    return evaluator.refuse('VMGEN4209', syntax.as.position, message, 'use Record<string, T>');
  }
  const value = valueOf(syntax, keys, scope, evaluator);
  const isOptional = syntax.optional === 'add';
  const whole = isOptional
    ? unionOf([value, { kind: 'undefined', position }], position, evaluator)
    : value;
  return { kind: 'map', value: whole, position };
}

function valueOf(syntax: MappedSyntax, key: Type, scope: Scope, evaluator: Evaluator): Type {
  return evaluator.resolve(syntax.value, withKey(syntax, key, scope));
}

/** The key is a type parameter too: `keyof T` is its constraint. */
function withKey({ parameter, constraint }: MappedSyntax, key: Type, scope: Scope): Scope {
  return withBindings(scope, [[parameter, { type: key, constraint }]]);
}

function objectOver(
  keys: readonly Literal[],
  syntax: MappedSyntax,
  origin: Origin | undefined,
  scope: Scope,
  evaluator: Evaluator,
): Type {
  const { position } = syntax;
  const source = origin && sourceFields(origin.type, evaluator);
  const all = keys.map((key) =>
    mappedFields(key, source?.get(String(key)), syntax, origin, scope, evaluator),
  );
  if (all.includes(undefined)) return { kind: 'invalid', position };
  const fields = all.flatMap((each) => each ?? []);
  const names = new Set<string>();
  const twice = fields.find(({ name }) => names.size === names.add(name).size);
  if (twice) {
    const message = `two keys become ${twice.name}`;
    const at = syntax.as?.position ?? position;
    return evaluator.refuse('VMGEN4210', at, message, 'write the fields out');
  }
  return { kind: 'object', fields, bases: [], position };
}

/**
 * The fields that a mapped type iterates; fields of a union may be absent if they are optional in one of its
 * members.
 */
function sourceFields(type: Type, evaluator: Evaluator): ReadonlyMap<string, Field> {
  const shape = evaluator.shape(type);
  const fields = fieldsOf(shape, evaluator.types);
  if (shape.kind !== 'union') return new Map(fields.map((field) => [field.name, field]));
  const members = shape.members.map((member) => fieldsOf(member, evaluator.types));
  return new Map(
    fields.map((field) => {
      const all = members.flatMap((each) => each.filter(({ name }) => name === field.name));
      const optional = all.some((each) => each.optional);
      const isRequired = (): boolean =>
        all.every(
          (each) => each.required || (!each.optional && mayBeUndefined(each.type, evaluator)),
        );
      return [field.name, changedField(field, { optional }, undefined, isRequired)];
    }),
  );
}

/** The fields for one key: one, or as many as the `as` clause returns; undefined if it returns no names. */
function mappedFields(
  key: Literal,
  source: Field | undefined,
  syntax: MappedSyntax,
  origin: Origin | undefined,
  scope: Scope,
  evaluator: Evaluator,
): Field[] | undefined {
  const { position } = syntax;
  const literal: Type = { kind: 'enum', values: [key], position };
  const kept = origin?.keepsModifiers ? source : undefined;
  const optional = modified(syntax.optional, kept?.optional ?? false);
  const head = {
    name: String(key),
    optional,
    isReadonly: modified(syntax.readonly, kept?.isReadonly ?? false),
    doc: source?.doc ?? '',
    markers: source?.markers ?? [],
    position: source?.position ?? position,
  };
  const resolve = (): Type => {
    const type = valueOf(syntax, literal, scope, evaluator);
    return optional || kept?.optional ? withoutUndefined(type, evaluator) : type;
  };
  const declaresPresence = kept && syntax.optional === 'keep';
  const field = lazyField(head, withoutCircle(head, resolve, evaluator), (type) => {
    if (mayBeUndefined(type, evaluator)) return false;
    if (!declaresPresence) return !optional;
    // undefined in the original type does not affect the result type.
    return kept.required || (!optional && mayBeUndefined(kept.type, evaluator));
  });
  return namesOf(syntax, literal, scope, evaluator)?.map((name) =>
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
): string[] | undefined {
  if (!syntax.as) return key.values.map(String);
  const bound = withKey(syntax, key, scope);
  const names = evaluator.shape(evaluator.resolve(syntax.as, bound));
  if (names.kind === 'enum') return names.values.map(String);
  if (names.kind === 'never') return [];
  if (names.kind !== 'invalid') {
    evaluator.refuse(
      'VMGEN4209',
      syntax.as.position,
      `a key becomes ${describeType(names, evaluator.types)}, which is not a valid name`,
      'write the fields out',
    );
  }
  return undefined;
}
