import type { Issue } from './source.js';
import { TOKEN_NAMES, type Token, type TokenKind } from './token.js';

const BLANK = /[\t \r\n\f]+|\/\/[^\n]*/y;
const NUMBER =
  /0x[0-9a-fA-F]+[uU]?|(\d+\.\d+([eE][+-]?\d+)?|\d+[eE][+-]?\d+|\.\d+([eE][+-]?\d+)?)|\d+[uU]?/y;
const IDENTIFIER = /[A-Za-z_][A-Za-z0-9_]*/y;
const ESCAPED_IDENTIFIER = /`[A-Za-z0-9_./ -]+`/y;
const OPERATOR = /==|!=|<=|>=|&&|\|\||[<>[\]{}().,\-!?:+*/%]/y;

const ESCAPE = String.raw`\\(?:[abfnrtv"'\\?${'`'}]|[0-3][0-7][0-7]|[xX][0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8})`;
const quotedText = [
  String.raw`[rR]"""[^]*?"""|[rR]'''[^]*?'''`,
  `"""(?:${ESCAPE}|[^\\\\])*?"""|'''(?:${ESCAPE}|[^\\\\])*?'''`,
  String.raw`[rR]"[^"\n\r]*"|[rR]'[^'\n\r]*'`,
  `"(?:${ESCAPE}|[^\\\\"\\n\\r])*"|'(?:${ESCAPE}|[^\\\\'\\n\\r])*'`,
].join('|');
/** A cheap test before the slower string patterns, as most tokens are not strings. */
const QUOTE_AHEAD = /[bB]?[rR]?["']/y;
const STRING = new RegExp(quotedText, 'y');
const BYTES = new RegExp(`[bB](?:${quotedText})`, 'y');
const UNFINISHED_STRING = new RegExp(
  `[bB]?(?:[rR](?:"[^"\\n\\r]*|'[^'\\n\\r]*)|"(?:${ESCAPE}|[^\\\\"\\n\\r])*|'(?:${ESCAPE}|[^\\\\'\\n\\r])*)`,
  'y',
);
const UNFINISHED_ESCAPE =
  /\\(?:[0-3][0-7]?|[xX][0-9a-fA-F]?|u[0-9a-fA-F]{0,3}|U[0-9a-fA-F]{0,7})?/y;

/** Splits an expression into tokens. The last one is always `<EOF>`. */
export function tokenize(text: string, report: (issue: Issue) => void): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  const match = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    return pattern.exec(text)?.[0];
  };
  while (at < text.length) {
    const space = match(BLANK);
    if (space !== undefined) {
      at += space.length;
      continue;
    }
    const token = nextToken(match);
    if (token !== undefined) {
      tokens.push({ ...token, start: at, end: at + token.text.length });
      at += token.text.length;
      continue;
    }
    const end = endOfUnrecognized(text, at);
    const wrong = text.slice(at, end);
    report({ offset: at, message: `Syntax error: token recognition error at: '${wrong}'` });
    at = end;
  }
  tokens.push({ kind: '<EOF>', text: '<EOF>', start: text.length, end: text.length });
  return tokens;
}

type Found = { kind: TokenKind; text: string } | undefined;

function nextToken(match: (pattern: RegExp) => string | undefined): Found {
  if (match(QUOTE_AHEAD) !== undefined) {
    const bytesText = match(BYTES);
    if (bytesText !== undefined) return { kind: 'BYTES', text: bytesText };
    const stringText = match(STRING);
    if (stringText !== undefined) return { kind: 'STRING', text: stringText };
  }
  const word = match(IDENTIFIER);
  if (word !== undefined) return { kind: wordKind(word), text: word };
  const digits = match(NUMBER);
  if (digits !== undefined) return { kind: numberKind(digits), text: digits };
  const escaped = match(ESCAPED_IDENTIFIER);
  if (escaped !== undefined) return { kind: 'ESC_IDENTIFIER', text: escaped };
  const sign = match(OPERATOR);
  const kind = TOKEN_NAMES.find((name) => name === `'${sign}'`);
  return sign === undefined || kind === undefined ? undefined : { kind, text: sign };
}

function wordKind(word: string): TokenKind {
  switch (word) {
    case 'in':
      return "'in'";
    case 'true':
      return "'true'";
    case 'false':
      return "'false'";
    case 'null':
      return "'null'";
    default:
      return 'IDENTIFIER';
  }
}

function numberKind(digits: string): TokenKind {
  if (/[uU]$/.test(digits)) return 'NUM_UINT';
  return digits.startsWith('0x') || !/[.eE]/.test(digits) ? 'NUM_INT' : 'NUM_FLOAT';
}

/**
 * The end of the text that forms no token. As in ANTLR, the character that revealed the error is
 * consumed too.
 */
function endOfUnrecognized(text: string, start: number): number {
  let end = start;
  UNFINISHED_STRING.lastIndex = start;
  const begun = UNFINISHED_STRING.exec(text)?.[0];
  if (begun !== undefined) {
    end = start + begun.length;
    UNFINISHED_ESCAPE.lastIndex = end;
    end += UNFINISHED_ESCAPE.exec(text)?.[0].length ?? 0;
  } else if (/[&|=]/.test(text[start] ?? '')) {
    end = start + 1;
  } else if (text[start] === '`') {
    end = start + (/^`[A-Za-z0-9_./ -]*/.exec(text.slice(start))?.[0].length ?? 1);
  }
  const failing = text.codePointAt(end);
  return failing === undefined ? end : end + (failing > 0xffff ? 2 : 1);
}
