/**
 * The candidate that is most similar to a misspelled word; undefined if none is similar. What two names share before a
 * colon, such as `kubebuilder:`, does not make them similar.
 */
export function nearest(word: string, candidates: Iterable<string>): string | undefined {
  let best: string | undefined;
  let bestDistance = Infinity;
  for (const candidate of candidates) {
    // The word itself is not a suggestion.
    if (candidate === word) continue;
    const own = word.length - sharedNames(word, candidate);
    const limit = Math.min(bestDistance, Math.max(2, Math.floor(own / 4)) + 1);
    if (Math.abs(candidate.length - word.length) >= limit) continue;
    const distance = editDistance(word.toLowerCase(), candidate.toLowerCase());
    if (distance < limit) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

/** The length of the common beginning of two names up to its last colon. */
function sharedNames(a: string, b: string): number {
  let end = 0;
  for (let at = 0; at < a.length && a[at] === b[at]; at++) if (a[at] === ':') end = at + 1;
  return end;
}

/** Levenshtein's distance. */
function editDistance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const current = [i];
    for (let j = 1; j <= b.length; j++) {
      const replace = (previous[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      current.push(Math.min(replace, (previous[j] ?? 0) + 1, (current[j - 1] ?? 0) + 1));
    }
    previous = current;
  }
  return previous[b.length] ?? 0;
}
