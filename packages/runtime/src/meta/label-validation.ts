/** The rules for label keys and values with their messages (apimachinery, util/validation). */

const NAME = '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]';
const VALUE = `(${NAME})?`;
const LABEL = '[a-z0-9]([-a-z0-9]*[a-z0-9])?';
const SUBDOMAIN = `${LABEL}(\\.${LABEL})*`;

const NAME_PATTERN = new RegExp(`^${NAME}$`);
const VALUE_PATTERN = new RegExp(`^${VALUE}$`);
const SUBDOMAIN_PATTERN = new RegExp(`^${SUBDOMAIN}$`);

const CHARACTERS =
  "must consist of alphanumeric characters, '-', '_' or '.', " +
  'and must start and end with an alphanumeric character';

/**
 * Returns the errors of a label key. A valid key is `NAME`, or a DNS subdomain, a slash and `NAME`.
 */
export function labelKeyErrors(key: string): string[] {
  const parts = key.split('/');
  const nameRule = regexError(CHARACTERS, NAME, ['MyName', 'my.name', '123-abc']);
  if (parts.length > 2) {
    return [
      `a valid label key ${nameRule} with an optional DNS subdomain prefix and '/' ` +
        "(e.g. 'example.com/MyName')",
    ];
  }
  const name = parts[parts.length - 1] ?? '';
  const prefix = parts.length === 2 ? parts[0] : undefined;
  const errors = prefix === undefined ? [] : prefixErrors(prefix);
  if (name === '') errors.push('name part must be non-empty');
  else if (byteLength(name) > 63) errors.push(`name part ${maxLengthError(63)}`);
  if (!NAME_PATTERN.test(name)) errors.push(`name part ${nameRule}`);
  return errors;
}

/** Returns the errors of a label value. */
export function labelValueErrors(value: string): string[] {
  const errors = byteLength(value) > 63 ? [maxLengthError(63)] : [];
  if (!VALUE_PATTERN.test(value)) {
    const rule = `a valid label must be an empty string or ${CHARACTERS.replace('must consist', 'consist')}`;
    errors.push(regexError(rule, VALUE, ['MyValue', 'my_value', '12345']));
  }
  return errors;
}

function prefixErrors(prefix: string): string[] {
  if (prefix === '') return ['prefix part must be non-empty'];
  const errors = byteLength(prefix) > 253 ? [`prefix part ${maxLengthError(253)}`] : [];
  if (!SUBDOMAIN_PATTERN.test(prefix)) {
    const rule =
      "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or " +
      "'.', and must start and end with an alphanumeric character";
    errors.push(`prefix part ${regexError(rule, SUBDOMAIN, ['example.com'])}`);
  }
  return errors;
}

function byteLength(text: string): number {
  return new TextEncoder().encode(text).length;
}

function maxLengthError(length: number): string {
  return `must be no more than ${length} bytes`;
}

function regexError(message: string, pattern: string, examples: readonly string[]): string {
  const list = examples.map((example) => `'${example}', `).join(' or ');
  return `${message} (e.g. ${list}regex used for validation is '${pattern}')`;
}
