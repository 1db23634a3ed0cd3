import { textOf } from '../markers/text-of.js';
import type { FindingList } from '../findings/finding-list.js';
import type { MarkerUse } from '../markers/definition.js';
import {
  genclient,
  noStatus,
  noVerbs,
  onlyVerbs,
  readonly,
  skipVerbs,
} from '../markers/definitions/client.js';
import { nearest } from '../markers/nearest.js';
import { find } from './annotation.js';
import { VERBS, type Verb } from './model.js';

const READ_VERBS: readonly Verb[] = ['get', 'list', 'watch'];
const STATUS_VERBS: readonly Verb[] = ['updateStatus', 'applyStatus'];

/** The verbs of a kind's client; undefined when it has none. */
export function clientVerbs(
  markers: readonly MarkerUse[],
  hasStatus: boolean,
  findings: FindingList,
): ReadonlySet<Verb> | undefined {
  if (!find(markers, genclient)) {
    refuseWithoutClient(markers, findings);
    return undefined;
  }
  const skip = find(markers, skipVerbs);
  const only = find(markers, onlyVerbs);
  if (skip && only) {
    findings.error(
      only.position,
      '+genclient:onlyVerbs contradicts +genclient:skipVerbs',
      'say which verbs the client has, or which it lacks',
    );
  }
  let verbs: readonly Verb[] = VERBS;
  if (find(markers, noVerbs)) verbs = [];
  if (find(markers, readonly)) verbs = READ_VERBS;
  if (only) verbs = verbsOf(only, findings);
  const skipped = skip ? verbsOf(skip, findings) : [];
  const withStatus = hasStatus && !find(markers, noStatus);
  return new Set(
    verbs.filter((verb) => !skipped.includes(verb) && (withStatus || !STATUS_VERBS.includes(verb))),
  );
}

function verbsOf(marker: MarkerUse, findings: FindingList): Verb[] {
  return textOf(marker.values.value)
    .split(',')
    .map((word) => word.trim())
    .flatMap((word) => {
      const verb = VERBS.find((known) => known === word);
      if (verb) return [verb];
      const suggestion = nearest(word, VERBS);
      findings.error(
        marker.position,
        `+${marker.definition.name}: unknown verb ${JSON.stringify(word)}`,
        suggestion === undefined ? `verbs are ${VERBS.join(', ')}` : `did you mean ${suggestion}?`,
      );
      return [];
    });
}

function refuseWithoutClient(markers: readonly MarkerUse[], findings: FindingList): void {
  for (const { definition, position } of markers) {
    if (definition.name.startsWith('genclient:')) {
      findings.error(position, `+${definition.name} stands without +genclient`, 'add +genclient');
    }
  }
}
