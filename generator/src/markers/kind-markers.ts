import type { SourcePosition } from '../diagnostics/diagnostic.js';
import type { MarkerUse } from './language/definition.js';

/** The markers of a type that are only allowed on kinds, combined for one diagnostic. */
interface KindMarkers {
  /** The position of the first one. */
  readonly position: SourcePosition;
  /** `+genclient`, `+genclient and 2 other markers`. */
  readonly names: string;
  readonly count: number;
}

/** Returns the markers of a type that are only allowed on kinds; undefined without them. */
export function kindMarkersOf(markers: readonly MarkerUse[]): KindMarkers | undefined {
  const ofKinds = markers.filter(({ definition }) => !definition.places.includes('type'));
  const [first, ...others] = ofKinds;
  if (first === undefined) return undefined;
  const more = ['', ' and another marker'][others.length] ?? ` and ${others.length} other markers`;
  const names = `+${first.definition.name}${more}`;
  return { position: first.position, names, count: ofKinds.length };
}
