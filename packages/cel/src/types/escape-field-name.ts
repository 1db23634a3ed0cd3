/** Field names as CEL identifiers (apiserver's cel.Escape): `a-b` becomes `a__dash__b`. */

/** The reserved words of CEL. */
export const RESERVED: ReadonlySet<string> = new Set(
  (
    'true false null in as break const continue else for function if import let loop package ' +
    'namespace return var void while'
  ).split(' '),
);
const WORDS = new Map([
  ['__', '__underscores__'],
  ['.', '__dot__'],
  ['-', '__dash__'],
  ['/', '__slash__'],
]);
const SYMBOLS = new Map([...WORDS].map(([symbol, word]) => [word, symbol]));

/** The identifier of a field. Undefined if expressions cannot name the field. */
export function escapeFieldName(name: string): string | undefined {
  if (!/^[A-Za-z_.\-/][A-Za-z0-9_.\-/]*$/.test(name)) return undefined;
  if (RESERVED.has(name)) return `__${name}__`;
  return name.replace(/__|[-./]/g, (symbol) => WORDS.get(symbol) ?? symbol);
}

/** The field of an identifier. Undefined if the identifier contains an unknown escape sequence. */
export function unescapeFieldName(identifier: string): string | undefined {
  if (!identifier.includes('__')) return identifier;
  const word = /^__([^_]+)__$/.exec(identifier)?.[1];
  if (word !== undefined && RESERVED.has(word)) return word;
  const escapes = identifier.match(/__[^_]+__/g) ?? [];
  if (!escapes.every((escape) => SYMBOLS.has(escape))) return undefined;
  return identifier.replace(/__[^_]+__/g, (escape) => SYMBOLS.get(escape) ?? escape);
}
