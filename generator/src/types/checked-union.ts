import type { ConditionalSyntax, TypeSyntax } from '../frontend/syntax.js';
import { describeType, typeKey } from './describe-type.js';
import type { Evaluator } from './evaluator.js';
import type { Scope } from './scope.js';
import { shapeOf, type Type, type TypeId, type TypeTable } from './type.js';
import { RUNTIME_PRIMITIVES } from '../sources/runtime-types.js';
import { constituentsOf } from './union-type.js';

/**
 * The scope of the true branch of a conditional type. If the condition checks a union and not a parameter,
 * TypeScript narrows the union in this branch and no longer distributes over it.
 */
export function whenTrueScope(
  { check, extended }: ConditionalSyntax,
  scope: Scope,
  evaluator: Evaluator,
): Scope {
  const [checked, target] = withoutTuples(check, extended);
  if (!isConcrete(checked, scope)) return scope;
  const type = evaluator.resolve(checked, scope);
  if (constituentsOf(type, evaluator.types).length === 1) return scope;
  const constraint = evaluator.resolve(target, scope);
  if (isOpen(constraint) || isSame(type, constraint, evaluator.types)) return scope;
  return { ...scope, checked: [...(scope.checked ?? []), type] };
}

/** `[A] extends [B]` narrows A. */
function withoutTuples(
  check: TypeSyntax,
  extended: TypeSyntax,
): readonly [check: TypeSyntax, extended: TypeSyntax] {
  if (check.kind !== 'tuple' || extended.kind !== 'tuple') return [check, extended];
  const [first, second] = check.elements;
  const [target, secondTarget] = extended.elements;
  if (!first || !target || second || secondTarget) return [check, extended];
  return withoutTuples(first.type, target.type);
}

/** Whether a type contains no parameter. */
function isConcrete(syntax: TypeSyntax, { bindings }: Scope): boolean {
  if (bindings.size === 0 || syntax.kind === 'keyword') return true;
  if (syntax.kind !== 'reference' || syntax.typeArguments.length > 0) return false;
  return !bindings.has(syntax.name) || syntax.specifier !== undefined;
}

const isOpen = (type: Type): boolean => type.kind === 'unknown' && type.keyword !== 'object';

function isSame(type: Type, other: Type, types: TypeTable): boolean {
  if ((shapeOf(type, types) ?? type) === shapeOf(other, types)) return true;
  const key = identityOf(type, types);
  return key !== undefined && key === identityOf(other, types);
}

/**
 * The same text for types that are one type in TypeScript; undefined for a type with an unnamed object, which
 * is a type of its own. In contrast to the key of a type, it does not resolve the types of fields.
 */
function identityOf(type: Type, types: TypeTable): string | undefined {
  const parts = constituentsOf(type, types).map((part) => partIdentity(part, types));
  return parts.includes(undefined) ? undefined : parts.sort().join(' | ');
}

function partIdentity(part: Type, types: TypeTable): string | undefined {
  const shape = shapeOf(part, types) ?? part;
  switch (shape.kind) {
    case 'object':
    case 'map':
      return part.kind === 'named' ? lastName(part.id, types) : undefined;
    case 'array': {
      const elements = (shape.tuple?.elements ?? [shape.element]).map((each) =>
        identityOf(each, types),
      );
      const bounds = shape.tuple ? `${shape.tuple.min}` : '';
      const prefix = shape.isReadonly ? 'readonly ' : '';
      return elements.includes(undefined)
        ? undefined
        : `${prefix}${bounds}[${elements.join(', ')}]`;
    }
    case 'runtime':
      return RUNTIME_PRIMITIVES[shape.name] ?? shape.name;
    default:
      return typeKey(shape);
  }
}

/** An alias of an object is the object. */
function lastName(id: TypeId, types: TypeTable): TypeId {
  const type = types.get(id)?.type;
  return type?.kind === 'named' ? lastName(type.id, types) : id;
}

/** Marks a type that an enclosing condition checks. */
export function markChecked(type: Type, { checked }: Scope, { types }: Evaluator): Type {
  if (!checked || constituentsOf(type, types).length === 1) return type;
  return checked.some((union) => isSame(type, union, types)) ? { ...type, isChecked: true } : type;
}

/** Refuses a type argument over which TypeScript does not distribute; undefined if all are accepted. */
export function refuseChecked(given: readonly Type[], evaluator: Evaluator): Type | undefined {
  const found = given.find((type) => isMarked(type, evaluator.types));
  if (!found) return undefined;
  const described = describeType(found, evaluator.types);
  return evaluator.refuse(
    'VMGEN4404',
    found.position,
    `TypeScript does not distribute over ${described}, which a conditional type checks`,
    'write the type argument without the conditional type',
  );
}

/** A union that contains a marked type is marked too. */
export function markUnion(type: Type, members: readonly Type[], { types }: Evaluator): Type {
  return members.some((member) => isMarked(member, types)) ? { ...type, isChecked: true } : type;
}

/** An alias of a marked type is marked too. */
function isMarked(type: Type, types: TypeTable): boolean {
  const seen = new Set<Type>();
  let each: Type | undefined = type;
  while (each && !seen.has(each)) {
    if (each.isChecked) return true;
    seen.add(each);
    each = each.kind === 'named' ? types.get(each.id)?.type : undefined;
  }
  return false;
}
