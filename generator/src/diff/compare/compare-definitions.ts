import type {
  CustomResourceConversion,
  CustomResourceDefinition,
  CustomResourceDefinitionNames,
} from '@vmgen/crd';
import { canonical } from './shown.js';
import type { Change } from './change.js';
import { compareVersions } from './compare-versions.js';
import { crdName, KindChanges } from './kind-changes.js';
import type { ChangeCode } from '../definitions/registry.js';

/**
 * Compares two sets of CRDs that are valid for an API server. CRDs are matched by name; each name occurs once
 * in a set. The changes are sorted by name and version, and then by their position in the new schema.
 */
export function compareDefinitions(
  old: readonly CustomResourceDefinition[],
  next: readonly CustomResourceDefinition[],
): Change[] {
  const before = new Map(old.map((crd) => [crdName(crd), crd]));
  const after = new Map(next.map((crd) => [crdName(crd), crd]));
  const gone = old.filter((crd) => !after.has(crdName(crd)));
  const added = next.filter((crd) => !before.has(crdName(crd)));
  const all: Change[] = [];
  for (const crd of gone) {
    const moved = added.find((other) => isMoved(crd, other));
    if (moved) added.splice(added.indexOf(moved), 1);
    all.push(moved ? moveOf(crd, moved) : removalOf(crd));
  }
  for (const crd of added) {
    const changes = new KindChanges(crd);
    changes.add('kind-added', `${crd.spec.names.kind} was added`);
    all.push(changes.only);
  }
  for (const [name, crd] of after) {
    const former = before.get(name);
    if (former) all.push(...compareDefinition(former, crd));
  }
  return all.sort((a, b) => (a.crd < b.crd ? -1 : a.crd > b.crd ? 1 : 0));
}

function compareDefinition(
  old: CustomResourceDefinition,
  next: CustomResourceDefinition,
): Change[] {
  const changes = new KindChanges(next);
  compareNames(old, next, changes);
  compareScope(old, next, changes);
  compareConversion(old, next, changes);
  compareVersions(old, next, changes);
  return changes.all;
}

/** The same kind with another plural or group: the new or old CRD that is left. */
function isMoved(old: CustomResourceDefinition, next: CustomResourceDefinition): boolean {
  const [before, after] = [old.spec, next.spec];
  const isSamePlural = before.names.plural === after.names.plural;
  return before.names.kind === after.names.kind && (isSamePlural || before.group === after.group);
}

function moveOf(old: CustomResourceDefinition, next: CustomResourceDefinition): Change {
  const changes = new KindChanges(next);
  const at = old.spec.group === next.spec.group ? ['names', 'plural'] : ['group'];
  changes.add('kind-moved', `${crdName(old)} -> ${crdName(next)}`, ['spec', ...at]);
  return changes.only;
}

function removalOf(crd: CustomResourceDefinition): Change {
  const changes = new KindChanges(crd, 'old');
  changes.add('kind-removed', `${crd.spec.names.kind} was removed`);
  return changes.only;
}

function compareScope(
  { spec: old }: CustomResourceDefinition,
  { spec: next }: CustomResourceDefinition,
  changes: KindChanges,
): void {
  if (old.scope === next.scope) return;
  changes.add('scope-changed', `${old.scope} -> ${next.scope}`, ['spec', 'scope']);
}

/** With the port that the server fills in, and without the authority that is injected in the cluster. */
function comparable(conversion: CustomResourceConversion): CustomResourceConversion {
  const { webhook } = conversion;
  if (webhook?.clientConfig === undefined) return conversion;
  const { caBundle: _, service, ...others } = webhook.clientConfig;
  const clientConfig = { ...others, ...(service && { service: { port: 443, ...service } }) };
  return { ...conversion, webhook: { ...webhook, clientConfig } };
}

function compareConversion(
  { spec: old }: CustomResourceDefinition,
  { spec: next }: CustomResourceDefinition,
  changes: KindChanges,
): void {
  const none = { strategy: 'None' };
  const [before, after] = [comparable(old.conversion ?? none), comparable(next.conversion ?? none)];
  if (canonical(before) === canonical(after)) return;
  const isRemoved = after.strategy === 'None' && before.strategy !== 'None';
  const message =
    before.strategy === after.strategy
      ? `another ${after.strategy.toLowerCase()}`
      : `${before.strategy} -> ${after.strategy}`;
  const code = isRemoved ? 'conversion-removed' : 'conversion-changed';
  changes.add(code, `conversion ${message}`, ['spec', 'conversion']);
}

/** Compares the names of a kind that exists in both sets. */
function compareNames(
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
  if (isNamedAlike) compare('kubectl-name-removed', 'singular', singularOf(old), singularOf(next));
  compareSets(old.shortNames, next.shortNames, (name, isThere) => {
    const code = isThere ? 'kubectl-name-added' : 'kubectl-name-removed';
    changes.add(code, `short name ${name}`, ['spec', 'names', 'shortNames']);
  });
  compareSets(old.categories, next.categories, (name, isThere) => {
    const code = isThere ? 'kubectl-name-added' : 'kubectl-name-removed';
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
