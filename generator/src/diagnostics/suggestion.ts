import { didYouMean } from '../text/did-you-mean.js';
import { nearest } from '../text/nearest.js';
import type { DiagnosticDetails, Fix } from './diagnostic.js';

/** The remedy for an unknown word: the most similar of the known words, or `otherwise` if none is similar. */
export function remedyFor(word: string, known: Iterable<string>, otherwise: string): string {
  const meant = nearest(word, known);
  return meant === undefined ? otherwise : didYouMean(word, meant);
}

/** As {@link remedyFor}, with the fix that replaces the word. */
export function suggestionFor(
  word: string,
  known: Iterable<string>,
  otherwise: string,
  fixOf: (meant: string) => Fix | undefined,
): readonly [remedy: string, details: DiagnosticDetails] {
  const meant = nearest(word, known);
  return meant === undefined ? [otherwise, {}] : [didYouMean(word, meant), { fix: fixOf(meant) }];
}
