import type { Issue } from './source.js';
import { describeExpected, type Token, type TokenKind } from './token.js';

/** An error that ends the reading of an expression. */
export class SyntaxProblem extends Error {
  override readonly name = 'SyntaxProblem';
  readonly offset: number | undefined;

  constructor(offset: number | undefined, message: string) {
    super(message);
    this.offset = offset;
  }
}

/** The tokens of an expression, with ANTLR's ways of mending and naming what does not fit. */
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

  /** Takes the current token if it is of this kind. */
  take(kind: TokenKind): Token | undefined {
    return this.current.kind === kind ? this.advance() : undefined;
  }

  /**
   * Takes a token of this kind. One surplus token before it is reported and skipped; it itself is
   * reported and done without where the current token may follow it.
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

  /** Sees to it that the current token is one of these, as {@link expect} does. */
  sync(kinds: readonly TokenKind[]): void {
    this.#requireOneOf(kinds);
  }

  /** Reports the current token, which none of these is, and skips it. */
  skipSurplus(kinds: readonly TokenKind[]): void {
    const { current } = this;
    const expected = describeExpected(kinds);
    const message = `Syntax error: extraneous input '${current.text}' expecting ${expected}`;
    if (current.kind === '<EOF>') throw new SyntaxProblem(current.start, message);
    this.#report({ offset: current.start, message });
    this.#at++;
  }

  /** Sees to it that a field's name follows `.?`. */
  requireName(): void {
    const { current } = this;
    if (current.kind === 'IDENTIFIER' || current.kind === 'ESC_IDENTIFIER') return;
    const expected = describeExpected(['IDENTIFIER', 'ESC_IDENTIFIER']);
    const message = `Syntax error: mismatched input '${current.text}' expecting ${expected}`;
    this.#report({ offset: current.start, message });
    throw new SyntaxProblem(current.start, 'unsupported ident kind');
  }

  /** What is wrong with all that stands between a token and the current one, this included. */
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

  /** `a.b.C` where it is followed by a brace; the stream then stands at the brace. */
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
