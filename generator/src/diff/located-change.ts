import type { SourcePosition } from '../diagnostics/diagnostic.js';
import type { Change } from './compare/change.js';
import type { ChangeClass } from './definitions/definition.js';
import { RATCHETING } from './definitions/explain-change.js';
import { changeDefinition } from './definitions/registry.js';
import { compareDefinitions } from './compare/compare-definitions.js';
import type { Side } from './sides/side.js';

/** A change with all that is needed to show it. */
export interface LocatedChange extends Change {
  readonly class: ChangeClass;
  /** The reason for the class, and what ratcheting allows for stored objects. */
  readonly reason: string;
  readonly position: SourcePosition | undefined;
}

const ORDER: readonly ChangeClass[] = ['breaking', 'risky', 'safe'];

/** The differences between two sets, the most severe first. */
export function compareSides(old: Side, next: Side): LocatedChange[] {
  const crdsOf = ({ crds }: Side) => crds.map(({ crd }) => crd);
  const changes = compareDefinitions(crdsOf(old), crdsOf(next)).map((change): LocatedChange => {
    const side = change.side === 'old' ? old : next;
    const found = side.crds.find(({ crd }) => crd.metadata.name === change.crd);
    return {
      ...change,
      class: changeDefinition(change.code).class,
      reason: reasonOf(change),
      position: found?.locate(change.at),
    };
  });
  return ORDER.flatMap((each) => changes.filter((change) => change.class === each));
}

const UNCORRELATED =
  'Items of a list that is not a map have no identity: a change of one item counts for all of them.';

function reasonOf({ code, isUncorrelated }: Change): string {
  const { why, ratchets } = changeDefinition(code);
  if (ratchets === undefined) return why;
  const spares = ratchets === 'value' || ratchets === 'object';
  const sentences = [
    why,
    RATCHETING[ratchets],
    ...(isUncorrelated && spares ? [UNCORRELATED] : []),
  ];
  return sentences.join(' ');
}
