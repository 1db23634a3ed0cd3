/** Numbers from [0, 1), always the same ones for a seed (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** One of the items. */
export function pick<T>(random: () => number, items: readonly T[]): T {
  const item = items[Math.floor(random() * items.length)];
  if (item === undefined) throw new Error('there is nothing to pick from');
  return item;
}

/** So many different texts of at most `length` of the parts; the same ones for a seed. */
export function randomTexts(
  seed: number,
  count: number,
  parts: readonly string[],
  length: number,
): string[] {
  const random = seededRandom(seed);
  const texts = new Set<string>();
  while (texts.size < count) {
    const size = 1 + Math.floor(random() * length);
    texts.add(Array.from({ length: size }, () => pick(random, parts)).join(''));
  }
  return [...texts];
}
