import type { SourcePosition } from '../diagnostics/diagnostic.js';
import type { TypeSyntax } from '../syntax/syntax.js';
import type { Evaluator } from './evaluator.js';
import type { Scope } from './scope.js';
import type { Type } from './type.js';
import { unionOf } from './union-type.js';

type TupleSyntax = Extract<TypeSyntax, { kind: 'tuple' }>;

/** A tuple is an array with bounds on its length; only schemas require elements of one type. */
export function tupleType(syntax: TupleSyntax, scope: Scope, evaluator: Evaluator): Type {
  const { elements, isReadonly, position } = syntax;
  const rest = elements.find(({ isRest }) => isRest);
  if (rest) {
    return evaluator.refuse(
      'VMGEN4601',
      rest.type.position,
      'a tuple with a rest element has no schema',
      'use an array with +kubebuilder:validation:MinItems',
    );
  }
  const types = elements.map(({ type }) => evaluator.resolve(type, scope));
  if (types.length === 0) {
    return evaluator.refuse(
      'VMGEN4601',
      position,
      'a tuple without elements does not describe any value',
      'use an array',
    );
  }
  const min = elements.filter(({ optional }) => !optional).length;
  return tupleOf(types, min, isReadonly, position, evaluator);
}

/** A tuple whose elements are optional from `min` on. */
export function tupleOf(
  elements: readonly Type[],
  min: number,
  isReadonly: boolean,
  position: SourcePosition,
  evaluator: Evaluator,
): Type {
  const tuple = { min, max: elements.length, elements };
  const element = unionOf(elements, position, evaluator);
  return { kind: 'array', element, tuple, position, ...(isReadonly ? { isReadonly } : {}) };
}

export function arrayOf(element: Type, isReadonly: boolean, position: SourcePosition): Type {
  return { kind: 'array', element, position, ...(isReadonly ? { isReadonly } : {}) };
}

/** The type of a value at any index of an array: elements of a shorter tuple are undefined. */
export function elementOf(
  { element, tuple, position }: Extract<Type, { kind: 'array' }>,
  evaluator: Evaluator,
): Type {
  const mayMiss = tuple && tuple.min < tuple.max;
  return mayMiss
    ? unionOf([element, { kind: 'undefined', position }], position, evaluator)
    : element;
}
