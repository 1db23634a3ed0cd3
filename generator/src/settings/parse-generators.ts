import { GENERATORS } from './generated-file.js';
import { UsageError } from './usage-error.js';

/**
 * The generators that words name, each once, vmgen's own first: `all` means every one.
 *
 * @param emitters those that a config adds
 * @param place where the words stand, for messages
 * @throws a UsageError where a word names none, or where there are no words
 */
export function parseGenerators(
  words: readonly string[],
  emitters: readonly { readonly name: string }[],
  place: string,
): string[] {
  const names = [...GENERATORS, ...emitters.map(({ name }) => name)];
  if (words.length === 0) {
    throw new UsageError(
      `${place} names no generator; leave it out, or name some of ${names.join(', ')}`,
    );
  }
  const unknown = words.find((word) => word !== 'all' && !names.includes(word));
  if (unknown !== undefined) {
    throw new UsageError(
      `${place}: unknown generator ${JSON.stringify(unknown)}; use one of all, ${names.join(', ')}`,
    );
  }
  return words.includes('all') ? names : names.filter((name) => words.includes(name));
}
