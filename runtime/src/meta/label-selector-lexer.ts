const SYMBOLS = ['(', ')', ',', '!', '=', '==', '!=', '>', '<', 'in', 'notin'] as const;

export interface SelectorToken {
  readonly kind: (typeof SYMBOLS)[number] | 'identifier' | 'end';
  /** As it stands in the selector. */
  readonly text: string;
}

/**
 * A symbol or a run of other characters; blanks, or what is left of the text. Upstream takes a NUL for
 * the end of the text, but behind a token only for the end of that token.
 */
const RUN = /(==|!=|[=!(),><]|[^ \t\r\n=!(),><\0]+)\0?|[ \t\r\n]+|\0.*/gs;

/** Cuts a label selector into tokens, the end of the text last. */
export function lexSelector(text: string): SelectorToken[] {
  const tokens: SelectorToken[] = [];
  for (const [, run] of text.matchAll(RUN)) {
    if (run === undefined) continue;
    tokens.push({ kind: SYMBOLS.find((symbol) => symbol === run) ?? 'identifier', text: run });
  }
  return [...tokens, { kind: 'end', text: '' }];
}
