import type { SourcePosition } from '../diagnostics/diagnostic.js';
import type { MarkerUse } from '../markers/language/definition.js';

/** The markers of a type that may stand on kinds alone, told as one. */
interface KindMarkers {
  /** Where the first one stands. */
  readonly position: SourcePosition;
  /** `+genclient`, `+genclient and 2 other markers`. */
  readonly names: string;
  readonly count: number;
}

/** What among the markers of a type says that a kind is meant; undefined where nothing does. */
export function kindMarkersOf(markers: readonly MarkerUse[]): KindMarkers | undefined {
  const ofKinds = markers.filter(({ definition }) => !definition.places.includes('type'));
  const [first, ...others] = ofKinds;
  if (first === undefined) return undefined;
  const more = ['', ' and another marker'][others.length] ?? ` and ${others.length} other markers`;
  const names = `+${first.definition.name}${more}`;
  return { position: first.position, names, count: ofKinds.length };
}
