import type { ConditionalSyntax, TypeSyntax } from '../frontend/syntax.js';
import { isAssignable } from './assignable.js';
import { describeType } from './describe-type.js';
import type { Evaluator } from './evaluator.js';
import { withBindings, type Binding, type Scope } from './scope.js';
import type { Type } from './type.js';
import { writeQuestion } from './type-question.js';
import { membersOf, unionOf } from './union-type.js';

/**
 * A conditional type whose parameters are known: member by member where a bare parameter is checked.
 * What syntax cannot tell the type checker is asked.
 */
export function conditionalType(
  syntax: ConditionalSyntax,
  scope: Scope,
  evaluator: Evaluator,
): Type {
  const { check, position } = syntax;
  const type = evaluator.resolve(check, scope);
  if (type.kind === 'invalid') return type;
  if (check.kind !== 'reference' || !scope.bindings.has(check.name)) {
    return branchFor(type, syntax, scope, evaluator);
  }
  const branches = membersOf(type, evaluator.types).map((member) => {
    const bound = withBindings(scope, [[check.name, { type: member }]]);
    return branchFor(member, syntax, bound, evaluator);
  });
  return type.kind === 'never' ? type : unionOf(branches, position, evaluator);
}

function branchFor(
  type: Type,
  syntax: ConditionalSyntax,
  scope: Scope,
  evaluator: Evaluator,
): Type {
  const found = match(type, syntax.extended, scope, evaluator);
  if (found === undefined) {
    return evaluator.refuse(
      'VMGEN4404',
      syntax.position,
      `the conditional type cannot be decided for ${describeType(type, evaluator.types)}`,
      'write the resulting type out',
    );
  }
  return found === false
    ? evaluator.resolve(syntax.whenFalse, scope)
    : evaluator.resolve(syntax.whenTrue, withBindings(scope, found));
}

/** What no data is: it matches none of these. */
const NO_DATA: readonly string[] = ['Function', 'Map', 'Set', 'Promise', 'RegExp', 'Symbol'];

const NO_LISTS: readonly Type['kind'][] = [
  'string',
  'number',
  'boolean',
  'enum',
  'pattern',
  'object',
  'map',
  'null',
  'undefined',
];

const OPAQUE: readonly string[] = ['IntOrString', 'Quantity', 'JSONValue', 'RawExtension'];

/** What is inferred when the type matches; false when it does not, undefined when nobody knows. */
function match(
  type: Type,
  extended: TypeSyntax,
  scope: Scope,
  evaluator: Evaluator,
): ReadonlyMap<string, Binding> | false | undefined {
  if (extended.kind === 'refused' && extended.what === 'a function') return false;
  if (extended.kind === 'reference' && NO_DATA.includes(extended.name)) return false;
  if (extended.kind === 'reference' && extended.name === 'Date') {
    return evaluator.shape(type).kind === 'date' && new Map();
  }
  const target = evaluator.resolve(extended, scope);
  if (target.kind === 'invalid') return undefined;
  const names = inferredBy(extended);
  if (names.length === 0) {
    const known = isAssignable(type, target, evaluator);
    if (known !== undefined) return known && new Map();
  }
  const shape = evaluator.shape(type);
  const isElement = target.kind === 'array' && target.element.kind === 'infer';
  if (isElement && shape.kind === 'array') {
    return new Map([[target.element.name, { type: shape.element }]]);
  }
  if (isElement && NO_LISTS.includes(shape.kind)) return false;
  // The checker would take these apart; here they stay what they are called.
  if (shape.kind === 'runtime' && OPAQUE.includes(shape.name)) return undefined;
  return asked(type, target, names, scope, evaluator);
}

function asked(
  type: Type,
  target: Type,
  inferred: readonly string[],
  scope: Scope,
  evaluator: Evaluator,
): ReadonlyMap<string, Binding> | false | undefined {
  const { question, names } = writeQuestion(type, target, inferred, evaluator.types);
  const answer = evaluator.oracle(question);
  if (!answer?.matches) return answer && false;
  const known = withBindings(scope, names);
  return new Map(
    [...answer.inferred].map(([name, syntax]) => [
      name,
      { type: evaluator.resolve(syntax, known) },
    ]),
  );
}

/** The names that a type infers, in source order. */
function inferredBy(syntax: TypeSyntax): string[] {
  const names = (inner: readonly TypeSyntax[]): string[] => inner.flatMap(inferredBy);
  switch (syntax.kind) {
    case 'infer':
      return [syntax.name];
    case 'array':
      return inferredBy(syntax.element);
    case 'union':
    case 'intersection':
      return names(syntax.members);
    case 'tuple':
      return names(syntax.elements.map(({ type }) => type));
    case 'reference':
      return names(syntax.typeArguments);
    case 'object':
      return [
        ...names(syntax.body.fields.map(({ type }) => type)),
        ...(syntax.body.indexed ? inferredBy(syntax.body.indexed.value) : []),
      ];
    default:
      return [];
  }
}
