import type { Issue } from './source.js';
import { describeExpected, type Token, type TokenKind } from './token.js';

/** Thrown for an error that ends parsing. */
export class SyntaxProblem extends Error {
  override readonly name = 'SyntaxProblem';
  readonly offset: number | undefined;

  constructor(offset: number | undefined, message: string) {
    super(message);
    this.offset = offset;
  }
}

/** The tokens of an expression, with ANTLR's error recovery and error messages. */
export class TokenStream {
  readonly #text: string;
  readonly #tokens: readonly Token[];
  readonly #report: (issue: Issue) => void;
  #at = 0;

  constructor(text: string, tokens: readonly Token[], report: (issue: Issue) => void) {
    this.#text = text;
    this.#tokens = tokens;
    this.#report = report;
  }

  get current(): Token {
    return this.#tokenAt(this.#at);
  }

  peek(): Token {
    return this.#tokenAt(this.#at + 1);
  }

  advance(): Token {
    const token = this.current;
    if (token.kind !== '<EOF>') this.#at++;
    return token;
  }

  /** Consumes the current token if it is of this kind. */
  take(kind: TokenKind): Token | undefined {
    return this.current.kind === kind ? this.advance() : undefined;
  }

  /**
   * Consumes a token of this kind. Reports and skips one extraneous token before it. If the token
   * is missing and the current token may follow it, reports that and continues without it.
   */
  expect(kind: TokenKind, mayFollow: readonly TokenKind[]): Token {
    const { current } = this;
    const isAlone = current.kind !== kind && this.peek().kind !== kind;
    if (isAlone && mayFollow.includes(current.kind)) {
      const message = `Syntax error: missing ${kind} at '${current.text}'`;
      this.#report({ offset: current.start, message });
      return current;
    }
    this.#requireOneOf([kind]);
    return this.advance();
  }

  /**
   * Requires that the current token is of one of these kinds, with the recovery of {@link expect}.
   */
  sync(kinds: readonly TokenKind[]): void {
    this.#requireOneOf(kinds);
  }

  /** Reports and skips the current token, which is of none of these kinds. */
  skipSurplus(kinds: readonly TokenKind[]): void {
    const { current } = this;
    const expected = describeExpected(kinds);
    const message = `Syntax error: extraneous input '${current.text}' expecting ${expected}`;
    if (current.kind === '<EOF>') throw new SyntaxProblem(current.start, message);
    this.#report({ offset: current.start, message });
    this.#at++;
  }

  /** Requires that a field name follows `.?`. */
  requireName(): void {
    const { current } = this;
    if (current.kind === 'IDENTIFIER' || current.kind === 'ESC_IDENTIFIER') return;
    const expected = describeExpected(['IDENTIFIER', 'ESC_IDENTIFIER']);
    const message = `Syntax error: mismatched input '${current.text}' expecting ${expected}`;
    this.#report({ offset: current.start, message });
    throw new SyntaxProblem(current.start, 'unsupported ident kind');
  }

  /** The error for the text from a token to the end of the current token. */
  noAlternative(from: Token): SyntaxProblem {
    const { current } = this;
    const input = this.#text.slice(from.start, current.end);
    const shown = input.replaceAll('\n', '\\n').replaceAll('\r', '\\r').replaceAll('\t', '\\t');
    const keyword = /^.(true|false|null)$/.exec(shown)?.[1];
    return new SyntaxProblem(
      current.start,
      keyword === undefined
        ? `Syntax error: no viable alternative at input '${shown}'`
        : `Syntax error: mismatched input '${keyword}' expecting IDENTIFIER`,
    );
  }

  /**
   * Consumes a dotted name if a brace follows it: `a.b.C{`. The current token is then the brace.
   */
  structName(): string | undefined {
    let end = this.#at;
    while (this.#tokenAt(end).kind === 'IDENTIFIER') {
      const next = this.#tokenAt(end + 1).kind;
      if (next === "'{'") {
        const names = this.#tokens.slice(this.#at, end + 1).map((token) => token.text);
        this.#at = end + 1;
        return names.join('');
      }
      if (next !== "'.'") return undefined;
      end += 2;
    }
    return undefined;
  }

  #requireOneOf(kinds: readonly TokenKind[]): void {
    const { current } = this;
    if (kinds.includes(current.kind)) return;
    const expected = describeExpected(kinds);
    const isSurplus = current.kind !== '<EOF>' && kinds.includes(this.peek().kind);
    const problem = isSurplus ? 'extraneous' : 'mismatched';
    const message = `Syntax error: ${problem} input '${current.text}' expecting ${expected}`;
    if (!isSurplus) throw new SyntaxProblem(current.start, message);
    this.#report({ offset: current.start, message });
    this.#at++;
  }

  #tokenAt(position: number): Token {
    const token = this.#tokens[Math.min(position, this.#tokens.length - 1)];
    if (token === undefined) throw new RangeError('a token stream has no end token');
    return token;
  }
}
