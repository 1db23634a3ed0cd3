const SYMBOLS = ['(', ')', ',', '!', '=', '==', '!=', '>', '<', 'in', 'notin'] as const;

export interface SelectorToken {
  readonly kind: (typeof SYMBOLS)[number] | 'identifier' | 'end';
  /** The text in the selector. */
  readonly text: string;
}

/**
 * A symbol or a run of other characters; whitespace; or a NUL and the rest of the text. Upstream
 * treats a NUL as the end of the text, but directly after a token only as the end of that token.
 */
const RUN = /(==|!=|[=!(),><]|[^ \t\r\n=!(),><\0]+)\0?|[ \t\r\n]+|\0.*/gs;

/** Splits a label selector into tokens. The last token is the end of the text. */
export function lexSelector(text: string): SelectorToken[] {
  const tokens: SelectorToken[] = [];
  for (const [, run] of text.matchAll(RUN)) {
    if (run === undefined) continue;
    tokens.push({ kind: SYMBOLS.find((symbol) => symbol === run) ?? 'identifier', text: run });
  }
  return [...tokens, { kind: 'end', text: '' }];
}
