import { printable } from './printable.js';

/** A text in quotes on one line, with everything escaped that a terminal or a reader trips over. */
export function quote(text: string): string {
  return printable(JSON.stringify(text));
}
