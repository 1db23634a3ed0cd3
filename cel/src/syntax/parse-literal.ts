import { Uint } from '../values/value.js';
import type { CelValue } from '../values/value.js';
import type { Expr } from './ast.js';
import type { Issue } from './source.js';
import type { TokenStream } from './token-stream.js';
import type { Token } from './token.js';
import { unescapeBytes, LiteralError, unescapeString } from './unescape.js';

/** Parses one literal. A number may have a leading minus. */
export function parseLiteral(tokens: TokenStream, report: (issue: Issue) => void): Expr {
  const sign = tokens.take("'-'");
  const token = tokens.advance();
  const offset = (sign ?? token).start;
  try {
    return { kind: 'literal', offset, value: literalValue(token, sign?.text ?? '') };
  } catch (error) {
    if (!(error instanceof LiteralError)) throw error;
    report({ offset, message: error.message });
    return { kind: 'unspecified', offset };
  }
}

function literalValue(token: Token, sign: string): CelValue {
  switch (token.kind) {
    case 'NUM_INT':
      return intLiteral(token.text, sign);
    case 'NUM_UINT':
      return uintLiteral(token.text.slice(0, -1));
    case 'NUM_FLOAT':
      return doubleLiteral(sign + token.text);
    case 'STRING':
      return unescapeString(token.text);
    case 'BYTES':
      return unescapeBytes(token.text.slice(1));
    case "'true'":
      return true;
    case "'false'":
      return false;
    default:
      return null;
  }
}

function intLiteral(text: string, sign: string): bigint {
  const value = sign === '' ? BigInt(text) : -BigInt(text);
  if (BigInt.asIntN(64, value) !== value) throw new LiteralError('invalid int literal');
  return value;
}

function uintLiteral(text: string): Uint {
  const value = BigInt(text);
  if (BigInt.asUintN(64, value) !== value) throw new LiteralError('invalid uint literal');
  return new Uint(value);
}

function doubleLiteral(text: string): number {
  const value = Number(text);
  if (!Number.isFinite(value)) throw new LiteralError('invalid double literal');
  return value;
}
