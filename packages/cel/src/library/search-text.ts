/** V8's own search takes quadratic time, but it is faster for parts up to this length. */
const SHORT = 32;

/**
 * Returns the first position of a part in a sequence of characters, starting at `from`; -1 if it does
 * not occur. It takes linear time (Knuth, Morris and Pratt).
 */
export function indexInLinearTime(
  sequence: ArrayLike<string>,
  part: ArrayLike<string>,
  from: number,
): number {
  return search(sequence, part, bordersOf(part), from);
}

/** Splits a text at a separator that is not empty, in linear time. */
export function splitText(text: string, separator: string): string[] {
  if (separator.length <= SHORT) return text.split(separator);
  const borders = bordersOf(separator);
  const parts: string[] = [];
  let start = 0;
  for (;;) {
    const at = search(text, separator, borders, start);
    if (at === -1) break;
    parts.push(text.slice(start, at));
    start = at + separator.length;
  }
  parts.push(text.slice(start));
  return parts;
}

function search(
  sequence: ArrayLike<string>,
  part: ArrayLike<string>,
  borders: Uint32Array,
  from: number,
): number {
  let matched = 0;
  for (let i = from; i < sequence.length; i++) {
    while (matched > 0 && sequence[i] !== part[matched]) matched = borders[matched - 1] ?? 0;
    if (sequence[i] === part[matched]) matched++;
    if (matched === part.length) return i - matched + 1;
  }
  return -1;
}

/** Returns for each prefix the length of its longest proper prefix that is also its suffix. */
function bordersOf(part: ArrayLike<string>): Uint32Array {
  const borders = new Uint32Array(part.length);
  let length = 0;
  for (let i = 1; i < part.length; i++) {
    while (length > 0 && part[i] !== part[length]) length = borders[length - 1] ?? 0;
    if (part[i] === part[length]) length++;
    borders[i] = length;
  }
  return borders;
}
