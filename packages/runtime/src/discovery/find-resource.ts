import type { ApiGroup, ApiResource, DiscoveredApi } from './api-resource.js';

/** Identifies a kind, as `apiVersion` and `kind` of an object do. */
export interface KindQuery {
  /** Empty for the core group. */
  readonly group: string;
  /** The kind, such as `Deployment`. */
  readonly kind: string;
  /** Defaults to the preferred version that has the kind. */
  readonly version?: string | undefined;
}

/** Returns the resource of a kind. */
export function findKind(api: DiscoveredApi, query: KindQuery): ApiResource | undefined {
  const group = api.groups.find(({ name }) => name === query.group);
  return inGroup(group, query.version, ({ kind }) => kind === query.kind);
}

/**
 * Finds a resource by a name as kubectl accepts it: `deployments`, `deployment` or `deploy`,
 * optionally followed by `.GROUP` or `.VERSION.GROUP`. If several groups match, the first one is
 * used.
 */
export function findResource(api: DiscoveredApi, name: string): ApiResource | undefined {
  const [word = '', ...qualifiers] = name.toLowerCase().split('.');
  const [version, ...group] = qualifiers;
  return (
    (group.length > 0 ? findWord(api.groups, word, group.join('.'), version) : undefined) ??
    findWord(api.groups, word, qualifiers.length > 0 ? qualifiers.join('.') : undefined)
  );
}

/** A full name takes precedence over a short name, in all groups. */
function findWord(
  groups: readonly ApiGroup[],
  word: string,
  groupName: string | undefined,
  version?: string,
): ApiResource | undefined {
  const candidates = groups.filter(({ name }) => groupName === undefined || name === groupName);
  const isNamed = ({ plural, singular }: ApiResource): boolean =>
    plural === word || singular === word;
  const isShort = ({ shortNames }: ApiResource): boolean => shortNames.includes(word);
  for (const matches of [isNamed, isShort]) {
    for (const group of candidates) {
      const found = inGroup(group, version, matches);
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

/** Returns the first match in the group's order of versions. */
function inGroup(
  group: ApiGroup | undefined,
  version: string | undefined,
  matches: (resource: ApiResource) => boolean,
): ApiResource | undefined {
  for (const each of group?.versions ?? []) {
    if (version !== undefined && each.version !== version) continue;
    const found = each.resources.find(matches);
    if (found !== undefined) return found;
  }
  return undefined;
}
