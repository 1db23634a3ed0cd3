import type { CustomResourceDefinition, CustomResourceDefinitionNames } from '@vmgen/crd';
import type { ChangeCode } from '../definitions/registry.js';
import type { KindChanges } from './kind-changes.js';

/** Compares the names of a kind that exists in both sets. */
export function compareNames(
  { spec: { names: old } }: CustomResourceDefinition,
  { spec: { names: next } }: CustomResourceDefinition,
  changes: KindChanges,
): void {
  const compare = (code: ChangeCode, part: string, before: string, after: string): void => {
    if (before !== after)
      changes.add(code, `${part} ${before} -> ${after}`, ['spec', 'names', part]);
  };
  compare('kind-renamed', 'kind', old.kind, next.kind);
  // The list kind follows the kind by default, so it changes with it.
  if (old.kind === next.kind) {
    compare('list-kind-changed', 'listKind', listKindOf(old), listKindOf(next));
  }
  const isNamedAlike = old.kind === next.kind || Boolean(old.singular);
  if (isNamedAlike) compare('singular-changed', 'singular', singularOf(old), singularOf(next));
  compareSets(old.shortNames, next.shortNames, (name, isThere) => {
    const code = isThere ? 'short-name-added' : 'short-name-removed';
    changes.add(code, `short name ${name}`, ['spec', 'names', 'shortNames']);
  });
  compareSets(old.categories, next.categories, (name, isThere) => {
    const code = isThere ? 'category-added' : 'category-removed';
    changes.add(code, `category ${name}`, ['spec', 'names', 'categories']);
  });
}

/** An empty name is filled in, as one that is not there. */
const listKindOf = ({ kind, listKind }: CustomResourceDefinitionNames): string =>
  listKind || `${kind}List`;

const singularOf = ({ kind, singular }: CustomResourceDefinitionNames): string =>
  singular || kind.toLowerCase();

function compareSets(
  old: readonly string[] = [],
  next: readonly string[] = [],
  report: (name: string, isThere: boolean) => void,
): void {
  for (const name of old) if (!next.includes(name)) report(name, false);
  for (const name of next) if (!old.includes(name)) report(name, true);
}
