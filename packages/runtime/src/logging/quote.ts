import { printable } from './printable.js';

/** Quotes a text on one line and escapes all characters that affect terminals or parsers. */
export function quote(text: string): string {
  return printable(JSON.stringify(text));
}
