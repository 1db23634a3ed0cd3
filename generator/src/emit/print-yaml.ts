import { Document, Pair, Scalar, YAMLMap, YAMLSeq } from 'yaml';

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

/** A value as YAML that readers of 1.1 and 1.2 understand alike. */
export function printYaml(value: unknown): string {
  // Not with version 1.1, which prints `<<` bare whatever its style: AMBIGUOUS says more than it.
  const document = new Document();
  document.contents = nodeOf(value);
  const text = document.toString({ lineWidth: 0 });
  // Only double-quoted text holds these now, where the escape means the same.
  return text.replace(UNSAFE_ALL, escapeCharacter);
}

/** The value as a tree for the library, which would look for the right tag of each node itself. */
function nodeOf(value: unknown): YAMLMap | YAMLSeq | Scalar {
  if (Array.isArray(value)) {
    const list = new YAMLSeq();
    for (const item of value) list.items.push(nodeOf(item));
    return list;
  }
  if (typeof value === 'object' && value !== null) {
    const map = new YAMLMap();
    for (const [name, each] of Object.entries(value)) {
      if (each !== undefined) map.items.push(new Pair(nodeOf(name), nodeOf(each)));
    }
    return map;
  }
  const scalar = new Scalar(value);
  if (typeof value === 'string') scalar.type = styleOf(value);
  return scalar;
}

function styleOf(text: string): Scalar.Type {
  if (UNSAFE.test(text) || AMBIGUOUS.test(text)) return Scalar.QUOTE_DOUBLE;
  if (!text.includes('\n')) return Scalar.PLAIN;
  return BLOCK.test(text) && !TROUBLED_LINE.test(text) ? Scalar.BLOCK_LITERAL : Scalar.QUOTE_DOUBLE;
}

/** YAML's escapes name whole characters; half of a surrogate pair is none. */
function escapeCharacter(character: string): string {
  const code = character.codePointAt(0) ?? 0xfffd;
  if (code > 0xffff) return `\\U${code.toString(16).padStart(8, '0')}`;
  const isHalf = code >= 0xd800 && code <= 0xdfff;
  return `\\u${(isHalf ? 0xfffd : code).toString(16).padStart(4, '0')}`;
}
