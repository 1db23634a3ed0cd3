import { otherAt } from '../diagnostics/related.js';
import type { DiagnosticList } from '../diagnostics/diagnostic-list.js';
import type { Fix } from '../diagnostics/diagnostic.js';
import type { MarkerDefinition, MarkerUse } from '../markers/language/definition.js';
import {
  clientMethod,
  genclient,
  noStatus,
  noVerbs,
  onlyVerbs,
  readonly,
  skipVerbs,
} from '../markers/definitions/client.js';
import { find, isUsed } from '../markers/language/uses-of.js';
import type { NamedType } from '../types/type.js';
import { VERBS, type ClientVerb } from '../markers/definitions/verbs.js';

const READ_VERBS: readonly ClientVerb[] = ['get', 'list', 'watch'];
const STATUS_VERBS: readonly ClientVerb[] = ['updateStatus', 'applyStatus'];

/** Markers that select all verbs, with the markers that they exclude. */
const CONTRADICTIONS: readonly [MarkerDefinition, MarkerDefinition, remedy: string][] = [
  [onlyVerbs, skipVerbs, 'either list the verbs that the client has, or those that it lacks'],
  [onlyVerbs, noVerbs, 'remove one of them'],
  [onlyVerbs, readonly, 'remove one of them'],
  [readonly, noVerbs, 'remove one of them'],
  [skipVerbs, noVerbs, 'remove one of them'],
  [clientMethod, noVerbs, 'use +genclient:onlyVerbs for a client with few verbs'],
];

/** The verbs of a kind's client; undefined if it has no client. */
export function clientVerbs(
  type: Pick<NamedType, 'markers' | 'refused'>,
  hasStatus: boolean,
  diagnostics: DiagnosticList,
): ReadonlySet<ClientVerb> | undefined {
  const { markers } = type;
  if (!isUsed(genclient, type)) {
    refuseWithoutClient(markers, diagnostics);
    return undefined;
  }
  refuseContradictions(markers, diagnostics);
  const skip = find(markers, skipVerbs);
  const only = find(markers, onlyVerbs);
  let verbs: readonly ClientVerb[] = VERBS;
  if (find(markers, noVerbs)) verbs = [];
  if (find(markers, readonly)) verbs = READ_VERBS;
  if (only) verbs = VERBS.filter((verb) => only.values.value.includes(verb));
  const skipped = skip?.values.value ?? [];
  const withStatus = hasStatus && !find(markers, noStatus);
  return new Set(
    verbs.filter((verb) => !skipped.includes(verb) && (withStatus || !STATUS_VERBS.includes(verb))),
  );
}

function refuseContradictions(markers: readonly MarkerUse[], diagnostics: DiagnosticList): void {
  for (const [one, other, remedy] of CONTRADICTIONS) {
    const use = find(markers, one);
    const second = find(markers, other);
    if (use && second) {
      const message = `+${one.name} contradicts +${other.name}`;
      diagnostics.error('VMGEN3012', use.position, message, remedy, otherAt(second.position));
    }
  }
}

function refuseWithoutClient(markers: readonly MarkerUse[], diagnostics: DiagnosticList): void {
  const lost = markers.filter(({ definition }) => definition.name.startsWith('genclient:'));
  for (const [index, { definition, position }] of lost.entries()) {
    const fix: Fix = { how: 'add-marker', position, text: '+genclient' };
    diagnostics.error(
      'VMGEN7001',
      position,
      `+${definition.name} has no effect without +genclient`,
      'add +genclient',
      { fix: index === 0 ? fix : undefined },
    );
  }
}
