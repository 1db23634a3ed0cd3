/** The maximum width of a line of source text. */
export const LINE_WIDTH = 100;

/**
 * Characters that are invisible or change how text is displayed: controls, line separators, bidirectional and
 * other formatting, and lone surrogates.
 */
export const UNSAFE = /[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu;

/** Their short escapes. */
export const SHORT_ESCAPES: Readonly<Record<string, string>> = {
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
};

function escapeUnsafe(text: string): string {
  return text.replace(UNSAFE, (character) => SHORT_ESCAPES[character] ?? unicodeEscape(character));
}

/** `\uXXXX` for each UTF-16 unit. */
export function unicodeEscape(character: string): string {
  return character.replace(/[\s\S]/g, (unit) => {
    return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}

/** Printable ASCII without single quote and backslash: nothing of it needs an escape. */
const HARMLESS = /^[ -&(-[\]-~]*$/;

/** A TypeScript string literal, with the quote that needs fewer escapes. */
export function stringLiteral(text: string): string {
  if (HARMLESS.test(text)) return `'${text}'`;
  const singles = text.split("'").length;
  const quote = singles > text.split('"').length ? '"' : "'";
  const escaped = text.replace(/\\/g, '\\\\').replaceAll(quote, `\\${quote}`);
  return quote + escapeUnsafe(escaped) + quote;
}

/** A key of an object literal; `__proto__` unquoted or quoted would set the prototype. */
export function propertyKey(name: string): string {
  if (name === '__proto__') return "['__proto__']";
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : stringLiteral(name);
}

/** `object.name` or `object['na-me']`. */
export function propertyAccess(object: string, name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name)
    ? `${object}.${name}`
    : `${object}[${stringLiteral(name)}]`;
}

/** Escapes text for a block comment; a tab is shown as it is displayed. */
function commentText(text: string): string {
  const escape = (character: string): string =>
    character === '\t' ? character : unicodeEscape(character);
  return text.replace(/\*\//g, '*\\/').replace(UNSAFE, escape);
}

/** A JSDoc comment, indented. */
export function docComment(text: string, indent: number): string {
  const margin = ' '.repeat(indent);
  const lines = text.split(/\r?\n/).map((line) => commentText(line).trimEnd());
  const [only = '', ...more] = lines;
  const single = `${margin}/** ${only} */`;
  if (more.length === 0 && single.length <= LINE_WIDTH) return single;
  const body = lines.map((line) => `${margin} *${line === '' ? '' : ` ${line}`}\n`).join('');
  return `${margin}/**\n${body}${margin} */`;
}

/** Lines of a comment that starts with `prefix` (`//` or `#`) in every line. */
export function lineComment(text: string, prefix: string): string {
  return text
    .split(/\r\n|[\n\r\u2028\u2029\u0085]/)
    .map((line) => `${prefix} ${line.replace(UNSAFE, unicodeEscape)}`.trimEnd())
    .join('\n');
}
