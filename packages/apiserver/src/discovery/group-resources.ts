import type { ServedResource } from '../resource/served-resource.js';
import { compareVersions } from '@vmgen/base/text';

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

/**
 * Returns the groups other than core: the built-in ones in the order of `resources`, the others by
 * name.
 */
export function groupResources(resources: readonly ServedResource[]): ApiGroup[] {
  const own = new Set(resources.filter(({ isCustom }) => !isCustom).map(({ group }) => group));
  const others = new Set(resources.map(({ group }) => group).filter((group) => !own.has(group)));
  own.delete('');
  return [...own, ...[...others].sort()].map((name) => ({
    name,
    versions: versionsOf(resources, name),
  }));
}

/** Returns the versions of one group (empty for core), the preferred one first. */
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
