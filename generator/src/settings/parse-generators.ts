import { GENERATORS } from './generated-file.js';
import { UsageError } from './usage-error.js';

/**
 * Resolves the names of generators, without duplicates and with the built-in ones first; `all` selects all.
 *
 * @param emitters the emitters of the config
 * @param place the option or key, for messages
 * @throws a UsageError for an unknown name or an empty list
 */
export function parseGenerators(
  words: readonly string[],
  emitters: readonly { readonly name: string }[],
  place: string,
): string[] {
  const names = [...GENERATORS, ...emitters.map(({ name }) => name)];
  if (words.length === 0) {
    throw new UsageError(
      `${place} contains no generator; omit it, or use some of ${names.join(', ')}`,
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
