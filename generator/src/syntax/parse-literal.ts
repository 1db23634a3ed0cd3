import type { ts } from 'ts-morph';
import { typescript } from './typescript.js';

/**
 * The value of a string, number or boolean literal; undefined for any other expression, and for numbers that
 * JSON cannot represent.
 */
export function literalOf(node: ts.Node): string | number | boolean | undefined {
  const value = valueOf(node);
  return typeof value === 'number' && !Number.isFinite(value) ? undefined : value;
}

function valueOf(node: ts.Node): string | number | boolean | undefined {
  if (typescript.isStringLiteralLike(node)) return node.text;
  if (typescript.isNumericLiteral(node)) return Number(node.text);
  if (node.kind === typescript.SyntaxKind.TrueKeyword) return true;
  if (node.kind === typescript.SyntaxKind.FalseKeyword) return false;
  const isNegative =
    typescript.isPrefixUnaryExpression(node) &&
    node.operator === typescript.SyntaxKind.MinusToken &&
    typescript.isNumericLiteral(node.operand);
  return isNegative ? -Number(node.operand.text) : undefined;
}
