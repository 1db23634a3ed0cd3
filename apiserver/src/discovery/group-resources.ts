import type { ServedResource } from '../resource/served-resource.js';
import { compareVersions } from '../resource/compare-versions.js';

/** The resources of one group, by version, the preferred version first. */
export interface ApiGroup {
  readonly name: string;
  readonly versions: readonly ApiVersion[];
}

export interface ApiVersion {
  readonly version: string;
  /** By plural name. */
  readonly resources: readonly ServedResource[];
}

/** The groups of the server itself, in the order in which the real server lists them. */
const BUILT_IN_GROUPS: readonly string[] = [
  'events.k8s.io',
  'apiextensions.k8s.io',
  'coordination.k8s.io',
];

/** True for the core group and the other groups that the server brings along. */
export function isBuiltInGroup(group: string): boolean {
  return group === '' || BUILT_IN_GROUPS.includes(group);
}

/** The groups other than core: the server's own first, the others by name. */
export function groupResources(resources: readonly ServedResource[]): ApiGroup[] {
  const names = new Set(resources.map((resource) => resource.group));
  names.delete('');
  return [...names]
    .sort(compareGroups)
    .map((name) => ({ name, versions: versionsOf(resources, name) }));
}

/** The versions of one group (empty: the core group), the preferred one first. */
export function versionsOf(resources: readonly ServedResource[], group: string): ApiVersion[] {
  const byVersion = new Map<string, ServedResource[]>();
  for (const resource of resources) {
    if (resource.group !== group) continue;
    const known = byVersion.get(resource.version);
    if (known === undefined) byVersion.set(resource.version, [resource]);
    else known.push(resource);
  }
  return [...byVersion]
    .sort(([a], [b]) => compareVersions(a, b))
    .map(([version, own]) => ({
      version,
      resources: own.sort((a, b) => (a.plural < b.plural ? -1 : 1)),
    }));
}

function compareGroups(a: string, b: string): number {
  const rankA = rankOf(a);
  const rankB = rankOf(b);
  return rankA - rankB || (a < b ? -1 : 1);
}

function rankOf(group: string): number {
  const index = BUILT_IN_GROUPS.indexOf(group);
  return index === -1 ? BUILT_IN_GROUPS.length : index;
}
