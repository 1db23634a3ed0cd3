import {
  invalid,
  LabelRequirement,
  SelectorError,
  type LabelOperator,
} from './label-requirement.js';
import { lexSelector, type SelectorToken } from './label-selector-lexer.js';
import { labelKeyErrors } from './label-validation.js';

const BINARY_OPERATORS = 'in, notin, =, ==, !=, gt, lt';

/** Parses the requirements of a selector, in the order of the text (apimachinery's Parser). */
export function parseRequirements(text: string): LabelRequirement[] {
  return new Parser(lexSelector(text)).parse();
}

class Parser {
  readonly #tokens: readonly SelectorToken[];
  #position = 0;

  constructor(tokens: readonly SelectorToken[]) {
    this.#tokens = tokens;
  }

  parse(): LabelRequirement[] {
    const requirements: LabelRequirement[] = [];
    for (;;) {
      const token = this.#peek();
      if (token.kind === 'end') return requirements;
      if (!startsRequirement(token)) {
        fail(token, "', expected: !, identifier, or 'end of string'");
      }
      requirements.push(this.#requirementInContext());
      if (!this.#separator()) return requirements;
    }
  }

  /**
   * Reads a comma that is followed by another requirement. Returns false at the end of the text.
   */
  #separator(): boolean {
    const token = this.#next();
    if (token.kind === 'end') return false;
    if (token.kind !== ',') fail(token, "', expected: ',' or 'end of string'");
    const after = this.#peek();
    if (!startsRequirement(after)) fail(after, "', expected: identifier after ','");
    return true;
  }

  #requirementInContext(): LabelRequirement {
    try {
      return this.#requirement();
    } catch (error) {
      if (!(error instanceof SelectorError)) throw error;
      throw new SelectorError(`unable to parse requirement: ${error.message}`);
    }
  }

  #requirement(): LabelRequirement {
    const negated = this.#peek().kind === '!';
    if (negated) this.#next();
    const key = this.#key();
    if (negated) return new LabelRequirement(key, '!', []);
    const { kind } = this.#peek();
    if (kind === 'end' || kind === ',') return new LabelRequirement(key, 'exists', []);
    const operator = this.#operator();
    const values = operator === 'in' || operator === 'notin' ? this.#set() : [this.#exactValue()];
    return new LabelRequirement(key, operator, [...new Set(values)].sort());
  }

  #key(): string {
    const token = this.#next();
    if (!isValue(token)) fail(token, "', expected: identifier");
    const errors = labelKeyErrors(token.text);
    // The API server's message has `<nil>` here, because Go prints a nil path.
    if (errors.length > 0) throw new SelectorError(invalid('<nil>', token.text, errors.join('; ')));
    return token.text;
  }

  #operator(): LabelOperator {
    const token = this.#next();
    switch (token.kind) {
      case 'in':
      case 'notin':
      case '=':
      case '==':
      case '!=':
      case '>':
      case '<':
        return token.kind;
      default:
        return fail(token, `', expected: ${BINARY_OPERATORS}`);
    }
  }

  #exactValue(): string {
    const { kind } = this.#peek();
    if (kind === 'end' || kind === ',') return '';
    const token = this.#next();
    return isValue(token) ? token.text : fail(token, "', expected: identifier");
  }

  /** `(a,b)`. The lists `()`, `(,a)` and `(a,)` contain the empty value. */
  #set(): string[] {
    const open = this.#next();
    if (open.kind !== '(') fail(open, "' expected: '('");
    const first = this.#peek();
    if (first.kind === ')') {
      this.#next();
      return [''];
    }
    if (first.kind !== ',' && !isValue(first)) fail(first, "', expected: ',', ')' or identifier");
    const values = this.#setItems();
    this.#next();
    return values;
  }

  /** Reads up to the closing parenthesis and does not consume it. */
  #setItems(): string[] {
    const values: string[] = [];
    for (;;) {
      const token = this.#next();
      const after = this.#peek();
      if (token.kind === ',') {
        if (values.length === 0 || after.kind === ',') values.push('');
        if (after.kind === ')') return [...values, ''];
      } else if (isValue(token)) {
        values.push(token.text);
        if (after.kind === ')') return values;
        if (after.kind !== ',') fail(after, "', expected: ',' or ')'");
      } else {
        fail(token, "', expected: ',', or identifier");
      }
    }
  }

  #peek(): SelectorToken {
    return this.#tokens[this.#position] ?? END;
  }

  #next(): SelectorToken {
    const token = this.#peek();
    this.#position++;
    return token;
  }
}

const END: SelectorToken = { kind: 'end', text: '' };

function startsRequirement(token: SelectorToken): boolean {
  return token.kind === '!' || isValue(token);
}

/** `in` and `notin` are operators only where an operator is expected. */
function isValue({ kind }: SelectorToken): boolean {
  return kind === 'identifier' || kind === 'in' || kind === 'notin';
}

function fail({ text }: SelectorToken, rest: string): never {
  throw new SelectorError(`found '${text}${rest}`);
}
