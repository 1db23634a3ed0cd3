import { otherAt } from '../diagnostics/related.js';
import type { DiagnosticList } from '../diagnostics/diagnostic-list.js';
import type { SourcePosition } from '../diagnostics/diagnostic.js';
import type { MarkerDefinition, MarkerUse } from './language/definition.js';
import {
  OPTIONAL_MARKERS,
  REQUIRED_MARKERS,
  validationOptional,
  validationRequired,
} from './definitions/presence.js';
import { find } from './language/uses-of.js';

/** The default of the package for fields without a presence marker. */
export type PresenceDefault = 'optional' | 'required' | undefined;

export function presenceDefaultOf(packageMarkers: readonly MarkerUse[]): PresenceDefault {
  if (find(packageMarkers, validationOptional)) return 'optional';
  return find(packageMarkers, validationRequired) ? 'required' : undefined;
}

/** The presence of a field according to its type. */
interface WrittenField {
  readonly name: string;
  /** The `?`. */
  readonly optional: boolean;
  /** The type includes undefined, which is equivalent to `?`. */
  readonly mayMiss: boolean;
  readonly position: SourcePosition;
}

/** The markers that affect the presence of a field. */
interface PresenceSources {
  readonly markers: readonly MarkerUse[];
  /** Markers of the field that were refused. */
  readonly refused: readonly MarkerDefinition[];
  readonly packageDefault: PresenceDefault;
}

const PRESENCE = new Set<MarkerDefinition>([
  ...OPTIONAL_MARKERS,
  ...REQUIRED_MARKERS,
  validationOptional,
  validationRequired,
]);

/**
 * Returns whether the API requires a field: `?` decides, a marker takes precedence over it, and the longer
 * marker over the shorter one. A contradiction between marker and type is a warning, because readers expect
 * something else than the API does. A default exempts both cases: clients may omit a required field with a
 * default, and an optional field with a default is always present in responses.
 */
export function fieldPresence(
  field: WrittenField,
  { markers, refused, packageDefault }: PresenceSources,
  diagnostics: DiagnosticList,
): boolean {
  const long = declaredBy([validationOptional], [validationRequired], markers, diagnostics);
  const short = declaredBy(OPTIONAL_MARKERS, REQUIRED_MARKERS, markers, diagnostics);
  const presence = long ?? short;
  const isOptional = field.optional || field.mayMiss;
  if (presence === 'both' || refused.some((each) => PRESENCE.has(each))) return !isOptional;
  if (presence === undefined) return !isOptional && packageDefault !== 'optional';
  const isRequired = presence === 'required';
  const definitions = [...markers.map(({ definition }) => definition), ...refused];
  const hasDefault = definitions.some(({ name }) => /^(kubebuilder:)?default$/.test(name));
  if (isRequired && isOptional && !hasDefault) {
    diagnostics.warning(
      'VMGEN5001',
      field.position,
      `${field.name} is marked required, but has a ?`,
      `write ${field.name}:`,
      { fix: { how: 'make-required', position: field.position } },
    );
  } else if (!isRequired && !isOptional && !hasDefault) {
    diagnostics.warning(
      'VMGEN5001',
      field.position,
      `${field.name} is marked optional, but has no ?`,
      `write ${field.name}?:`,
      { fix: { how: 'make-optional', position: field.position } },
    );
  }
  return isRequired;
}

/** The presence that a pair of markers declares; using both is a diagnostic. */
function declaredBy(
  optional: readonly MarkerUse['definition'][],
  required: readonly MarkerUse['definition'][],
  markers: readonly MarkerUse[],
  diagnostics: DiagnosticList,
): 'optional' | 'required' | 'both' | undefined {
  const yes = markers.find(({ definition }) => required.includes(definition));
  const no = markers.find(({ definition }) => optional.includes(definition));
  if (yes && no) {
    diagnostics.error(
      'VMGEN3012',
      yes.position,
      `+${yes.definition.name} contradicts +${no.definition.name}`,
      'remove one of them',
      otherAt(no.position),
    );
    return 'both';
  }
  if (yes) return 'required';
  return no ? 'optional' : undefined;
}
