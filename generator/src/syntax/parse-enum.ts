import type { ts } from 'ts-morph';
import { typescript } from './typescript.js';
import { literalOf } from './parse-literal.js';
import type { TypeReader } from './parse-type.js';
import type { EnumMemberSyntax } from './syntax.js';

type Value = string | number;

/** The preceding members, by name. */
type Known = ReadonlyMap<string, Value | undefined>;

/**
 * Reads the members of an enum with the values that TypeScript assigns: a member without an initializer
 * continues from the previous one, except in ambient enums, whose values are defined by other code.
 */
export function parseEnumMembers(
  node: ts.EnumDeclaration,
  isAmbient: boolean,
  reader: TypeReader,
): EnumMemberSyntax[] {
  const counts = !isAmbient || hasModifier(node, typescript.SyntaxKind.ConstKeyword);
  const known = new Map<string, Value | undefined>();
  let next: number | undefined = counts ? 0 : undefined;
  return node.members.map((member) => {
    const { initializer } = member;
    const value = initializer ? valueOf(initializer, node.name.text, known) : next;
    next = counts && typeof value === 'number' ? value + 1 : undefined;
    const name = nameOf(member.name, reader);
    known.set(name, value);
    const position = reader.position(member.getStart(reader.file));
    const { attached: comments } = reader.comments.before(member, false);
    return { name, value, position, ...(comments.length > 0 ? { comments } : {}) };
  });
}

export function hasModifier(
  { modifiers }: { readonly modifiers?: ts.NodeArray<ts.ModifierLike> },
  keyword: ts.SyntaxKind,
): boolean {
  return (modifiers ?? []).some(({ kind }) => kind === keyword);
}

/** A quoted name without its quotes, with or without brackets. */
function nameOf(name: ts.PropertyName, reader: TypeReader): string {
  const inner = typescript.isComputedPropertyName(name) ? name.expression : name;
  return typescript.isIdentifier(inner) || typescript.isStringLiteralLike(inner)
    ? inner.text
    : name.getText(reader.file);
}

/** The value of a constant expression, which must be representable in JSON. */
function valueOf(node: ts.Expression, owner: string, known: Known): Value | undefined {
  const value = evaluate(node, owner, known);
  return typeof value === 'number' && !Number.isFinite(value) ? undefined : value;
}

function evaluate(node: ts.Expression, owner: string, known: Known): Value | undefined {
  const literal = literalOf(node);
  if (typeof literal === 'string' || typeof literal === 'number') return literal;
  const inner = (part: ts.Expression): Value | undefined => evaluate(part, owner, known);
  if (typescript.isParenthesizedExpression(node)) return inner(node.expression);
  if (typescript.isIdentifier(node)) return known.get(node.text);
  if (typescript.isPropertyAccessExpression(node)) {
    return isOwner(node.expression, owner) ? known.get(node.name.text) : undefined;
  }
  if (typescript.isElementAccessExpression(node)) {
    const name = inner(node.argumentExpression);
    return isOwner(node.expression, owner) ? known.get(String(name)) : undefined;
  }
  if (typescript.isPrefixUnaryExpression(node)) {
    const value = inner(node.operand);
    return typeof value === 'number' ? UNARY.get(node.operator)?.(value) : undefined;
  }
  if (typescript.isTemplateExpression(node)) return textOf(node, inner);
  if (!typescript.isBinaryExpression(node)) return undefined;
  const [left, right] = [inner(node.left), inner(node.right)];
  if (left === undefined || right === undefined) return undefined;
  const { kind } = node.operatorToken;
  if (typeof left === 'number' && typeof right === 'number') return BINARY.get(kind)?.(left, right);
  return kind === typescript.SyntaxKind.PlusToken ? `${left}${right}` : undefined;
}

const isOwner = (node: ts.Expression, owner: string): boolean =>
  typescript.isIdentifier(node) && node.text === owner;

function textOf(
  node: ts.TemplateExpression,
  inner: (part: ts.Expression) => Value | undefined,
): string | undefined {
  const parts = node.templateSpans.flatMap(({ expression, literal }) => {
    return [inner(expression), literal.text];
  });
  return parts.includes(undefined) ? undefined : [node.head.text, ...parts].join('');
}

const { SyntaxKind } = typescript;

const UNARY = new Map<ts.SyntaxKind, (value: number) => number>([
  [SyntaxKind.PlusToken, (value) => value],
  [SyntaxKind.MinusToken, (value) => -value],
  [SyntaxKind.TildeToken, (value) => ~value],
]);

const BINARY = new Map<ts.SyntaxKind, (left: number, right: number) => number>([
  [SyntaxKind.PlusToken, (left, right) => left + right],
  [SyntaxKind.MinusToken, (left, right) => left - right],
  [SyntaxKind.AsteriskToken, (left, right) => left * right],
  [SyntaxKind.SlashToken, (left, right) => left / right],
  [SyntaxKind.PercentToken, (left, right) => left % right],
  [SyntaxKind.AsteriskAsteriskToken, (left, right) => left ** right],
  [SyntaxKind.LessThanLessThanToken, (left, right) => left << right],
  [SyntaxKind.GreaterThanGreaterThanToken, (left, right) => left >> right],
  [SyntaxKind.GreaterThanGreaterThanGreaterThanToken, (left, right) => left >>> right],
  [SyntaxKind.BarToken, (left, right) => left | right],
  [SyntaxKind.AmpersandToken, (left, right) => left & right],
  [SyntaxKind.CaretToken, (left, right) => left ^ right],
]);
