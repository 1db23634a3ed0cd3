import type { DeepReadonly } from './deep-readonly.js';
import {
  LabelRequirement,
  SelectorError,
  invalid,
  type LabelOperator,
} from './label-requirement.js';
import type { LabelSelector, LabelSelectorRequirement } from './types.js';
import { labelKeyErrors } from './label-validation.js';

type Labels = Readonly<Record<string, string>>;

/** A query over labels: all requirements must be met, so an empty one matches everything. */
export class LabelRequirements {
  /** Sorted by key. */
  readonly requirements: readonly LabelRequirement[];

  constructor(requirements: readonly LabelRequirement[]) {
    this.requirements = requirements.toSorted(byKey);
  }

  /** Returns whether labels satisfy all requirements. Undefined means no labels. */
  matches(labels: Labels | undefined): boolean {
    return this.requirements.every((requirement) => requirement.matches(labels ?? NO_LABELS));
  }

  /**
   * The query in the format of the API's parameter `labelSelector`. Empty if it matches everything.
   */
  toString(): string {
    return this.requirements.join(',');
  }
}

const NO_LABELS: Labels = {};

/**
 * Parses a label selector such as `app=web,tier in (a,b),!old` (apimachinery's `labels.Parse`).
 * Throws a {@link SelectorError} with apimachinery's message if the text is not a label selector.
 */
export function parseLabelSelector(text: string): LabelRequirements {
  return new LabelRequirements(parseRequirements(text));
}

const OPERATORS = {
  In: 'in',
  NotIn: 'notin',
  Exists: 'exists',
  DoesNotExist: '!',
} as const;

/**
 * Converts a LabelSelector object (`metav1.LabelSelectorAsSelector`). An empty one matches
 * everything; the caller defines the meaning of an absent one. Throws a {@link SelectorError} if it
 * is invalid.
 */
export function labelSelectorFrom(selector: DeepReadonly<LabelSelector>): LabelRequirements {
  const { matchLabels = {}, matchExpressions = [] } = selector;
  return new LabelRequirements([
    ...Object.entries(matchLabels).map(([key, value]) => new LabelRequirement(key, '=', [value])),
    ...matchExpressions.map(fromExpression),
  ]);
}

function fromExpression(expression: DeepReadonly<LabelSelectorRequirement>): LabelRequirement {
  const { key, operator, values = [] } = expression;
  if (!Object.hasOwn(OPERATORS, operator)) {
    throw new SelectorError(`"${operator}" is not a valid label selector operator`);
  }
  return new LabelRequirement(key, OPERATORS[operator], values);
}

function byKey(a: LabelRequirement, b: LabelRequirement): number {
  return a.key < b.key ? -1 : a.key > b.key ? 1 : 0;
}

const BINARY_OPERATORS = 'in, notin, =, ==, !=, gt, lt';

/** Parses the requirements of a selector, in the order of the text (apimachinery's Parser). */
function parseRequirements(text: string): LabelRequirement[] {
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

const SYMBOLS = ['(', ')', ',', '!', '=', '==', '!=', '>', '<', 'in', 'notin'] as const;

interface SelectorToken {
  readonly kind: (typeof SYMBOLS)[number] | 'identifier' | 'end';
  /** The text in the selector. */
  readonly text: string;
}

/**
 * A symbol or a run of other characters; whitespace; or a NUL and the rest of the text. Upstream
 * treats a NUL as the end of the text, but directly after a token only as the end of that token.
 */
const RUN = /(==|!=|[=!(),><]|[^ \t\r\n=!(),><\0]+)\0?|[ \t\r\n]+|\0.*/gs;

/** Splits a label selector into tokens. The last token is the end of the text. */
function lexSelector(text: string): SelectorToken[] {
  const tokens: SelectorToken[] = [];
  for (const [, run] of text.matchAll(RUN)) {
    if (run === undefined) continue;
    tokens.push({ kind: SYMBOLS.find((symbol) => symbol === run) ?? 'identifier', text: run });
  }
  return [...tokens, { kind: 'end', text: '' }];
}
