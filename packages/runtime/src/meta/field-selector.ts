import { SelectorError } from './label-requirement.js';

/** One condition on one field. */
export interface FieldRequirement {
  /** The field's path, such as `metadata.name`. */
  readonly field: string;
  /** Whether the value must be equal or must differ. */
  readonly operator: '=' | '!=';
  /** The value to compare the field with. */
  readonly value: string;
}

/** A query over fields: all requirements must be met. */
export interface FieldRequirements {
  /** Sorted by their text. */
  readonly requirements: readonly FieldRequirement[];
  /** `fields` returns the value at a path. A missing field is treated as empty. */
  matches(fields: (path: string) => string | undefined): boolean;
  /** The query in the format of the API's parameter `fieldSelector`. */
  toString(): string;
}

/**
 * Parses a field selector such as `metadata.name=a,status.phase!=Failed` (apimachinery's
 * `fields.ParseSelector`). A backslash escapes `,`, `=` and `\`. Throws a {@link SelectorError} if
 * the text is not a field selector.
 */
export function parseFieldSelector(text: string): FieldRequirements {
  const requirements = splitTerms(text)
    .filter((term) => term !== '')
    .sort()
    .map((term) => parseTerm(term, text))
    // Upstream drops terms without a field and a value, such as `!=`.
    .filter(({ field, value }) => field !== '' || value !== '');
  const conditions = conditionsOf(requirements);
  return {
    requirements,
    matches: (fields) => conditions.every((condition) => holds(condition, fields)),
    toString: () =>
      requirements
        .map(({ field, operator, value }) => `${field}${operator}${escapeValue(value)}`)
        .join(','),
  };
}

/** All requirements on one field. A selector may contain a field hundreds of times. */
interface FieldCondition {
  readonly field: string;
  /** The value that the field must have. Two different values match nothing. */
  readonly required: Set<string>;
  readonly excluded: Set<string>;
}

function conditionsOf(requirements: readonly FieldRequirement[]): FieldCondition[] {
  const conditions = new Map<string, FieldCondition>();
  for (const { field, operator, value } of requirements) {
    let condition = conditions.get(field);
    if (condition === undefined) {
      condition = { field, required: new Set(), excluded: new Set() };
      conditions.set(field, condition);
    }
    (operator === '=' ? condition.required : condition.excluded).add(value);
  }
  return [...conditions.values()];
}

function holds(
  { field, required, excluded }: FieldCondition,
  fields: (path: string) => string | undefined,
): boolean {
  const value = fields(field) ?? '';
  if (required.size > 0 && (required.size > 1 || !required.has(value))) return false;
  return !excluded.has(value);
}

/** Splits at commas that are not escaped. */
function splitTerms(text: string): string[] {
  const terms: string[] = [];
  let start = 0;
  for (let i = 0; i < text.length; i++) {
    if (text[i] === '\\') i++;
    else if (text[i] === ',') {
      terms.push(text.slice(start, i));
      start = i + 1;
    }
  }
  return [...terms, text.slice(start)];
}

function parseTerm(term: string, selector: string): FieldRequirement {
  const match = /^(.*?)(!=|==|=)(.*)$/s.exec(term);
  if (match === null) {
    throw new SelectorError(`invalid selector: '${selector}'; can't understand '${term}'`);
  }
  const [, field = '', operator, value = ''] = match;
  return { field, operator: operator === '!=' ? '!=' : '=', value: unescapeValue(value) };
}

function escapeValue(value: string): string {
  return value.replace(/[\\,=]/g, (character) => `\\${character}`);
}

/** Reverses {@link escapeValue}. An unescaped `=` or an unknown escape is an error. */
function unescapeValue(text: string): string {
  return text.replace(/\\([^]?)|[,=]/gu, (found, escaped: string | undefined) => {
    if (escaped === undefined) {
      // The API server prints the character's code.
      const code = found.charCodeAt(0);
      throw new SelectorError(`invalid field selector: unescaped character in value: ${code}`);
    }
    if (escaped === '\\' || escaped === ',' || escaped === '=') return escaped;
    throw new SelectorError(`invalid field selector: invalid escape sequence: ${found}`);
  });
}
