import { SelectorError } from './label-requirement.js';

/** One condition on one field. */
export interface FieldRequirement {
  /** The field's path, such as `metadata.name`. */
  readonly field: string;
  readonly operator: '=' | '!=';
  readonly value: string;
}

/** A query over fields: all its requirements must hold. */
export interface FieldRequirements {
  /** Sorted by their texts. */
  readonly requirements: readonly FieldRequirement[];
  /** `fields` gives the value at a path; a field that is not there counts as empty. */
  matches(fields: (path: string) => string | undefined): boolean;
  /** The query as the API's `fieldSelector` parameter takes it. */
  toString(): string;
}

/**
 * The selector that a text such as `metadata.name=a,status.phase!=Failed` names (apimachinery's
 * `fields.ParseSelector`). A backslash takes `,`, `=` and `\` as they stand. Throws a
 * {@link SelectorError}.
 */
export function parseFieldSelector(text: string): FieldRequirements {
  const requirements = splitTerms(text)
    .filter((term) => term !== '')
    .sort()
    .map((term) => parseTerm(term, text))
    // Upstream drops what has neither, such as `!=`.
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

/** What the requirements ask of one field. A selector may name a field hundreds of times. */
interface FieldCondition {
  readonly field: string;
  /** The value that the field must have; two different ones match nothing. */
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

/** Cuts at the commas that no backslash protects. */
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

/** Undoes {@link escapeValue}; a lone `=` or an unknown escape is an error. */
function unescapeValue(text: string): string {
  return text.replace(/\\([^]?)|[,=]/gu, (found, escaped: string | undefined) => {
    if (escaped === undefined) {
      // The API prints the character's number.
      const code = found.charCodeAt(0);
      throw new SelectorError(`invalid field selector: unescaped character in value: ${code}`);
    }
    if (escaped === '\\' || escaped === ',' || escaped === '=') return escaped;
    throw new SelectorError(`invalid field selector: invalid escape sequence: ${found}`);
  });
}
