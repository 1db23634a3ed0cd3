import type { TypeSyntax } from '../frontend/syntax.js';
import type { Evaluator } from './evaluator.js';
import type { Scope } from './scope.js';
import type { Type } from './type.js';
import { unionOf } from './union-type.js';

type TupleSyntax = Extract<TypeSyntax, { kind: 'tuple' }>;

/** A tuple is an array of its length; whether its elements are of one type is asked for a schema. */
export function tupleType(syntax: TupleSyntax, scope: Scope, evaluator: Evaluator): Type {
  const { elements, position } = syntax;
  const rest = elements.find(({ isRest }) => isRest);
  if (rest) {
    return evaluator.refuse(
      'VMGEN4602',
      rest.type.position,
      'a tuple with a rest element has no schema',
      'use an array with +kubebuilder:validation:MinItems',
    );
  }
  const types = elements.map(({ type }) => evaluator.resolve(type, scope));
  if (types.length === 0) {
    return evaluator.refuse(
      'VMGEN4602',
      position,
      'a tuple without elements says nothing',
      'use an array',
    );
  }
  const min = elements.filter(({ optional }) => !optional).length;
  return {
    kind: 'array',
    element: unionOf(types, position, evaluator),
    tuple: { min, max: types.length, elements: types },
    position,
  };
}
