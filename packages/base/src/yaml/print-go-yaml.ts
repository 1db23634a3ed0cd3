import { byteLength } from '../bytes/index.js';
import { goFloat, isJsonObject, type JsonObject, type JsonValue } from '../json/index.js';
import { isPlainString } from './resolve-scalar.js';

/** A space beyond this column continues a scalar on the next line. */
const WIDTH = 80;

/** The number of bytes up to which a key is written as `key: value`. */
const LONGEST_SIMPLE_KEY = 128;

/**
 * Prints an object as kube-apiserver prints YAML (go-yaml v2): sorted keys, lists at the indentation
 * of their key, and long texts on several lines.
 */
export function printGoYaml(object: JsonObject): string {
  return Array.from(goYamlPieces(object)).join('');
}

/**
 * The text of {@link printGoYaml} in pieces. The items of the object's own lists are pieces, however
 * long.
 */
export function* goYamlPieces(object: JsonObject): Generator<string> {
  const keys = sortedNames(object);
  if (keys.length === 0) yield '{}\n';
  for (const key of keys) {
    const value = object[key];
    if (!Array.isArray(value) || value.length === 0 || !isSimpleKey(key)) {
      yield `${entryText(key, value ?? null, 0)}\n`;
      continue;
    }
    yield `${scalarText(key, { indent: 2, column: 0, isKey: true })}:\n`;
    for (const item of value) yield printGoYamlItem(item);
  }
}

/** Prints an item of a list that is not indented, as {@link printGoYaml} does. */
export const printGoYamlItem = (item: JsonValue): string => `-${itemText(item, 0)}\n`;

const margin = (indent: number): string => `\n${' '.repeat(indent)}`;

/** The entries of an object. The first line has no indentation. */
function entriesText(object: JsonObject, indent: number): string {
  const names = sortedNames(object);
  return names.map((name) => entryText(name, object[name] ?? null, indent)).join(margin(indent));
}

function itemsText(items: readonly JsonValue[], indent: number): string {
  return items.map((item) => `-${itemText(item, indent)}`).join(margin(indent));
}

/** The text of a list's item behind its dash, or of a value behind the colon of a long key. */
function itemText(item: JsonValue, indent: number): string {
  if (isFilledList(item)) return ` ${itemsText(item, indent + 2)}`;
  if (isFilledObject(item)) return ` ${entriesText(item, indent + 2)}`;
  return ` ${inlineText(item, indent, indent + 2)}`;
}

function entryText(name: string, value: JsonValue, indent: number): string {
  if (!isSimpleKey(name)) {
    const key = scalarText(name, { indent: indent + 2, column: indent + 2, isKey: false });
    return `? ${key}${margin(indent)}:${itemText(value, indent)}`;
  }
  const key = scalarText(name, { indent: indent + 2, column: indent, isKey: true });
  if (isFilledList(value)) return `${key}:${margin(indent)}${itemsText(value, indent)}`;
  if (isFilledObject(value)) return `${key}:${margin(indent + 2)}${entriesText(value, indent + 2)}`;
  return `${key}: ${inlineText(value, indent, indent + lengthOf(key) + 2)}`;
}

const isFilledList = (value: JsonValue): value is JsonValue[] =>
  Array.isArray(value) && value.length > 0;

const isFilledObject = (value: JsonValue): value is JsonObject =>
  isJsonObject(value) && Object.keys(value).length > 0;

/** A scalar, or an empty list or object. */
function inlineText(value: JsonValue, indent: number, column: number): string {
  if (typeof value === 'string') {
    return scalarText(value, { indent: indent + 2, column, isKey: false });
  }
  if (typeof value === 'number') return numberText(value);
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? '[]' : '{}';
  return String(value);
}

/** An integer of 64 bits is printed as it is, any other number as a float. */
function numberText(value: number): string {
  const isInteger = Number.isInteger(value) && value >= -(2 ** 63) && value < 2 ** 64;
  return isInteger ? String(value === 0 ? 0 : value) : goFloat(value);
}

interface ScalarPlace {
  /** The indentation of further lines. */
  readonly indent: number;
  /** The column in which the scalar begins. */
  readonly column: number;
  /** Whether it is the key of an entry on one line, which is not continued on another line. */
  readonly isKey: boolean;
}

const BREAK = /[\n\r\u0085\u2028\u2029]/;

function isSimpleKey(key: string): boolean {
  if (key.length <= LONGEST_SIMPLE_KEY / 4 && WORD.test(key)) return true;
  return !BREAK.test(key) && byteLength(key) <= LONGEST_SIMPLE_KEY;
}

/** A quick test for most keys and values. */
const WORD = /^[A-Za-z_][\w./-]*$/;

/** Characters that only double quotes represent. */
const SPECIAL = /[^\n\u0020-\u007e\u00a0-\ud7ff\ue000-\ufefe\uff00-\ufffd]/;

const SPACE_BEFORE_BREAK = / [\n\u2028\u2029]/;
const SPACE_AFTER_BREAK = /[\n\u2028\u2029] /;

/** Where a text cannot be plain: at its start, at its end, or between other characters. */
const INDICATED =
  /^(?:---|\.\.\.|[#,[\]{}&*!|>'"%@`]|[?:-](?:[ \t]|$))|:(?:[ \t]|$)|[ \t\n\r\u0085\u2028\u2029]#|^[ \n\u2028\u2029]|[ \n\u2028\u2029]$|[\n\u2028\u2029]/;

function scalarText(text: string, place: ScalarPlace): string {
  const isPlain = isPlainString(text);
  if (isPlain && WORD.test(text)) return text;
  const isSpecial = SPECIAL.test(text) || SPACE_BEFORE_BREAK.test(text);
  if (text.includes('\n')) {
    const isBlock = !isSpecial && !place.isKey && !text.endsWith(' ');
    return isBlock ? literalText(text, place) : doubleQuoted(text, place);
  }
  if (!isPlain || isSpecial) return doubleQuoted(text, place);
  if (!INDICATED.test(text)) return folded(text, place);
  return SPACE_AFTER_BREAK.test(text) ? doubleQuoted(text, place) : singleQuoted(text, place);
}

/** Writes a text on one line, or on several where a single space is beyond the width. */
function folded(text: string, { indent, column, isKey }: ScalarPlace): string {
  if (isKey || !text.includes(' ') || column + text.length <= WIDTH) return text;
  const chars = Array.from(text);
  let result = '';
  let at = column;
  chars.forEach((char, i) => {
    const isSingleSpace = char === ' ' && chars[i - 1] !== ' ' && chars[i + 1] !== ' ';
    if (isSingleSpace && at > WIDTH && i > 0 && i < chars.length - 1) {
      result += margin(indent);
      at = indent;
    } else {
      result += char;
      at++;
    }
  });
  return result;
}

function singleQuoted(text: string, place: ScalarPlace): string {
  const content = indented(text.replaceAll("'", "''"), place.indent);
  return `'${folded(content, { ...place, column: place.column + 1 })}'`;
}

const UNQUOTABLE = /[^\u0020-\u007e\u00a0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd]|["\\]/gu;

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['\0', '0'],
  ['\u0007', 'a'],
  ['\b', 'b'],
  ['\t', 't'],
  ['\n', 'n'],
  ['\v', 'v'],
  ['\f', 'f'],
  ['\r', 'r'],
  ['\u001b', 'e'],
  ['"', '"'],
  ['\\', '\\'],
  ['\u0085', 'N'],
  ['\u00a0', '_'],
  ['\u2028', 'L'],
  ['\u2029', 'P'],
]);

function escaped(char: string): string {
  const known = ESCAPES.get(char);
  if (known !== undefined) return `\\${known}`;
  const code = char.codePointAt(0) ?? 0;
  const [letter, width] = code <= 0xff ? ['x', 2] : code <= 0xffff ? ['u', 4] : ['U', 8];
  return `\\${letter}${code.toString(16).toUpperCase().padStart(width, '0')}`;
}

function doubleQuoted(text: string, { indent, column, isKey }: ScalarPlace): string {
  // go-yaml escapes every character behind a byte order mark.
  if (text.startsWith('\ufeff')) return `"${Array.from(text, escaped).join('')}"`;
  const whole = `"${text.replace(UNQUOTABLE, escaped)}"`;
  if (isKey || !text.includes(' ') || column + whole.length <= WIDTH) return whole;
  const chars = Array.from(text);
  let result = '"';
  let at = column + 1;
  chars.forEach((char, i) => {
    const isSpace = char === ' ' && chars[i - 1] !== ' ';
    if (isSpace && at > WIDTH && i > 0 && i < chars.length - 1) {
      // A space at the start of the next line would be lost.
      const kept = chars[i + 1] === ' ' ? '\\' : '';
      result += margin(indent) + kept;
      at = indent + kept.length;
    } else {
      const written = char.replace(UNQUOTABLE, escaped);
      result += written;
      at += lengthOf(written);
    }
  });
  return `${result}"`;
}

const lengthOf = (text: string): number => Array.from(text).length;

function literalText(text: string, { indent }: ScalarPlace): string {
  const hint = /^[ \n\u2028\u2029]/.test(text) ? '2' : '';
  const chomp = /^\n$|[\n\u2028\u2029][\n\u2028\u2029]$/.test(text)
    ? '+'
    : /[\n\u2028\u2029]$/.test(text)
      ? ''
      : '-';
  const start = BREAK.test(text.charAt(0)) ? '' : ' '.repeat(indent);
  const body = start + indented(text, indent);
  return `|${hint}${chomp}\n${body.endsWith('\n') ? body.slice(0, -1) : body}`;
}

/** Indents each line but the first one and empty ones. */
const indented = (text: string, indent: number): string =>
  text.replace(/([\n\u2028\u2029])(?=[^\n\u2028\u2029])/g, `$1${' '.repeat(indent)}`);

const sortedNames = (object: JsonObject): string[] => Object.keys(object).sort(compareNames);

/** Letters are sorted behind other characters, and digits by the number that they form. */
function compareNames(a: string, b: string): number {
  let at = 0;
  while (at < a.length && at < b.length && a.charCodeAt(at) === b.charCodeAt(at)) at++;
  if (at === a.length || at === b.length) return a.length - b.length;
  // Half a character is not compared.
  if (at > 0 && isHighSurrogate(a.charCodeAt(at - 1))) at--;
  const [left, right] = [a.codePointAt(at) ?? 0, b.codePointAt(at) ?? 0];
  const isLetterLeft = isLetter(left);
  if (isLetterLeft !== isLetter(right)) return isLetterLeft ? 1 : -1;
  if (isLetterLeft) return left - right;
  const [leftDigits, rightDigits] = [digitsFrom(a, at), digitsFrom(b, at)];
  if (leftDigits !== '' || rightDigits !== '') {
    const lead = left === ZERO || right === ZERO ? leadOf(a.slice(0, at)) : '0';
    const [n, m] = [integerOf(lead + leftDigits), integerOf(lead + rightDigits)];
    if (n !== m) return n < m ? -1 : 1;
    if (leftDigits.length !== rightDigits.length) return leftDigits.length - rightDigits.length;
  }
  return left - right;
}

/** Numbers are compared much faster than bigints. */
const integerOf = (digits: string): number | bigint =>
  digits.length < 16 ? Number(digits) : BigInt(digits);

const isHighSurrogate = (code: number): boolean => code >= 0xd800 && code < 0xdc00;

const ZERO = 0x30;

function isLetter(code: number): boolean {
  if (code < 0x80) return (code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a;
  return /^\p{L}$/u.test(String.fromCodePoint(code));
}

/** `1` if the digits right before a position form a number other than zero, else `0`. */
const leadOf = (before: string): string => (/[1-9]\d*$/.test(before) ? '1' : '0');

function digitsFrom(text: string, at: number): string {
  let end = at;
  while (end < text.length && text.charCodeAt(end) >= ZERO && text.charCodeAt(end) <= 0x39) end++;
  return text.slice(at, end);
}
