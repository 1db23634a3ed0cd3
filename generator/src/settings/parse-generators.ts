import { GENERATORS, ON_REQUEST } from './generated-file.js';
import { UsageError } from './usage-error.js';

/**
 * Resolves the names of generators, without duplicates and with the built-in ones first; `all` selects all
 * except for those on request.
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
  const isWanted = (name: string): boolean =>
    words.includes(name) || (words.includes('all') && !ON_REQUEST.includes(name));
  return names.filter(isWanted);
}
