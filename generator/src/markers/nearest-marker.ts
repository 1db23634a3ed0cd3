import { nearest } from '../words/nearest.js';
import type { MarkerRegistry } from './registry.js';

/** The marker that a misspelled name most likely means; the end of a name counts as a name too. */
export function nearestMarker(name: string, registry: MarkerRegistry): string | undefined {
  const names = [...registry.keys()];
  const whole = nearest(name, names);
  if (whole !== undefined || name.includes(':')) return whole;
  const ends = new Map(names.map((each) => [each.slice(each.lastIndexOf(':') + 1), each]));
  const end = nearest(name, ends.keys());
  return end === undefined ? undefined : ends.get(end);
}
