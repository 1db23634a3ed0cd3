import { Document, Pair, Scalar, YAMLMap } from 'yaml';

/**
 * What no plain or single-quoted YAML text keeps: YAML 1.1 readers take U+0085, U+2028 and U+2029
 * for line breaks; the others are invisible.
 */
const UNSAFE = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u2028\u2029\uFEFF]|\p{Cf}|\p{Cs}/u;
const UNSAFE_ALL = new RegExp(UNSAFE.source, 'gu');

/** Words that YAML 1.1 or 1.2 readers, Go's among them, do not read as strings. */
const AMBIGUOUS =
  /^(?:~|null|true|false|yes|no|on|off|y|n|=|<<|[-+]?\.(?:inf|nan)|[-+]?0[obx]?[\da-f_]+|[-+]?[\d][\d_,.:eE+-]*|[-+]?\.[\d_]+.*|\d{4}-\d\d?-\d\d?.*)$/i;

/** Text whose lines a block (`|-`) keeps as they are. */
const BLOCK = /^(?!\s|---|\.\.\.)[^\t]*[^\s]$/;
const TROUBLED_LINE = /[ \t]$|^(?:---|\.\.\.)/m;

/** Text that is a plain scalar wherever it stands in a block, unless it is {@link AMBIGUOUS}. */
const PLAIN = /^[A-Za-z_](?:[\w ,./()'"-]*[\w.)])?$/;

/** YAML 1.2, section 7.4: longer keys need the explicit form. */
const LONGEST_KEY = 1000;

/**
 * A value as YAML that readers of 1.1 and 1.2 understand alike. Blocks and plain words, which are
 * nearly all of a CRD, are laid out here in the library's way; all other text is left to the library,
 * which takes ten times as long.
 */
export function printYaml(value: object): string {
  return `${printNode(value, '\n').slice(1)}\n`;
}

/**
 * What stands behind a key or dash: a space and a scalar, or lines that each start with `margin`, a line
 * feed and the indentation.
 */
function printNode(value: unknown, margin: string): string {
  if (Array.isArray(value)) {
    return value.length === 0 ? ' []' : value.map((item) => printItem(item, margin)).join('');
  }
  if (typeof value !== 'object' || value === null) return ` ${printScalar(value, margin)}`;
  const entries = Object.entries(value).filter(([, each]) => each !== undefined);
  if (entries.length === 0) return ' {}';
  return entries
    .map(([name, each]) => `${margin}${printKey(name, margin)}:${printNode(each, `${margin}  `)}`)
    .join('');
}

function printItem(item: unknown, margin: string): string {
  const inner = `${margin}  `;
  const text = printNode(item, inner);
  return `${margin}- ${text.slice(text.startsWith('\n') ? inner.length : 1)}`;
}

function printKey(given: string, margin: string): string {
  const name = wellFormed(given);
  if (isPlain(name) && name.length < LONGEST_KEY) return name;
  const printed = printByLibrary(new Pair(scalarOf(name), new Scalar(0)));
  if (!printed.startsWith('? ')) return printed.slice(0, -': 0'.length);
  return `? ${JSON.stringify(name).replace(UNSAFE_ALL, escapeCharacter)}${margin}`;
}

function printScalar(value: unknown, margin: string): string {
  if (typeof value === 'string' && isPlain(value)) return value;
  if (typeof value === 'boolean' || value === null) return String(value);
  if (typeof value === 'number' && Number.isSafeInteger(value) && value !== 0) return String(value);
  const printed = printByLibrary(new Pair(new Scalar('x'), scalarOf(value)));
  return printed.slice('x: '.length).replace(/\n {2}/g, margin);
}

const isPlain = (text: string): boolean => PLAIN.test(text) && !AMBIGUOUS.test(text);

/** One entry of a map, without the line feed at its end. */
function printByLibrary(entry: Pair): string {
  // Not with version 1.1, which prints `<<` bare whatever its style: AMBIGUOUS says more than it.
  const document = new Document();
  const map = new YAMLMap();
  map.items.push(entry);
  document.contents = map;
  const text = document.toString({ lineWidth: 0 }).slice(0, -1);
  // Only double-quoted text holds these now, where the escape means the same.
  return text.replace(UNSAFE_ALL, escapeCharacter);
}

function scalarOf(value: unknown): Scalar {
  if (typeof value !== 'string') return new Scalar(value);
  const scalar = new Scalar(wellFormed(value));
  scalar.type = styleOf(value);
  return scalar;
}

/** Half of a surrogate pair is no character: YAML has no escape for it, and neither has JSON in UTF-8. */
const wellFormed = (text: string): string => text.replace(/\p{Cs}/gu, '\ufffd');

function styleOf(text: string): Scalar.Type {
  if (UNSAFE.test(text) || AMBIGUOUS.test(text)) return Scalar.QUOTE_DOUBLE;
  if (!text.includes('\n')) return Scalar.PLAIN;
  return BLOCK.test(text) && !TROUBLED_LINE.test(text) ? Scalar.BLOCK_LITERAL : Scalar.QUOTE_DOUBLE;
}

function escapeCharacter(character: string): string {
  const code = character.codePointAt(0) ?? 0xfffd;
  if (code > 0xffff) return `\\U${code.toString(16).padStart(8, '0')}`;
  return `\\u${code.toString(16).padStart(4, '0')}`;
}
