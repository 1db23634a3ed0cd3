import {
  ArrayList,
  CelError,
  CelList,
  type CelValue,
  CelMap,
  Duration,
  Timestamp,
  typeNameOf,
  TypeValue,
  Uint,
} from '../values/value.js';
import { assertLength, VisitBudget } from '../values/cost-limit-error.js';
import { showValue } from '../values/show-value.js';
import type { CelFunction } from './function-library.js';
import { byteLength, decodeUtf8, encodeHex, encodeUtf8 } from '@vmgen/base/bytes';
import { shortEscapes, goQuote } from '@vmgen/base/text';
import { printFixedDouble } from '../values/print-number.js';
import { textOf } from './conversions.js';
import { indexInLinearTime, splitText } from './search-text.js';
import {
  clauseError,
  FormatStringError,
  printFormat,
  type FormatClause,
} from './format-clauses.js';

/** Functions of strings: cel-go's standard library and version 2 of its extension. */

const outOfRange = (index: bigint): CelError => new CelError(`index out of range: ${index}`);
const text = (value: CelValue | undefined): string => (typeof value === 'string' ? value : '');
const int = (value: CelValue | undefined): bigint => (typeof value === 'bigint' ? value : 0n);

const smaller = (a: bigint, b: bigint): bigint => (a < b ? a : b);

function charAt(str: string, index: bigint): CelValue {
  const chars = Array.from(str);
  if (index < 0n || index > BigInt(chars.length)) return outOfRange(index);
  return chars[Number(index)] ?? '';
}

function indexOf(str: string, part: string, offset: bigint): CelValue {
  if (offset < 0n) return outOfRange(offset);
  const [chars, wanted] = [Array.from(str), Array.from(part)];
  if (part === '') return smaller(offset, BigInt(chars.length));
  return BigInt(indexInLinearTime(chars, wanted, Number(offset)));
}

function lastIndexOf(str: string, part: string, offset: bigint | undefined): CelValue {
  const [chars, wanted] = [Array.from(str), Array.from(part)];
  if (offset !== undefined && offset < 0n) return outOfRange(offset);
  const length = BigInt(chars.length);
  if (part === '') return smaller(offset ?? length, length);
  if (offset === undefined && byteLength(str) < byteLength(part)) return -1n;
  const from = offset ?? length - 1n;
  if (from < 0n) return outOfRange(from);
  if (from >= length) return -1n;
  // The last occurrence is the first one in reverse.
  const last = chars.length - wanted.length;
  const skipped = Math.max(0, last - Number(from));
  const at = indexInLinearTime(chars.reverse(), wanted.reverse(), skipped);
  return at === -1 ? -1n : BigInt(last - at);
}

function substring(str: string, start: bigint, end: bigint | undefined): CelValue {
  const chars = Array.from(str);
  const length = BigInt(chars.length);
  if (end !== undefined && start > end) {
    return new CelError(`invalid substring range. start: ${start}, end: ${end}`);
  }
  if (start < 0n || start > length) return outOfRange(start);
  if (end !== undefined && (end < 0n || end > length)) return outOfRange(end);
  return chars.slice(Number(start), end === undefined ? undefined : Number(end)).join('');
}

/** Go's strings.Replace: an empty search text matches before each character and at the end. */
function replace(str: string, old: string, replacement: string, limit: bigint): string {
  const times = limit < 0n ? Infinity : Number(limit);
  if (old === '') return replaceEmpty(str, replacement, times);
  const parts = splitText(str, old);
  const count = Math.min(times, parts.length - 1);
  assertLength(str.length + count * (replacement.length - old.length));
  const head = parts.slice(0, times + 1).join(replacement);
  return [head, ...parts.slice(times + 1)].join(old);
}

function replaceEmpty(str: string, replacement: string, times: number): string {
  const chars = Array.from(str);
  assertLength(str.length + Math.min(times, chars.length + 1) * replacement.length);
  const head = chars.map((char, i) => (i < times ? replacement : '') + char).join('');
  return chars.length < times ? head + replacement : head;
}

function split(str: string, separator: string, limit: bigint): CelValue {
  if (limit === 0n) return new ArrayList([]);
  const parts = separator === '' ? Array.from(str) : splitText(str, separator);
  const most = limit < 0n ? parts.length : Number(limit);
  if (parts.length <= most) return new ArrayList(parts);
  const rest = parts.slice(most - 1).join(separator);
  return new ArrayList([...parts.slice(0, most - 1), rest]);
}

function join(list: CelValue | undefined, separator: string): CelValue {
  const parts: string[] = [];
  if (!(list instanceof CelList)) return new CelError('no such overload');
  let length = 0;
  for (const item of list) {
    if (item instanceof CelError) return item;
    if (typeof item !== 'string') return new CelError(`join: invalid input: ${showValue(item)}`);
    parts.push(item);
    length += item.length + separator.length;
    assertLength(length);
  }
  return parts.join(separator);
}

const QUOTED = /[\u0007\b\f\n\r\t\v\\"]/g;

/** Replaces unpaired surrogates with U+FFFD. */
const wellFormed = (str: string): string => decodeUtf8(encodeUtf8(str));

const quote = (str: string): string =>
  `"${wellFormed(str).replace(QUOTED, (char) => shortEscapes[char] ?? char)}"`;

const lower = (str: string): string => str.replace(/[A-Z]/g, (char) => char.toLowerCase());
const upper = (str: string): string => str.replace(/[a-z]/g, (char) => char.toUpperCase());

const isSpace = (char: string | undefined): boolean =>
  char !== undefined && char !== '\ufeff' && /[\s\u0085]/.test(char);

/**
 * Go's strings.TrimSpace. Unlike JavaScript's, it keeps U+FEFF and removes U+0085. A regular
 * expression would take quadratic time on runs of spaces inside the text.
 */
function trim(str: string): string {
  let from = 0;
  let to = str.length;
  while (from < to && isSpace(str[from])) from++;
  while (from < to && isSpace(str[to - 1])) to--;
  return str.slice(from, to);
}

export const STRINGS: ReadonlyMap<string, CelFunction> = new Map<string, CelFunction>([
  ['contains_string', ([a, b]) => text(a).includes(text(b))],
  ['starts_with_string', ([a, b]) => text(a).startsWith(text(b))],
  ['ends_with_string', ([a, b]) => text(a).endsWith(text(b))],
  ['string_char_at_int', ([a, i]) => charAt(text(a), int(i))],
  ['string_index_of_string', ([a, b]) => indexOf(text(a), text(b), 0n)],
  ['string_index_of_string_int', ([a, b, i]) => indexOf(text(a), text(b), int(i))],
  ['string_last_index_of_string', ([a, b]) => lastIndexOf(text(a), text(b), undefined)],
  ['string_last_index_of_string_int', ([a, b, i]) => lastIndexOf(text(a), text(b), int(i))],
  ['string_lower_ascii', ([a]) => lower(text(a))],
  ['string_upper_ascii', ([a]) => upper(text(a))],
  ['string_replace_string_string', ([a, b, c]) => replace(text(a), text(b), text(c), -1n)],
  [
    'string_replace_string_string_int',
    ([a, b, c, n]) => replace(text(a), text(b), text(c), int(n)),
  ],
  ['string_split_string', ([a, b]) => split(text(a), text(b), -1n)],
  ['string_split_string_int', ([a, b, n]) => split(text(a), text(b), int(n))],
  ['string_substring_int', ([a, i]) => substring(text(a), int(i), undefined)],
  ['string_substring_int_int', ([a, i, j]) => substring(text(a), int(i), int(j))],
  ['string_trim', ([a]) => trim(text(a))],
  ['list_join', ([list]) => join(list, '')],
  ['list_join_string', ([list, separator]) => join(list, text(separator))],
  ['strings_quote', ([a]) => quote(text(a))],
  ['string_format', ([a, list = null]) => formatString(text(a), list)],
]);

const DEFAULT_PRECISION = 6;

/** `'...'.format([...])`. */
function formatString(format: string, list: CelValue): CelValue {
  if (!(list instanceof CelList)) return new CelError('no such overload');
  try {
    const budget = new VisitBudget();
    return printFormat(format, list.size, (clause, position) =>
      print(clause, list.at(position), budget),
    );
  } catch (error) {
    if (error instanceof FormatStringError) return new CelError(error.message);
    throw error;
  }
}

function print(
  { verb, precision = DEFAULT_PRECISION }: FormatClause,
  value: CelValue,
  budget: VisitBudget,
): string {
  switch (verb) {
    case 's':
      return printText(value, budget);
    case 'd':
      return String(integerOf(value) ?? fail(verb, value));
    case 'f':
      return printFixed(value, precision);
    case 'e':
      return printScientific(value, precision);
    case 'b':
      return typeof value === 'boolean'
        ? value
          ? '1'
          : '0'
        : (integerOf(value) ?? fail(verb, value)).toString(2);
    case 'o':
      return (integerOf(value) ?? fail(verb, value)).toString(8);
    default:
      return verb === 'X' ? printHex(value).toUpperCase() : printHex(value);
  }
}

function fail(verb: string, value: CelValue): never {
  throw clauseError(verb, typeNameOf(value));
}

function integerOf(value: CelValue): bigint | undefined {
  if (value instanceof Uint) return value.value;
  return typeof value === 'bigint' ? value : undefined;
}

function printHex(value: CelValue): string {
  if (typeof value === 'string') return encodeHex(encodeUtf8(value));
  if (value instanceof Uint8Array) return encodeHex(value);
  return (integerOf(value) ?? fail('x', value)).toString(16);
}

const SPECIAL_NUMBERS = new Map([
  ['NaN', NaN],
  ['Infinity', Infinity],
  ['-Infinity', -Infinity],
]);

function doubleOf(verb: string, value: CelValue): number {
  const special = typeof value === 'string' ? SPECIAL_NUMBERS.get(value) : undefined;
  if (special !== undefined) return special;
  return typeof value === 'number' ? value : fail(verb, value);
}

const printSpecial = (value: number): string =>
  Number.isNaN(value) ? 'NaN' : value > 0 ? '∞' : '-∞';

/** Prints with commas between thousands, as cel-go does for en-US. */
function printFixed(value: CelValue, precision: number): string {
  const number = doubleOf('f', value);
  if (!Number.isFinite(number)) return printSpecial(number);
  const [whole = '', fraction] = printFixedDouble(number, Math.min(precision, 99)).split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}

const SUPERSCRIPTS = '⁰¹²³⁴⁵⁶⁷⁸⁹';

/** `1.500000×10⁰³`, as in en-US. Upstream uses the precision as the minimum width. */
function printScientific(value: CelValue, width: number): string {
  const number = doubleOf('e', value);
  if (!Number.isFinite(number)) return printSpecial(number);
  assertLength(width);
  const [mantissa = '', exponent = ''] = number.toExponential(DEFAULT_PRECISION).split('e');
  const digits = exponent.replace(/^[+-]/, '').padStart(2, '0');
  const raised = Array.from(digits, (digit) => SUPERSCRIPTS[Number(digit)]).join('');
  return `${mantissa}×10${exponent.startsWith('-') ? '⁻' : ''}${raised}`.padStart(width);
}

function printText(value: CelValue, budget: VisitBudget): string {
  if (value === null) return 'null';
  if (value instanceof CelList) return printList(value, budget);
  if (value instanceof CelMap) return printMap(value, budget);
  const text = textOf(value);
  return typeof text === 'string' ? text : fail('s', value);
}

function printList(list: CelList, budget: VisitBudget): string {
  return `[${[...list].map((item) => printMember(item, budget)).join(', ')}]`;
}

function printMap(map: CelMap, budget: VisitBudget): string {
  const entries = map.keys().map((key): [string, string] => {
    const shown = typeof key === 'string' ? goQuote(key) : printText(key, budget);
    return [budget.print(shown), printMember(map.find(key) ?? null, budget)];
  });
  entries.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return `{${entries.map(([key, value]) => `${key}:${value}`).join(', ')}}`;
}

/** Prints a value inside a list or map. */
function printMember(value: CelValue, budget: VisitBudget): string {
  budget.visit();
  if (typeof value === 'string') return budget.print(goQuote(value));
  if (typeof value === 'number') return printMemberDouble(value);
  if (value instanceof Uint8Array) return budget.print(`b${goQuote(printText(value, budget))}`);
  if (value instanceof Timestamp) return `timestamp(${goQuote(printText(value, budget))})`;
  if (value instanceof Duration) return `duration(${goQuote(printText(value, budget))})`;
  if (value instanceof TypeValue) return value.typeName;
  if (value instanceof CelError) throw new FormatStringError(value.message);
  return printText(value, budget);
}

function printMemberDouble(value: number): string {
  if (Number.isFinite(value)) return printFixedDouble(value, DEFAULT_PRECISION);
  return goQuote(Number.isNaN(value) ? 'NaN' : value > 0 ? '+Inf' : '-Inf');
}
