import { runeCount } from '@vmgen/base/text';
import type { Expr, MapEntry, StructField } from './ast.js';
import { Extents } from './extents.js';
import { tokenize } from './lexer.js';
import { expandMacro, MacroError } from './macros.js';
import { parseLiteral } from './parse-literal.js';
import type { Issue } from './source.js';
import { SyntaxProblem, TokenStream } from './token-stream.js';
import { EXPRESSION_START, type Token, type TokenKind } from './token.js';

/** A syntax tree and the errors in its text. */
interface Parsed {
  readonly expr: Expr;
  readonly issues: readonly Issue[];
}

const MAX_CODE_POINTS = 100_000;
const MAX_DEPTH = 250;

const RESERVED_WORDS = new Set(
  (
    'as break const continue else for function if import let loop package namespace return var ' +
    'void while'
  ).split(' '),
);
/** A binary operator. */
interface Operator {
  /** The name of its function. */
  readonly name: string;
  /** Operators with a higher one bind first. */
  readonly precedence: number;
}

const OPERATORS = new Map<TokenKind, Operator>([
  ["'||'", { name: '_||_', precedence: 0 }],
  ["'&&'", { name: '_&&_', precedence: 1 }],
  ["'<'", { name: '_<_', precedence: 2 }],
  ["'<='", { name: '_<=_', precedence: 2 }],
  ["'>='", { name: '_>=_', precedence: 2 }],
  ["'>'", { name: '_>_', precedence: 2 }],
  ["'=='", { name: '_==_', precedence: 2 }],
  ["'!='", { name: '_!=_', precedence: 2 }],
  ["'in'", { name: '@in', precedence: 2 }],
  ["'+'", { name: '_+_', precedence: 3 }],
  ["'-'", { name: '_-_', precedence: 3 }],
  ["'*'", { name: '_*_', precedence: 4 }],
  ["'/'", { name: '_/_', precedence: 4 }],
  ["'%'", { name: '_%_', precedence: 4 }],
]);
/** Chains of operators with a lower precedence, `||` and `&&`, become balanced trees. */
const BALANCED = 2;

const operandStart: readonly TokenKind[] = EXPRESSION_START.filter((kind) => kind !== "'!'");
const INFIX_OPERATORS: readonly TokenKind[] = [...OPERATORS.keys(), "'?'"];
/** The tokens that may follow an operand, in addition to those of the enclosing construct. */
const AFTER_OPERAND: readonly TokenKind[] = [...INFIX_OPERATORS, "'.'", "'['"];

/** Parses an expression by CEL's grammar, with cel-go's error messages. */
export function parse(text: string): Parsed {
  const issues: Issue[] = [];
  const length = runeCount(text);
  if (length > MAX_CODE_POINTS) {
    const message = `expression code point size exceeds limit: size: ${length}, limit ${MAX_CODE_POINTS}`;
    return { expr: { kind: 'unspecified', offset: 0 }, issues: [{ offset: undefined, message }] };
  }
  const report = (issue: Issue): void => void issues.push(issue);
  const parser = new Parser(new TokenStream(text, tokenize(text, report), report), report);
  try {
    return { expr: parser.parseAll(), issues };
  } catch (error) {
    if (!(error instanceof SyntaxProblem)) throw error;
    report({ offset: error.offset, message: error.message });
    return { expr: { kind: 'unspecified', offset: error.offset ?? 0 }, issues };
  }
}

/** An identifier without its backquotes, which allow characters such as `-`. */
const unescaped = ({ kind, text }: Token): string =>
  kind === 'ESC_IDENTIFIER' ? text.slice(1, -1) : text;

class Parser {
  readonly #tokens: TokenStream;
  readonly #report: (issue: Issue) => void;
  readonly #extents = new Extents();
  #depth = 0;
  /** The tokens that may follow the current expression. */
  #closers: readonly TokenKind[] = ['<EOF>'];

  constructor(tokens: TokenStream, report: (issue: Issue) => void) {
    this.#tokens = tokens;
    this.#report = report;
  }

  parseAll(): Expr {
    const expr = this.#expr();
    this.#tokens.expect('<EOF>', []);
    return expr;
  }

  /** Parses an expression that must be followed by one of these tokens. */
  #exprBefore(...closers: TokenKind[]): Expr {
    const outer = this.#closers;
    this.#closers = closers;
    const expr = this.#expr();
    this.#closers = outer;
    return expr;
  }

  /** Consumes the token that ends an operand. */
  #close(kind: TokenKind): void {
    this.#tokens.expect(kind, [...AFTER_OPERAND, ...this.#closers]);
  }

  #expr(): Expr {
    this.#depth++;
    if (this.#depth > MAX_DEPTH) {
      throw new SyntaxProblem(undefined, `expression recursion limit exceeded: ${MAX_DEPTH}`);
    }
    const condition = this.#binary();
    const question = this.#tokens.take("'?'");
    if (question === undefined) {
      this.#depth--;
      return condition;
    }
    const outer = this.#closers;
    this.#closers = ["':'"];
    const ifTrue = this.#binary();
    this.#closers = outer;
    this.#tokens.expect("':'", EXPRESSION_START);
    const ifFalse = this.#expr();
    this.#depth--;
    return this.#nested(question, '_?_:_', condition, ifTrue, ifFalse);
  }

  /**
   * Parses operands with operators of at least a precedence. Takes few calls for a level of nesting: there may be
   * {@link MAX_DEPTH} levels, and a worker of a browser has a small stack.
   */
  #binary(least = 0): Expr {
    let left = this.#unary();
    for (;;) {
      const operator = OPERATORS.get(this.#tokens.current.kind);
      if (operator === undefined || operator.precedence < least) return left;
      left = this.#withRight(left, operator);
    }
  }

  #withRight(left: Expr, { name, precedence }: Operator): Expr {
    const operator = this.#tokens.advance();
    const right = this.#binary(precedence + 1);
    if (precedence >= BALANCED) return this.#nested(operator, name, left, right);
    const terms = [left, right];
    const operators = [operator];
    for (;;) {
      const next = this.#tokens.take(operator.kind);
      if (next === undefined) return this.#tree(name, terms, operators);
      operators.push(next);
      terms.push(this.#binary(precedence + 1));
    }
  }

  /**
   * Builds a balanced tree from a chain, as cel-go does, so that a chain of thousands of terms
   * stays shallow.
   */
  #tree(name: string, terms: readonly Expr[], operators: readonly Token[]): Expr {
    const middle = operators.length >> 1;
    const operator = operators[middle];
    const [only] = terms;
    if (operator === undefined && only !== undefined) return only;
    if (operator === undefined) throw new Error('a chain of operators without operands');
    const left = this.#tree(name, terms.slice(0, middle + 1), operators.slice(0, middle));
    const right = this.#tree(name, terms.slice(middle + 1), operators.slice(middle + 1));
    return this.#call(operator, name, left, right);
  }

  #unary(): Expr {
    this.#tokens.sync(EXPRESSION_START);
    const first = this.#tokens.current;
    if (first.kind === "'-'" && !this.#beginsNegativeLiteral()) return this.#prefix(first, '-_');
    return first.kind === "'!'" ? this.#prefix(first, '!_') : this.#member();
  }

  #beginsNegativeLiteral(): boolean {
    const next = this.#tokens.peek().kind;
    return next === 'NUM_INT' || next === 'NUM_FLOAT';
  }

  /** Pairs of the same operator cancel out, as in cel-go. */
  #prefix(first: Token, name: string): Expr {
    let count = 0;
    let last = first;
    while (this.#tokens.current.kind === first.kind) {
      last = this.#tokens.advance();
      count++;
    }
    const next = this.#tokens.current;
    if (next.kind === "'-'" && !this.#beginsNegativeLiteral()) {
      this.#tokens.advance();
      throw this.#tokens.noAlternative(next);
    }
    if (!operandStart.includes(next.kind)) {
      if (first.kind === "'-'") return this.#minusOfNothing(last);
      this.#tokens.skipSurplus(EXPRESSION_START);
    }
    const operand = this.#member();
    return count % 2 === 0 ? operand : this.#call(first, name, operand);
  }

  /** Recovers from a minus without an operand: treats it as a binary operator. */
  #minusOfNothing(minus: Token): Expr {
    const problem = this.#tokens.noAlternative(minus);
    this.#report({ offset: problem.offset, message: problem.message });
    return this.#unary();
  }

  #member(): Expr {
    let operand = this.#primary();
    for (;;) {
      const op = this.#tokens.current;
      if (op.kind === "'.'") operand = this.#select(operand);
      else if (op.kind === "'['") operand = this.#index(operand);
      else return operand;
    }
  }

  #select(operand: Expr): Expr {
    const dot = this.#tokens.advance();
    const optional = this.#tokens.take("'?'");
    const name = this.#tokens.current;
    const isCall = name.kind === 'IDENTIFIER' && this.#tokens.peek().kind === "'('";
    if (optional !== undefined) this.#tokens.requireName();
    if (name.kind !== 'IDENTIFIER' && name.kind !== 'ESC_IDENTIFIER') return this.#nameless(dot);
    this.#tokens.advance();
    const fieldName = unescaped(name);
    if (optional !== undefined) {
      const field: Expr = { kind: 'literal', offset: name.start, value: fieldName };
      return this.#nested(dot, '_?._', operand, field);
    }
    if (!isCall) {
      const select: Expr = {
        kind: 'select',
        offset: dot.start,
        operand,
        field: fieldName,
        testOnly: false,
      };
      return this.#extents.take(select, 1);
    }
    const open = this.#tokens.advance();
    return this.#macroOrCall(open, name.text, operand, this.#arguments());
  }

  /** Recovers from a dot without a name if an infix operator follows. */
  #nameless(dot: Token): Expr {
    const problem = this.#tokens.noAlternative(dot);
    if (!INFIX_OPERATORS.includes(this.#tokens.current.kind)) throw problem;
    this.#report({ offset: problem.offset, message: problem.message });
    return { kind: 'unspecified', offset: dot.start };
  }

  #index(operand: Expr): Expr {
    const open = this.#tokens.advance();
    this.#tokens.sync([...EXPRESSION_START, "'?'"]);
    const optional = this.#tokens.take("'?'");
    const index = this.#exprBefore("']'");
    this.#close("']'");
    return this.#nested(open, optional === undefined ? '_[_]' : '_[?_]', operand, index);
  }

  #arguments(): Expr[] {
    this.#tokens.sync([...EXPRESSION_START, "')'"]);
    const args: Expr[] = [];
    if (this.#tokens.take("')'") !== undefined) return args;
    do args.push(this.#exprBefore("','", "')'"));
    while (this.#tokens.take("','") !== undefined);
    this.#close("')'");
    return args;
  }

  #primary(): Expr {
    const token = this.#tokens.current;
    switch (token.kind) {
      case "'.'":
      case 'IDENTIFIER':
        return this.#name();
      case "'('": {
        this.#tokens.advance();
        const inner = this.#exprBefore("')'");
        this.#close("')'");
        return inner;
      }
      case "'['":
        return this.#list();
      case "'{'":
        return this.#map();
      default:
        return parseLiteral(this.#tokens, this.#report);
    }
  }

  #name(): Expr {
    const dot = this.#tokens.take("'.'");
    const first = this.#tokens.current;
    if (first.kind !== 'IDENTIFIER') throw this.#tokens.noAlternative(dot ?? first);
    const typeName = this.#tokens.structName();
    if (typeName !== undefined) return this.#struct((dot?.text ?? '') + typeName);
    this.#tokens.advance();
    const start = dot ?? first;
    if (RESERVED_WORDS.has(first.text)) {
      this.#report({ offset: start.start, message: `reserved identifier: ${first.text}` });
    }
    const name = (dot?.text ?? '') + first.text;
    const open = this.#tokens.take("'('");
    if (open !== undefined) return this.#macroOrCall(open, name, undefined, this.#arguments());
    if (RESERVED_WORDS.has(first.text)) return { kind: 'unspecified', offset: start.start };
    return { kind: 'ident', offset: first.start, name };
  }

  #list(): Expr {
    const open = this.#tokens.advance();
    const elements: Expr[] = [];
    const optionals = new Set<number>();
    this.#tokens.sync([...EXPRESSION_START, "']'", "','", "'?'"]);
    while (this.#tokens.current.kind !== "']'" && this.#tokens.current.kind !== "','") {
      if (this.#tokens.take("'?'") !== undefined) optionals.add(elements.length);
      elements.push(this.#exprBefore("','", "']'"));
      if (!this.#hasNextElement()) break;
    }
    this.#closeSequence("']'");
    return this.#extents.take({ kind: 'list', offset: open.start, elements, optionals }, 0);
  }

  #map(): Expr {
    const open = this.#tokens.advance();
    const entries: MapEntry[] = [];
    this.#tokens.sync([...EXPRESSION_START, "'}'", "','", "'?'"]);
    while (this.#tokens.current.kind !== "'}'" && this.#tokens.current.kind !== "','") {
      const optional = this.#tokens.take("'?'") !== undefined;
      const key = this.#exprBefore("':'");
      const colon = this.#tokens.expect("':'", EXPRESSION_START);
      const value = this.#exprBefore("','", "'}'");
      entries.push({ offset: colon.start, key, value, optional });
      if (!this.#hasNextElement()) break;
    }
    this.#closeSequence("'}'");
    return this.#extents.take({ kind: 'map', offset: open.start, entries }, 0);
  }

  #struct(typeName: string): Expr {
    const open = this.#tokens.advance();
    const fields: StructField[] = [];
    this.#tokens.sync(["'}'", "','", "'?'", 'IDENTIFIER', 'ESC_IDENTIFIER']);
    while (this.#tokens.current.kind !== "'}'" && this.#tokens.current.kind !== "','") {
      const optional = this.#tokens.take("'?'") !== undefined;
      const name =
        this.#tokens.take('ESC_IDENTIFIER') ?? this.#tokens.expect('IDENTIFIER', ["':'"]);
      const colon = this.#tokens.expect("':'", EXPRESSION_START);
      const value = this.#exprBefore("','", "'}'");
      fields.push({ offset: colon.start, name: unescaped(name), value, optional });
      if (!this.#hasNextElement()) break;
    }
    this.#closeSequence("'}'");
    return this.#extents.take({ kind: 'struct', offset: open.start, typeName, fields }, 0);
  }

  /** Consumes the comma if an element follows it. Leaves a trailing comma. */
  #hasNextElement(): boolean {
    const next = this.#tokens.peek().kind;
    const begins = EXPRESSION_START.includes(next) || next === "'?'" || next === 'ESC_IDENTIFIER';
    if (this.#tokens.current.kind !== "','" || !begins) return false;
    this.#tokens.advance();
    return true;
  }

  #closeSequence(close: TokenKind): void {
    this.#tokens.sync([close, "','"]);
    this.#tokens.take("','");
    this.#close(close);
  }

  #macroOrCall(open: Token, name: string, target: Expr | undefined, args: readonly Expr[]): Expr {
    try {
      const expanded = expandMacro(name, open.start, target, args);
      const call = expanded ?? { kind: 'call', offset: open.start, name, target, args };
      return this.#extents.take(call, target === undefined ? 0 : 1);
    } catch (error) {
      if (!(error instanceof MacroError)) throw error;
      this.#report({ offset: error.at.offset, message: error.message });
      return { kind: 'unspecified', offset: error.at.offset };
    }
  }

  #call(op: Token, name: string, ...args: Expr[]): Expr {
    const call: Expr = { kind: 'call', offset: op.start, name, target: undefined, args };
    return this.#extents.take(call, 0);
  }

  /** A call that counts as a nesting level. */
  #nested(op: Token, name: string, ...args: Expr[]): Expr {
    return this.#extents.take(this.#call(op, name, ...args), 1);
  }
}
