import type { ConditionalSyntax, TypeSyntax } from '../frontend/syntax.js';
import { whenTrueScope } from './checked-union.js';
import { describeType } from './describe-type.js';
import type { Evaluator } from './evaluator.js';
import { extendsType, type Match } from './extends-type.js';
import { withBindings, type Binding, type Scope } from './scope.js';
import { elementOf } from './tuple-type.js';
import type { Type } from './type.js';
import { overMembers } from './union-type.js';

/**
 * A conditional type whose parameters are known; distributes over a bare checked parameter. The type checker
 * decides where the syntax is not sufficient.
 */
export function conditionalType(
  syntax: ConditionalSyntax,
  scope: Scope,
  evaluator: Evaluator,
): Type {
  const { check, position } = syntax;
  const type = evaluator.resolve(check, scope);
  if (type.kind === 'invalid') return type;
  const bound = check.kind === 'reference' ? scope.bindings.get(check.name) : undefined;
  if (check.kind !== 'reference' || !bound) return branchFor(type, syntax, scope, evaluator);
  return overMembers(type, position, evaluator, (member) => {
    const inner = withBindings(scope, [[check.name, { ...bound, type: member }]]);
    return branchFor(member, syntax, inner, evaluator);
  });
}

function branchFor(
  type: Type,
  syntax: ConditionalSyntax,
  scope: Scope,
  evaluator: Evaluator,
): Type {
  const found = match(type, syntax.extended, scope, evaluator);
  if (found === 'invalid') return { kind: 'invalid', position: syntax.position };
  if (found === undefined) {
    return evaluator.refuse(
      'VMGEN4404',
      syntax.position,
      `the conditional type cannot be decided for ${describeType(type, evaluator.types)}`,
      'write the resulting type out',
    );
  }
  if (!found.matches) return evaluator.resolve(syntax.whenFalse, scope);
  const inner =
    inferredBy(syntax.extended).length > 0 ? scope : whenTrueScope(syntax, scope, evaluator);
  const bound = withBindings(inner, [...unbound(syntax.check, scope), ...found.inferred]);
  return evaluator.resolve(syntax.whenTrue, bound);
}

/**
 * The checked parameters: in the true branch, TypeScript has narrowed them beyond their constraints and no
 * longer accepts them for `keyof T`.
 */
function unbound(check: TypeSyntax, scope: Scope): (readonly [string, Binding])[] {
  const checked = check.kind === 'tuple' ? check.elements.map(({ type }) => type) : [check];
  return checked.flatMap((each) => {
    const binding = each.kind === 'reference' ? scope.bindings.get(each.name) : undefined;
    return each.kind === 'reference' && binding ? [[each.name, { type: binding.type }]] : [];
  });
}

/** Types without values match none of these. */
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

/** The inferred types if the condition holds; undefined if unknown, invalid after a diagnostic. */
function match(
  type: Type,
  extended: TypeSyntax,
  scope: Scope,
  evaluator: Evaluator,
): Match | 'invalid' | undefined {
  const shape = evaluator.shape(type);
  const isNoData = namesNoData(extended, scope);
  if (isNoData || isDate(extended, scope)) {
    // Conditions that test for never, any or unknown do not concern data.
    if (shape.kind === 'never' || shape.kind === 'unknown') return undefined;
    return decided(!isNoData && shape.kind === 'date');
  }
  const target = evaluator.resolve(extended, scope);
  if (target.kind === 'invalid' || shape.kind === 'invalid') return 'invalid';
  const names = inferredBy(extended);
  const element = target.kind === 'array' && !target.tuple ? target.element : undefined;
  if (element?.kind === 'infer' && target.kind === 'array' && !element.constraint) {
    if (NO_LISTS.includes(shape.kind) && !shape.isKept) return decided(false);
    if (shape.kind === 'array') {
      if (shape.isReadonly && !target.isReadonly) return decided(false);
      const type = elementOf(shape, evaluator);
      return { matches: true, inferred: new Map([[element.name, { type }]]) };
    }
  }
  // The checker would resolve these names; the result keeps them.
  if (names.length > 0 && shape.kind === 'runtime' && OPAQUE.includes(shape.name)) return undefined;
  return extendsType(type, target, evaluator, { names, scope });
}

const decided = (matches: boolean): Match => ({ matches, inferred: new Map<string, Binding>() });

/** A function, or a built-in name that is not redeclared. */
function namesNoData(extended: TypeSyntax, scope: Scope): boolean {
  if (extended.kind === 'refused') return extended.what === 'a function';
  return (
    extended.kind === 'reference' && NO_DATA.includes(extended.name) && isOpen(extended.name, scope)
  );
}

const isDate = (extended: TypeSyntax, scope: Scope): boolean =>
  extended.kind === 'reference' && extended.name === 'Date' && isOpen('Date', scope);

const isOpen = (name: string, { module, bindings }: Scope): boolean =>
  !bindings.has(name) && !module.declarations.has(name) && !module.imports.has(name);

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
    case 'mapped':
      return [...inferredBy(syntax.constraint), ...inferredBy(syntax.value)];
    case 'keyof':
      return inferredBy(syntax.of);
    case 'indexed':
      return names([syntax.object, syntax.index]);
    default:
      return [];
  }
}
