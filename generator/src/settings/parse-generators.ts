import { GENERATORS } from './generated-file.js';

/** `--generators` names something else than generators. */
export class GeneratorsError extends Error {
  override readonly name = 'GeneratorsError';
}

/**
 * The generators that words name, each once, vmgen's own first: `all` means every one.
 *
 * @param emitters the names of those that a config adds
 */
export function parseGenerators(words: readonly string[], emitters: readonly string[]): string[] {
  const names = [...GENERATORS, ...emitters];
  const unknown = words.find((word) => word !== 'all' && !names.includes(word));
  if (unknown !== undefined) {
    throw new GeneratorsError(
      `unknown generator ${JSON.stringify(unknown)}; there are all, ${names.join(', ')}`,
    );
  }
  return words.includes('all') ? names : names.filter((name) => words.includes(name));
}
