const SYMBOLS = ['(', ')', ',', '!', '=', '==', '!=', '>', '<', 'in', 'notin'] as const;

export interface SelectorToken {
  readonly kind: (typeof SYMBOLS)[number] | 'identifier' | 'end';
  /** As it stands in the selector. */
  readonly text: string;
}

/**
 * One run of blanks, of special characters or of others. A run of special characters is cut into
 * the longest symbols.
 */
const RUN = /[ \t\r\n]+|==|!=|[=!(),><]|[^ \t\r\n=!(),><]+/g;

/** Cuts a label selector into tokens, the end of the text last. */
export function lexSelector(text: string): SelectorToken[] {
  const tokens: SelectorToken[] = [];
  for (const [run] of text.matchAll(RUN)) {
    if (run.trim() === '') continue;
    tokens.push({ kind: SYMBOLS.find((symbol) => symbol === run) ?? 'identifier', text: run });
  }
  return [...tokens, { kind: 'end', text: '' }];
}
