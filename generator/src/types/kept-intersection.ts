import type { SourcePosition } from '../diagnostics/diagnostic.js';
import type { TypeSyntax } from '../syntax/syntax.js';
import type { Evaluator } from './evaluator.js';
import { intersectionOf } from './intersection-type.js';
import { RUNTIME_PRIMITIVES } from '../syntax/runtime-types.js';
import type { Scope } from './scope.js';
import type { Type } from './type.js';

/** Whether it is `T & {}`, written with a type and not with a parameter. */
export function isKeptWhole(members: readonly TypeSyntax[], { bindings }: Scope): boolean {
  const [first, second] = members;
  if (!first || !second || members.length > 2 || isEmpty(first) === isEmpty(second)) return false;
  const other = isEmpty(first) ? second : first;
  return !(other.kind === 'reference' && bindings.has(other.name));
}

function isEmpty(syntax: TypeSyntax): boolean {
  if (syntax.kind !== 'object') return false;
  const { fields, indexed, refused } = syntax.body;
  return fields.length + refused.length === 0 && !indexed;
}

/**
 * `string & {}`: TypeScript keeps the intersection, so that editors suggest the literals beside it, and
 * treats it as an object in conditional types. In a schema it is a string.
 */
export function withEmpty(
  members: readonly Type[],
  position: SourcePosition,
  evaluator: Evaluator,
): Type {
  const type = intersectionOf(members, position, evaluator);
  const isNamed = members.some(({ kind }) => kind === 'named');
  const shape = evaluator.shape(type);
  const isPrimitive =
    shape.kind === 'string' ||
    shape.kind === 'number' ||
    (shape.kind === 'pattern' && !shape.members) ||
    (shape.kind === 'runtime' && RUNTIME_PRIMITIVES[shape.name] !== undefined);
  if (!isPrimitive || members.some((member) => isUnion(member, evaluator))) return type;
  if (!isNamed) return { ...shape, isKept: true };
  const message = 'the API server ignores brands';
  return evaluator.refuse('VMGEN4403', position, message, 'write the type without & {}');
}

const isUnion = (type: Type, evaluator: Evaluator): boolean =>
  ['nullable', 'undefinable', 'union'].includes(evaluator.shape(type).kind);
