import { goQuote } from '@vmgen/base/text';
import {
  CelError,
  CelList,
  CelMap,
  Duration,
  Timestamp,
  typeNameOf,
  TypeValue,
  Uint,
  type CelValue,
} from '../values/value.js';
import { printFixedDouble } from '../values/print-number.js';
import { textOf } from './conversions.js';
import {
  clauseError,
  FormatStringError,
  printFormat,
  type FormatClause,
} from './format-clauses.js';

const DEFAULT_PRECISION = 6;

/** `'...'.format([...])`. */
export function formatString(format: string, list: CelValue): CelValue {
  if (!(list instanceof CelList)) return new CelError('no such overload');
  try {
    return printFormat(format, list.size, (clause, position) => print(clause, list.at(position)));
  } catch (error) {
    if (error instanceof FormatStringError) return new CelError(error.message);
    throw error;
  }
}

function print({ verb, precision = DEFAULT_PRECISION }: FormatClause, value: CelValue): string {
  switch (verb) {
    case 's':
      return printText(value);
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
  if (typeof value === 'string') return Buffer.from(value).toString('hex');
  if (value instanceof Uint8Array) return Buffer.from(value).toString('hex');
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
  const [mantissa = '', exponent = ''] = number.toExponential(DEFAULT_PRECISION).split('e');
  const digits = exponent.replace(/^[+-]/, '').padStart(2, '0');
  const raised = Array.from(digits, (digit) => SUPERSCRIPTS[Number(digit)]).join('');
  return `${mantissa}×10${exponent.startsWith('-') ? '⁻' : ''}${raised}`.padStart(width);
}

function printText(value: CelValue): string {
  if (value === null) return 'null';
  if (value instanceof CelList) return printList(value);
  if (value instanceof CelMap) return printMap(value);
  const text = textOf(value);
  return typeof text === 'string' ? text : fail('s', value);
}

function printList(list: CelList): string {
  return `[${[...list].map(printMember).join(', ')}]`;
}

function printMap(map: CelMap): string {
  const entries = map.keys().map((key): [string, string] => {
    const shown = typeof key === 'string' ? goQuote(key) : printText(key);
    return [shown, printMember(map.find(key) ?? null)];
  });
  entries.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return `{${entries.map(([key, value]) => `${key}:${value}`).join(', ')}}`;
}

/** Prints a value inside a list or map. */
function printMember(value: CelValue): string {
  if (typeof value === 'string') return goQuote(value);
  if (typeof value === 'number') return printMemberDouble(value);
  if (value instanceof Uint8Array) return `b${goQuote(printText(value))}`;
  if (value instanceof Timestamp) return `timestamp(${goQuote(printText(value))})`;
  if (value instanceof Duration) return `duration(${goQuote(printText(value))})`;
  if (value instanceof TypeValue) return value.typeName;
  if (value instanceof CelError) throw new FormatStringError(value.message);
  return printText(value);
}

function printMemberDouble(value: number): string {
  if (Number.isFinite(value)) return printFixedDouble(value, DEFAULT_PRECISION);
  return goQuote(Number.isNaN(value) ? 'NaN' : value > 0 ? '+Inf' : '-Inf');
}
