/** The tokens of CEL, in the order in which error messages list them. */
export const TOKEN_NAMES = [
  "'=='",
  "'!='",
  "'in'",
  "'<'",
  "'<='",
  "'>='",
  "'>'",
  "'&&'",
  "'||'",
  "'['",
  "']'",
  "'{'",
  "'}'",
  "'('",
  "')'",
  "'.'",
  "','",
  "'-'",
  "'!'",
  "'?'",
  "':'",
  "'+'",
  "'*'",
  "'/'",
  "'%'",
  "'true'",
  "'false'",
  "'null'",
  'NUM_FLOAT',
  'NUM_INT',
  'NUM_UINT',
  'STRING',
  'BYTES',
  'IDENTIFIER',
  'ESC_IDENTIFIER',
  '<EOF>',
] as const;

export type TokenKind = (typeof TOKEN_NAMES)[number];

export interface Token {
  readonly kind: TokenKind;
  readonly text: string;
  /** The start and the end as UTF-16 offsets into the expression. */
  readonly start: number;
  readonly end: number;
}

/** The tokens that may begin an expression. */
export const EXPRESSION_START: readonly TokenKind[] = [
  "'['",
  "'{'",
  "'('",
  "'.'",
  "'-'",
  "'!'",
  "'true'",
  "'false'",
  "'null'",
  'NUM_FLOAT',
  'NUM_INT',
  'NUM_UINT',
  'STRING',
  'BYTES',
  'IDENTIFIER',
];

/** Describes a set of tokens as error messages do: a single one plain, several in braces. */
export function describeExpected(kinds: readonly TokenKind[]): string {
  const sorted = TOKEN_NAMES.filter((name) => kinds.includes(name));
  return sorted.length === 1 ? (sorted[0] ?? '') : `{${sorted.join(', ')}}`;
}
