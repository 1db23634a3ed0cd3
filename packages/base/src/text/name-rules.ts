import { byteLength } from '../bytes/index.js';

// The rules for names, with the texts of apimachinery's api/validate/content. Each returns what is wrong
// with a value: an empty list if it is valid.

const LABEL = '[a-z0-9]([-a-z0-9]*[a-z0-9])?';
const SUBDOMAIN = `${LABEL}(\\.${LABEL})*`;
const LABEL1035 = '[a-z]([-a-z0-9]*[a-z0-9])?';
const LABEL_KEY_NAME = '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]';
const LABEL_VALUE = `(${LABEL_KEY_NAME})?`;

const anchored = (source: string): RegExp => new RegExp(`^${source}$`);
const labelPattern = anchored(LABEL);
const subdomainPattern = anchored(SUBDOMAIN);
const label1035Pattern = anchored(LABEL1035);
const labelKeyNamePattern = anchored(LABEL_KEY_NAME);
const labelValuePattern = anchored(LABEL_VALUE);

/** The API says characters of names and bytes of labels; it counts bytes of both. */
const maxLength = (value: string, max: number, unit: 'bytes' | 'characters'): string[] =>
  // A UTF-16 code unit has at most 3 bytes.
  value.length * 3 > max && byteLength(value) > max ? [`must be no more than ${max} ${unit}`] : [];

function regexText(message: string, source: string, ...examples: string[]): string {
  const quoted = examples.map((example) => `'${example}', `).join(' or ');
  return `${message} (e.g. ${quoted}regex used for validation is '${source}')`;
}

export function isDns1123Label(value: string): string[] {
  const problems = maxLength(value, 63, 'characters');
  if (labelPattern.test(value)) return problems;
  if (subdomainPattern.test(value)) return [...problems, 'must not contain dots'];
  const rule =
    "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character";
  return [...problems, regexText(rule, LABEL, 'my-name', '123-abc')];
}

export function isDns1123Subdomain(value: string): string[] {
  return [...maxLength(value, 253, 'characters'), ...subdomainForm(value)];
}

function subdomainForm(value: string): string[] {
  if (subdomainPattern.test(value)) return [];
  const rule =
    "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character";
  return [regexText(rule, SUBDOMAIN, 'example.com')];
}

export function isDns1035Label(value: string): string[] {
  const problems = maxLength(value, 63, 'characters');
  if (label1035Pattern.test(value)) return problems;
  const rule =
    "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character";
  return [...problems, regexText(rule, LABEL1035, 'my-name', 'abc-123')];
}

const LABEL_KEY_RULE =
  "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character";
const labelKeyText = regexText(LABEL_KEY_RULE, LABEL_KEY_NAME, 'MyName', 'my.name', '123-abc');

const MAX_NAME_PART = 63;

/** A label key, annotation key or finalizer: a name with an optional DNS prefix and `/`. */
export function isQualifiedName(value: string): string[] {
  // The usual form: without a prefix.
  if (value.length <= MAX_NAME_PART && labelKeyNamePattern.test(value)) return [];
  const parts = value.split('/');
  if (parts.length > 2) {
    return [
      `a valid label key ${labelKeyText} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')`,
    ];
  }
  const name = parts.at(-1) ?? '';
  const prefix = parts.length === 2 ? parts[0] : undefined;
  return [...prefixProblems(prefix), ...namePartProblems(name)];
}

function prefixProblems(prefix: string | undefined): string[] {
  if (prefix === undefined) return [];
  if (prefix === '') return ['prefix part must be non-empty'];
  return [...maxLength(prefix, 253, 'bytes'), ...subdomainForm(prefix)].map(
    (problem) => `prefix part ${problem}`,
  );
}

function namePartProblems(name: string): string[] {
  const problems = name === '' ? ['name part must be non-empty'] : [];
  for (const problem of maxLength(name, MAX_NAME_PART, 'bytes'))
    problems.push(`name part ${problem}`);
  if (!labelKeyNamePattern.test(name)) problems.push(`name part ${labelKeyText}`);
  return problems;
}

export function isLabelValue(value: string): string[] {
  const problems = maxLength(value, 63, 'bytes');
  if (labelValuePattern.test(value)) return problems;
  const rule =
    "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character";
  return [...problems, regexText(rule, LABEL_VALUE, 'MyValue', 'my_value', '12345')];
}

/** Validates a name that is used as one segment of a URL path. */
export function isPathSegment(value: string): string[] {
  if (value === '.' || value === '..') return [`may not be '${value}'`];
  return isPathSegmentPrefix(value);
}

export function isPathSegmentPrefix(value: string): string[] {
  return ['/', '%']
    .filter((part) => value.includes(part))
    .map((part) => `may not contain '${part}'`);
}

/** Replaces a trailing dash, which is valid in a prefix because a suffix follows. */
export function maskTrailingDash(name: string): string {
  return name.length > 1 && name.endsWith('-') ? `${name.slice(0, -2)}a` : name;
}
