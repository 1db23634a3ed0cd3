/** Field names as CEL identifiers (apiserver's cel.Escape): `a-b` is `a__dash__b`. */

/** Words that CEL keeps to itself. */
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

/** The identifier for a field; undefined where the field cannot be named in an expression. */
export function escapeFieldName(name: string): string | undefined {
  if (!/^[A-Za-z_.\-/][A-Za-z0-9_.\-/]*$/.test(name)) return undefined;
  if (RESERVED.has(name)) return `__${name}__`;
  return name.replace(/__|[-./]/g, (symbol) => WORDS.get(symbol) ?? symbol);
}

/** The field that an identifier stands for; undefined where it has an unknown escape. */
export function unescapeFieldName(identifier: string): string | undefined {
  if (!identifier.includes('__')) return identifier;
  const word = /^__([^_]+)__$/.exec(identifier)?.[1];
  if (word !== undefined && RESERVED.has(word)) return word;
  const escapes = identifier.match(/__[^_]+__/g) ?? [];
  if (!escapes.every((escape) => SYMBOLS.has(escape))) return undefined;
  return identifier.replace(/__[^_]+__/g, (escape) => SYMBOLS.get(escape) ?? escape);
}
