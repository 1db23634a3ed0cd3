import { unicodeEscape } from '../text/escape.js';

/** CEL keywords that cannot be field names; Kubernetes escapes them. */
const RESERVED =
  /^(?:true|false|null|in|as|break|const|continue|else|for|function|if|import|let|loop|package|namespace|return|var|void|while)$/;

const ESCAPES: Readonly<Record<string, string>> = {
  '.': '__dot__',
  '-': '__dash__',
  '/': '__slash__',
  __: '__underscores__',
};

/** The CEL name of a field (apiserver pkg/cel/escaping.go); undefined if CEL cannot access it. */
export function celField(name: string): string | undefined {
  if (!/^[A-Za-z_.\-/][\w.\-/]*$/.test(name)) return undefined;
  if (RESERVED.test(name)) return `__${name}__`;
  return name.replace(/__|[.\-/]/g, (part) => ESCAPES[part] ?? part);
}

/**
 * A field of `self`, or of another value, in a rule. A name that CEL cannot access is unchanged: the CRD validation then reports
 * the rule.
 */
export function fieldOfSelf(name: string, value = 'self'): string {
  return `${value}.${celField(name) ?? name}`;
}

/** A string, boolean or whole number as CEL writes it. */
export function celLiteral(value: unknown): string {
  if (typeof value !== 'string') return String(value);
  const escaped = value.replace(/[\\']/g, '\\$&').replace(/[\p{Cc}\u2028\u2029]/gu, unicodeEscape);
  return `'${escaped}'`;
}

/** An expression that a field has none of these values. */
export function celIsOther(field: string, values: readonly unknown[]): string {
  const [only, ...more] = values.map(celLiteral);
  return more.length === 0
    ? `${field} != ${only}`
    : `!(${field} in [${[only, ...more].join(', ')}])`;
}
