import { Uint, type CelValue } from '../values/value.js';
import type { Expr } from './ast.js';
import type { Issue } from './source.js';
import type { TokenStream } from './token-stream.js';
import type { Token } from './token.js';
import { appendAll } from '@vmgen/base/json';

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

const SIMPLE_ESCAPES = new Map([
  ['a', '\u0007'],
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  ['v', '\v'],
]);
const ESCAPES = /\\([xX][0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|[0-7]{3}|[^])/g;

/** Thrown for a literal that has no valid value. */
class LiteralError extends Error {
  override readonly name = 'LiteralError';
}

/**
 * The value of a string literal, which includes its quotes.
 *
 * @throws LiteralError with cel-go's message
 */
function unescapeString(literal: string): string {
  const { body, raw } = stripQuotes(literal);
  if (raw) return body;
  return body.replace(ESCAPES, (_, escape: string) => {
    const code = codeOf(escape);
    return code === undefined ? plainEscape(escape) : codePoint(code);
  });
}

/** The value of a bytes literal without its `b` prefix: UTF-8, except for explicit bytes. */
function unescapeBytes(literal: string): Uint8Array {
  const { body, raw } = stripQuotes(literal);
  const encoder = new TextEncoder();
  if (raw) return encoder.encode(body);
  const out: number[] = [];
  let at = 0;
  for (const match of body.matchAll(ESCAPES)) {
    appendAll(out, encoder.encode(body.slice(at, match.index)));
    const escape = match[1] ?? '';
    if (/^[uU]/.test(escape)) throw new LiteralError('unable to unescape string');
    const code = codeOf(escape);
    if (code === undefined) appendAll(out, encoder.encode(plainEscape(escape)));
    else out.push(code & 0xff);
    at = match.index + match[0].length;
  }
  appendAll(out, encoder.encode(body.slice(at)));
  return Uint8Array.from(out);
}

function stripQuotes(literal: string): { body: string; raw: boolean } {
  const raw = /^[rR]/.test(literal);
  const quoted = (raw ? literal.slice(1) : literal).replace(/\r\n?/g, '\n');
  const quotes = /^("""|''')/.test(quoted) && quoted.length >= 6 ? 3 : 1;
  return { body: quoted.slice(quotes, -quotes), raw };
}

function codeOf(escape: string): number | undefined {
  if (/^[xXuU]./.test(escape)) return parseInt(escape.slice(1), 16);
  return escape.length === 3 ? parseInt(escape, 8) : undefined;
}

function codePoint(code: number): string {
  if (code > 0x10ffff || (code >= 0xd800 && code < 0xe000)) {
    throw new LiteralError('invalid unicode code point');
  }
  return String.fromCodePoint(code);
}

const plainEscape = (escape: string): string => SIMPLE_ESCAPES.get(escape) ?? escape;
