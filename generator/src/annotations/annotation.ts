import { firstAt } from '../findings/related.js';
import type { FindingList } from '../findings/finding-list.js';
import type { SourcePosition } from '../findings/finding.js';
import type { CommentGroup, CommentLine } from '../frontend/syntax.js';
import type { MarkerDefinition, MarkerUse, Place } from '../markers/language/definition.js';
import { ignoreMarker } from '../markers/definitions/ignore.js';
import { doubtLine } from '../markers/doubt-line.js';
import { splitComment, type MarkerText } from '../markers/language/marker-text.js';
import { parseMarker } from '../markers/parse-marker.js';
import type { MarkerRegistry } from '../markers/registry.js';
import { silenceOf } from '../markers/silence-of.js';
import { documentationOf } from './documentation.js';
import { warnOfSchemaTags } from './schema-tags.js';

/** What the comments of a declaration, field or package say. */
export interface Annotation {
  readonly doc: string;
  readonly markers: readonly MarkerUse[];
  /** Markers that stand near but can only be about the package. */
  readonly packageMarkers: readonly MarkerUse[];
  /** What stands here and was refused: what it would have said is not known. */
  readonly refused: readonly MarkerDefinition[];
}

const NOTHING_SAID: Annotation = { doc: '', markers: [], packageMarkers: [], refused: [] };

const PLACE_NAMES: Readonly<Record<Place, string>> = {
  package: 'a package',
  kind: 'a kind',
  type: 'a type',
  field: 'a field',
};

/**
 * Reads comments that stand at one of `places`; a marker that may not stand there is a finding.
 *
 * @param at what the comments are about, where that is one thing
 */
export function annotate(
  comments: readonly CommentGroup[],
  places: readonly Place[],
  registry: MarkerRegistry,
  findings: FindingList,
  at?: SourcePosition,
): Annotation {
  if (comments.length === 0) return NOTHING_SAID;
  const markers: MarkerUse[] = [];
  const packageMarkers: MarkerUse[] = [];
  const refused: MarkerDefinition[] = [];
  const prose: CommentLine[] = [];
  const mayBeOfPackage = !places.includes('field');
  let doc = '';
  for (const group of comments) {
    const split = splitComment(group);
    for (const line of split.others) doubtLine(line, registry, findings);
    doc = documentationOf(split.prose) || doc;
    for (const line of split.prose) prose.push(line);
    for (const text of split.markers) {
      const { use, refused: wrong } = parseMarker(text, registry, findings);
      if ((use?.definition ?? wrong) === ignoreMarker) {
        findings.silence(silenceOf(use, text, group, at?.line ?? 0, findings));
        continue;
      }
      if (wrong) refused.push(wrong);
      if (!use) continue;
      if (places.some((place) => use.definition.places.includes(place))) markers.push(use);
      else if (mayBeOfPackage && !text.isAdjacent && use.definition.places.includes('package')) {
        packageMarkers.push(use);
      } else refusePlace(use, text, places, findings);
    }
  }
  refuseDuplicates(markers, findings);
  warnOfSchemaTags(prose, new Set(markers.map(({ definition }) => definition.name)), findings);
  return { doc, markers, packageMarkers, refused };
}

function refusePlace(
  use: MarkerUse,
  { text }: MarkerText,
  places: readonly Place[],
  findings: FindingList,
): void {
  const here = PLACE_NAMES[places[0] ?? 'package'];
  const allowed = use.definition.places.map((place) => PLACE_NAMES[place]).join(' or ');
  const isOfPackage = allowed === PLACE_NAMES.package;
  const isMovable = isOfPackage && !text.includes('\n');
  const { position } = use;
  findings.error(
    'VMGEN3005',
    use.position,
    `+${use.definition.name} may not stand on ${here}`,
    isOfPackage
      ? 'it is for a package: put it at the top of the file, with an empty line below it'
      : `it is for ${allowed}`,
    { fix: isMovable ? { how: 'move-to-top', position } : undefined },
  );
}

export function refuseDuplicates(markers: readonly MarkerUse[], findings: FindingList): void {
  const seen = new Map<string, MarkerUse>();
  for (const use of markers) {
    const first = seen.get(use.definition.name);
    if (first && !use.definition.repeatable) {
      findings.error(
        'VMGEN3006',
        use.position,
        `+${use.definition.name} stands twice`,
        'remove one',
        firstAt(first.position),
      );
    }
    seen.set(use.definition.name, first ?? use);
  }
}
