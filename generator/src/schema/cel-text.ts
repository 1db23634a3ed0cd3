/** CEL's words, which a field's name may not be. */
const KEYWORDS: ReadonlySet<string> = new Set(
  (
    'true false null in as break const continue else for function if import let loop package ' +
    'namespace return var void while'
  ).split(' '),
);

const ESCAPES: Readonly<Record<string, string>> = {
  __: '__underscores__',
  '.': '__dot__',
  '-': '__dash__',
  '/': '__slash__',
};

/**
 * A field of `self` in a rule, escaped as the API server does (apiserver pkg/cel/escaping.go);
 * undefined for a name that rules cannot say.
 */
export function celField(name: string): string | undefined {
  if (KEYWORDS.has(name)) return `self.__${name}__`;
  const escaped = name.replace(/__|[./-]/g, (part) => ESCAPES[part] ?? part);
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(escaped) ? `self.${escaped}` : undefined;
}

/** A text, number or boolean as CEL writes it. */
export function celLiteral(value: unknown): string {
  const text = String(value);
  if (typeof value !== 'string') return text;
  const escaped = text.replace(/[\\']/g, '\\$&').replace(/[\p{Cc}\u2028\u2029]/gu, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
  return `'${escaped}'`;
}

/** That a field has none of these values. */
export function celIsOther(field: string, values: readonly unknown[]): string {
  const [only, ...more] = values.map(celLiteral);
  return more.length === 0
    ? `${field} != ${only}`
    : `!(${field} in [${[only, ...more].join(', ')}])`;
}
