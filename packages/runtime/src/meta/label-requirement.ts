import { recognizeCopies, VmgenError } from '../errors/vmgen-error.js';
import { labelKeyErrors, labelValueErrors } from './label-validation.js';

/**
 * The operator of a requirement, as written in selectors (`exists` is written without an operator).
 */
export type LabelOperator = 'in' | 'notin' | '=' | '==' | '!=' | '>' | '<' | 'exists' | '!';

/** A text or object is not a valid selector. */
export class SelectorError extends VmgenError {
  /** `SelectorError`, for checks without the class. */
  override readonly name = 'SelectorError';

  static {
    recognizeCopies(this, 'SelectorError');
  }

  constructor(message: string, options?: ErrorOptions) {
    super('ERR_VMGEN_SELECTOR', message, options);
  }
}

/** One condition on one label (apimachinery's `labels.Requirement`). Immutable. */
export class LabelRequirement {
  /** The key of the label. */
  readonly key: string;
  /** How the value of the label is compared. */
  readonly operator: LabelOperator;
  /** Sorted. Duplicates in a text are removed; duplicates in an object are kept. */
  readonly values: readonly string[];
  /** The same values as a set, because a selector may list hundreds of them. */
  readonly #valueSet: ReadonlySet<string>;

  /** Throws a {@link SelectorError} if the key, the operator or the values are invalid. */
  constructor(key: string, operator: LabelOperator, values: readonly string[]) {
    const errors = requirementErrors(key, operator, values);
    if (errors.length > 0) {
      const text = errors.join(', ');
      throw new SelectorError(errors.length === 1 ? text : `[${text}]`);
    }
    this.key = key;
    this.operator = operator;
    this.values = values.toSorted();
    this.#valueSet = new Set(values);
  }

  /** Returns whether labels satisfy the requirement. */
  matches(labels: Readonly<Record<string, string>>): boolean {
    const value = Object.hasOwn(labels, this.key) ? labels[this.key] : undefined;
    switch (this.operator) {
      case 'exists':
        return value !== undefined;
      case '!':
        return value === undefined;
      case 'in':
      case '=':
      case '==':
        return value !== undefined && this.#valueSet.has(value);
      case 'notin':
      case '!=':
        return value === undefined || !this.#valueSet.has(value);
      case '>':
      case '<':
        return value !== undefined && this.#compares(value);
    }
  }

  /** Returns the requirement in the syntax of label selectors. */
  toString(): string {
    const { key, operator, values } = this;
    switch (operator) {
      case 'exists':
        return key;
      case '!':
        return `!${key}`;
      case 'in':
      case 'notin':
        return `${key} ${operator} (${values.join(',')})`;
      default:
        return `${key}${operator}${values.join(',')}`;
    }
  }

  #compares(label: string): boolean {
    const value = parseInt64(label);
    const bound = parseInt64(this.values[0] ?? '');
    if (value === undefined || bound === undefined) return false;
    return this.operator === '>' ? value > bound : value < bound;
  }
}

function requirementErrors(
  key: string,
  operator: LabelOperator,
  values: readonly string[],
): string[] {
  const keyErrors = labelKeyErrors(key);
  return [
    ...(keyErrors.length > 0 ? [invalid('key', key, keyErrors.join('; '))] : []),
    ...countErrors(operator, values),
    ...values.flatMap((value, index) => {
      const errors = labelValueErrors(value);
      return errors.length === 0
        ? []
        : [invalid(`values[${index}][${key}]`, value, errors.join('; '))];
    }),
  ];
}

function countErrors(operator: LabelOperator, values: readonly string[]): string[] {
  // In Go, an empty list is nil.
  const valuesError = (detail: string): string[] => [
    invalid('values', values.length === 0 ? null : values, detail),
  ];
  switch (operator) {
    case 'in':
    case 'notin':
      if (values.length > 0) return [];
      return valuesError("for 'in', 'notin' operators, values set can't be empty");
    case '=':
    case '==':
    case '!=':
      if (values.length === 1) return [];
      return valuesError('exact-match compatibility requires one single value');
    case 'exists':
    case '!':
      if (values.length === 0) return [];
      return valuesError('values set must be empty for exists and does not exist');
    case '>':
    case '<':
      if (values.length !== 1) {
        return valuesError("for 'Gt', 'Lt' operators, exactly one value is required");
      }
      return values
        .filter((value) => parseInt64(value) === undefined)
        .map((value) =>
          invalid('values[0]', value, "for 'Gt', 'Lt' operators, the value must be an integer"),
        );
  }
}

/** Returns a field error of type Invalid as the API server prints it. */
export function invalid(
  path: string,
  value: string | readonly string[] | null,
  detail: string,
): string {
  const text = typeof value === 'string' ? goQuote(value) : JSON.stringify(value);
  return `${path}: Invalid value: ${text}: ${detail}`;
}

const MAX_INT64 = 2n ** 63n - 1n;

function parseInt64(text: string): bigint | undefined {
  // An int64 has at most 19 digits. Parsing millions of digits would be slow.
  const [, sign, digits] = /^([+-]?)0*([0-9]{1,19})$/.exec(text) ?? [];
  if (digits === undefined) return undefined;
  const value = sign === '-' ? -BigInt(digits) : BigInt(digits);
  return value > MAX_INT64 || value < -MAX_INT64 - 1n ? undefined : value;
}

const SHORT_ESCAPES: ReadonlyMap<string, string> = new Map([
  ['\u0007', '\\a'],
  ['\b', '\\b'],
  ['\f', '\\f'],
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
  ['\v', '\\v'],
  ['"', '\\"'],
  ['\\', '\\\\'],
]);
const NEEDS_ESCAPE = /["\\]|[^\p{L}\p{M}\p{N}\p{P}\p{S} ]/gu;

/** Quotes a text as Go's `%q` does, for messages that equal those of the API server. */
function goQuote(text: string): string {
  const escaped = text.replace(
    NEEDS_ESCAPE,
    (character) => SHORT_ESCAPES.get(character) ?? escapeRune(character),
  );
  return `"${escaped}"`;
}

function escapeRune(character: string): string {
  const rune = character.codePointAt(0) ?? 0;
  const [letter, digits] =
    rune < 0x20 || rune === 0x7f ? ['x', 2] : rune < 0x10000 ? ['u', 4] : ['U', 8];
  return `\\${letter}${rune.toString(16).padStart(digits, '0')}`;
}
