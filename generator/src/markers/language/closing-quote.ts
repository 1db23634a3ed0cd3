/**
 * The offset of the quote that closes the one at `start`, or -1. A backslash escapes characters between
 * double quotes.
 */
export function closingQuote(text: string, start: number, quote: string): number {
  if (quote === '`') return text.indexOf('`', start + 1);
  for (let index = start + 1; index < text.length; index++) {
    if (text[index] === '\\') index++;
    else if (text[index] === '"') return index;
  }
  return -1;
}
