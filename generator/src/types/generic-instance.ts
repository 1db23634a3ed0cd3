import type { SourcePosition } from '../diagnostics/diagnostic.js';
import { describeType, typeKey } from './describe-type.js';
import type { Evaluator } from './evaluator.js';
import type { Resolution } from './module-set.js';
import { moduleScope, withBindings, type Binding, type Scope } from './scope.js';
import type { Type, TypeId } from './type.js';

/** A generic declaration with its arguments as a separate type. */
interface GenericInstance {
  readonly id: TypeId;
  readonly name: string;
  readonly scope: Scope;
}

/** Types that are nested deeper expand infinitely. */
export const DEEPEST_INSTANCE = 50;

/** The instance of a generic declaration for `given` arguments; undefined after a diagnostic. */
export function instanceOf(
  { declaration, module }: Extract<Resolution, { kind: 'declaration' }>,
  given: readonly Type[],
  position: SourcePosition,
  { depth }: Scope,
  evaluator: Evaluator,
): GenericInstance | undefined {
  const { name, typeParameters } = declaration;
  const needed = typeParameters.filter(({ fallback }) => !fallback).length;
  if (given.length < needed || given.length > typeParameters.length) {
    const names = typeParameters.map((parameter) => parameter.name).join(', ');
    const form = names === '' ? name : `${name}<${names}>`;
    const wanted = names === '' ? 'takes no type arguments' : 'lacks its type arguments';
    const short = given.length > 0 && names !== '' ? 'has other type parameters' : wanted;
    evaluator.refuse('VMGEN4104', position, `the type ${name} ${short}`, `write ${form}`);
    return undefined;
  }
  if (depth >= DEEPEST_INSTANCE) {
    evaluator.refuse(
      'VMGEN4103',
      position,
      `the type ${name} grows without end`,
      'write the types out',
    );
    return undefined;
  }
  let scope: Scope = { ...moduleScope(module), depth: depth + 1 };
  const types: Type[] = [];
  for (const [index, parameter] of typeParameters.entries()) {
    const type =
      given[index] ?? (parameter.fallback && evaluator.resolve(parameter.fallback, scope));
    if (!type || type.kind === 'invalid') return undefined;
    types.push(type);
    const binding: Binding = { type, constraint: parameter.constraint };
    scope = withBindings(scope, [[parameter.name, binding]]);
  }
  const described = types.map((type) => describeType(type, evaluator.types));
  return {
    id: `${module.path}#${name}<${types.map(typeKey).join(', ')}>`,
    name: `${name}<${described.join(', ')}>`,
    scope,
  };
}
