import { pick, seeded } from '../support/seeded.js';

/** So many different texts of at most `length` of the parts; the same ones for a seed. */
export function randomTexts(
  seed: number,
  count: number,
  parts: readonly string[],
  length: number,
): string[] {
  const random = seeded(seed);
  const texts = new Set<string>();
  while (texts.size < count) {
    const size = 1 + Math.floor(random() * length);
    texts.add(Array.from({ length: size }, () => pick(parts, random())).join(''));
  }
  return [...texts];
}
