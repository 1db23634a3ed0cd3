import { firstAt } from '../diagnostics/related.js';
import type { DiagnosticList } from '../diagnostics/diagnostic-list.js';
import type { SourcePosition } from '../diagnostics/diagnostic.js';
import type { CommentGroup, CommentLine } from '../syntax/syntax.js';
import type { MarkerDefinition, MarkerUse, Place } from './language/definition.js';
import { ignoreMarker } from './definitions/ignore.js';
import { reportSuspiciousLine } from './suspicious-line.js';
import { type MarkerText, splitComment } from './language/marker-text.js';
import { parseMarker } from './parse-marker.js';
import type { MarkerRegistry } from './registry.js';
import { suppressionOf } from './suppression-of.js';
import { documentationOf } from './documentation.js';
import { isApiFile } from '../syntax/imports.js';
import { CodeFences } from './language/code-fence.js';
import { lowerFirst } from '../text/names.js';

/** The parsed comments of a declaration, field or package. */
export interface Annotation {
  readonly doc: string;
  readonly markers: readonly MarkerUse[];
  /** Markers that are near the declaration but can only apply to the package. */
  readonly packageMarkers: readonly MarkerUse[];
  /** Markers that were rejected: their effect is unknown. */
  readonly refused: readonly MarkerDefinition[];
}

const NO_ANNOTATION: Annotation = { doc: '', markers: [], packageMarkers: [], refused: [] };

const PLACE_NAMES: Readonly<Record<Place, string>> = {
  package: 'a package',
  kind: 'a kind',
  type: 'a type',
  field: 'a field',
};

/**
 * Reads the comments of one of `places`; reports markers that are not allowed there.
 *
 * @param at the position of the commented declaration, if there is one
 */
export function annotate(
  comments: readonly CommentGroup[],
  places: readonly Place[],
  registry: MarkerRegistry,
  diagnostics: DiagnosticList,
  at?: SourcePosition,
): Annotation {
  if (comments.length === 0) return NO_ANNOTATION;
  const markers: MarkerUse[] = [];
  const packageMarkers: MarkerUse[] = [];
  const refused: MarkerDefinition[] = [];
  const prose: CommentLine[] = [];
  const mayBeOfPackage = !places.includes('field');
  let doc = '';
  for (const group of comments) {
    const split = splitComment(group);
    for (const line of split.others) reportSuspiciousLine(line, registry, diagnostics);
    doc = documentationOf(split.prose) || doc;
    for (const line of split.prose) prose.push(line);
    for (const text of split.markers) {
      const { use, refused: wrong } = parseMarker(text, registry, diagnostics);
      if ((use?.definition ?? wrong) === ignoreMarker) {
        diagnostics.suppress(suppressionOf(use, text, group, at?.line ?? 0, diagnostics));
        continue;
      }
      if (wrong) refused.push(wrong);
      if (!use) continue;
      if (places.some((place) => use.definition.places.includes(place))) markers.push(use);
      else if (mayBeOfPackage && !text.isAdjacent && use.definition.places.includes('package')) {
        packageMarkers.push(use);
      } else refusePlace(use, text, places, diagnostics);
    }
  }
  refuseDuplicates(markers, diagnostics);
  warnOfSchemaTags(prose, new Set(markers.map(({ definition }) => definition.name)), diagnostics);
  return { doc, markers, packageMarkers, refused };
}

function refusePlace(
  use: MarkerUse,
  { text }: MarkerText,
  places: readonly Place[],
  diagnostics: DiagnosticList,
): void {
  const here = PLACE_NAMES[places[0] ?? 'package'];
  const allowed = use.definition.places.map((place) => PLACE_NAMES[place]).join(' or ');
  const isOfPackage = allowed === PLACE_NAMES.package;
  const isMovable = isOfPackage && !text.includes('\n');
  const { position } = use;
  diagnostics.error(
    'VMGEN3005',
    use.position,
    `+${use.definition.name} is not allowed on ${here}`,
    isOfPackage
      ? 'it is for a package: put it at the top of the file, with an empty line below it'
      : `it is for ${allowed}`,
    { fix: isMovable ? { how: 'move-to-top', position } : undefined },
  );
}

export function refuseDuplicates(markers: readonly MarkerUse[], diagnostics: DiagnosticList): void {
  const seen = new Map<string, MarkerUse>();
  for (const use of markers) {
    const first = seen.get(use.definition.name);
    if (first && !use.definition.repeatable) {
      diagnostics.error(
        'VMGEN3006',
        use.position,
        `+${use.definition.name} is specified twice`,
        'remove one',
        firstAt(first.position),
      );
    }
    seen.set(use.definition.name, first ?? use);
  }
}

const VALIDATION = [
  'Minimum',
  'Maximum',
  'ExclusiveMinimum',
  'ExclusiveMaximum',
  'MultipleOf',
  'MinLength',
  'MaxLength',
  'Pattern',
  'Format',
  'MinItems',
  'MaxItems',
  'UniqueItems',
  'MinProperties',
  'MaxProperties',
];

/** The markers that are equivalent to JSDoc tags of other schema generators. */
const TAGS: ReadonlyMap<string, string> = new Map([
  ...VALIDATION.map((name) => [lowerFirst(name), `kubebuilder:validation:${name}`] as const),
  ['default', 'kubebuilder:default'],
]);

/** Values with the same syntax in both languages. */
const NUMBER = /^-?\d+(?:\.\d+)?$/;

/** The text after `@default` if it is a value and not prose. */
const VALUE = /^(?:-?\d[\d.]*|true|false|".*"|'.*'|\[.*\]|\{.*\})$/;

/**
 * Warns about JSDoc tags that other schema generators read and that have no effect here.
 *
 * @param names the markers of the same declaration: a `@default` may document a marker
 */
function warnOfSchemaTags(
  prose: readonly CommentLine[],
  names: ReadonlySet<string>,
  diagnostics: DiagnosticList,
): void {
  const fences = new CodeFences();
  for (const { text, position } of prose) {
    const inFence = fences.isCode(text);
    const [, indent = '', tag = '', value = ''] = /^(\s*)@(\w+)\s*(.*)$/.exec(text) ?? [];
    const marker = TAGS.get(tag);
    if (inFence || marker === undefined || names.has(marker) || !isApiFile(position.file)) continue;
    if (tag === 'default' && (names.has(tag) || !VALUE.test(value))) continue;
    const column = position.column + indent.length;
    const place = { ...position, column, endColumn: column + tag.length + 1 };
    const written = text.slice(indent.length).trimEnd();
    const fix = NUMBER.test(value)
      ? {
          how: 'rewrite-comment' as const,
          position: place,
          old: written,
          text: `+${marker}=${value}`,
        }
      : undefined;
    diagnostics.warning('VMGEN3011', place, `@${tag} has no effect`, `write +${marker}=${value}`, {
      fix,
    });
  }
}
