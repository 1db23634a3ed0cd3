import { loadYaml } from '@vmgen/base/yaml';
import type * as Yaml from 'yaml';

/**
 * Characters that plain and single-quoted YAML do not preserve: YAML 1.1 readers treat U+0085, U+2028 and
 * U+2029 as line breaks; the others are invisible.
 */
const UNSAFE = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u2028\u2029\uFEFF]|\p{Cf}|\p{Cs}/u;
const UNSAFE_ALL = new RegExp(UNSAFE.source, 'gu');

/** Words that YAML 1.1 or 1.2 readers, including Go's, do not read as strings. */
const AMBIGUOUS =
  /^(?:~|null|true|false|yes|no|on|off|y|n|=|<<|[-+]?\.(?:inf|nan)|[-+]?0[obx]?[\da-f_]+|[-+]?[\d][\d_,.:eE+-]*|[-+]?\.[\d_]+.*|\d{4}-\d\d?-\d\d?.*)$/i;

/** Text whose lines a block scalar (`|-`) preserves. */
const BLOCK = /^(?!\s|---|\.\.\.)[^\t]*[^\s]$/;
const DOCUMENT_MARK = /^(?:---|\.\.\.)/;
const TROUBLED_LINE = /[ \t]$|^(?:---|\.\.\.)/m;

/** A quick test for most texts: they are plain unless they are {@link AMBIGUOUS}. */
const PLAIN = /^[A-Za-z_](?:[\w ,./()'"-]*[\w.)])?$/;

/** What a plain scalar on one line must not start with, contain or end with (YAML 1.2, section 7.3.3). */
const INDICATED = /^[\t ,[\]{}#&*!|>'"%@`]|^[?-](?:$|[ \t])|:[ \t]|[\t ]#|[\t :]$/;

/** YAML 1.2, section 7.4: longer keys need the explicit form. */
const LONGEST_KEY = 1000;

/**
 * Prints a value as YAML that readers of 1.1 and 1.2 understand alike. The common content of a CRD is printed
 * here in the style of the `yaml` library; unusual text is printed by the library, which takes long to load
 * and is ten times slower.
 *
 * @param indentation the number of spaces before each line
 */
export function printYaml(value: object, indentation = 0): string {
  return `${printBehind(value, `\n${' '.repeat(indentation)}`, new Map()).slice(1)}\n`;
}

/** Prints text as a scalar on one line. */
export const printYamlText = (text: string): string => printLine(text) ?? printQuoted(text);

/** The printed text of objects by their indentation: an object may occur in several places. */
type Printed = Map<object, { readonly margin: string; readonly lines: string }>;

/** The text after a key: a space and a scalar, or lines below the key. */
function printBehind(value: unknown, margin: string, printed: Printed): string {
  const lines = printLines(value, margin, printed);
  return lines === undefined ? ` ${printInline(value, margin)}` : margin + lines;
}

/**
 * The lines of an array or object, all but the first after `margin`, a line feed and the indentation;
 * undefined for values without lines of their own.
 */
function printLines(value: unknown, margin: string, printed: Printed): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const known = printed.get(value);
  if (known?.margin === margin) return known.lines;
  const inner = `${margin}  `;
  // Text is appended: joining would copy all of it at each level.
  let lines = '';
  const add = (line: string): void => void (lines += lines === '' ? line : margin + line);
  if (Array.isArray(value)) {
    value.forEach((item: unknown) => {
      add(`- ${printLines(item, inner, printed) ?? printInline(item, inner)}`);
    });
  } else {
    for (const [name, each] of Object.entries(value)) {
      if (each !== undefined) add(`${printKey(name, margin)}:${printBehind(each, inner, printed)}`);
    }
  }
  if (lines === '') return undefined;
  printed.set(value, { margin, lines });
  return lines;
}

function printInline(value: unknown, margin: string): string {
  if (typeof value !== 'object' || value === null) return printScalar(value, margin);
  return Array.isArray(value) ? '[]' : '{}';
}

function printKey(given: string, margin: string): string {
  const line = given.length < LONGEST_KEY ? printLine(given) : undefined;
  if (line !== undefined) return line;
  const name = wellFormed(given);
  const printed = printByLibrary(name, 0);
  if (!printed.startsWith('? ')) return printed.slice(0, -': 0'.length);
  return `? ${printQuoted(name)}${margin}`;
}

function printScalar(value: unknown, margin: string): string {
  if (typeof value === 'string') {
    const own = printLine(value) ?? printBlock(value, margin);
    if (own !== undefined) return own;
  }
  if (typeof value === 'boolean' || value === null) return String(value);
  const isPlainInteger = typeof value === 'number' && Number.isSafeInteger(value);
  if (isPlainInteger && !Object.is(value, -0)) return String(value);
  return printByLibrary('x', value)
    .slice('x: '.length)
    .replace(/\n {2}/g, margin);
}

/** Text on one line, plain if possible; undefined if the library must print it. */
function printLine(text: string): string | undefined {
  const isPlain = PLAIN.test(text);
  const isOdd = !isPlain && (text.includes('\n') || DOCUMENT_MARK.test(text) || UNSAFE.test(text));
  if (isOdd) return undefined;
  if (AMBIGUOUS.test(text)) return JSON.stringify(text);
  if (isPlain || (text !== '' && !INDICATED.test(text))) return text;
  const isSingle = text.includes('"') && !text.includes("'");
  return isSingle ? `'${text}'` : JSON.stringify(text);
}

/** Text on several lines as a block scalar; undefined if a block cannot represent it. */
function printBlock(text: string, margin: string): string | undefined {
  const isFit = text.includes('\n') && BLOCK.test(text) && !TROUBLED_LINE.test(text);
  if (!isFit || UNSAFE.test(text)) return undefined;
  const lines = text.split('\n').map((line) => (line === '' ? '\n' : `${margin}${line}`));
  return `|-${lines.join('')}`;
}

/** One entry of a map, without the line feed at its end. */
function printByLibrary(name: string, value: unknown): string {
  const { Document, Pair, Scalar, YAMLMap } = loadYaml();
  const scalarOf = (content: unknown): Yaml.Scalar => {
    if (typeof content !== 'string') return new Scalar(content);
    const scalar = new Scalar(wellFormed(content));
    const isQuoted = UNSAFE.test(content) || AMBIGUOUS.test(content) || content.includes('\n');
    scalar.type = isQuoted ? Scalar.QUOTE_DOUBLE : Scalar.PLAIN;
    return scalar;
  };
  // Not with version 1.1, which prints `<<` unquoted in any style: AMBIGUOUS covers more words.
  const document = new Document();
  const map = new YAMLMap();
  map.items.push(new Pair(scalarOf(name), scalarOf(value)));
  document.contents = map;
  const text = document.toString({ lineWidth: 0 }).slice(0, -1);
  // Only double-quoted text can still contain these, where the escape is equivalent.
  return text.replace(UNSAFE_ALL, escapeCharacter);
}

const printQuoted = (text: string): string =>
  JSON.stringify(wellFormed(text)).replace(UNSAFE_ALL, escapeCharacter);

/** Half of a surrogate pair is not a character: neither YAML nor JSON in UTF-8 can represent it. */
const wellFormed = (text: string): string => text.replace(/\p{Cs}/gu, '\ufffd');

function escapeCharacter(character: string): string {
  const code = character.codePointAt(0) ?? 0xfffd;
  if (code > 0xffff) return `\\U${code.toString(16).padStart(8, '0')}`;
  return `\\u${code.toString(16).padStart(4, '0')}`;
}
