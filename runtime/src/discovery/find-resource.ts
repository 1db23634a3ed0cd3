import type { ApiGroup, ApiResource, DiscoveredApi } from './api-resource.js';

/** A kind, as objects name it by `apiVersion` and `kind`. */
export interface KindQuery {
  /** Empty for the core group. */
  readonly group: string;
  readonly kind: string;
  /** The preferred version that has the kind, where it is left out. */
  readonly version?: string | undefined;
}

/** The resource whose objects are of a kind. */
export function findKind(api: DiscoveredApi, query: KindQuery): ApiResource | undefined {
  const group = api.groups.find(({ name }) => name === query.group);
  return inGroup(group, query.version, ({ kind }) => kind === query.kind);
}

/**
 * The resource that people mean by `name`, as kubectl reads it: `deployments`, `deployment` or `deploy`,
 * alone or followed by `.GROUP` or `.VERSION.GROUP`. Of several groups the first one has it.
 */
export function findResource(api: DiscoveredApi, name: string): ApiResource | undefined {
  const [word = '', ...qualifiers] = name.toLowerCase().split('.');
  const [version, ...group] = qualifiers;
  return (
    (group.length > 0 ? findWord(api.groups, word, group.join('.'), version) : undefined) ??
    findWord(api.groups, word, qualifiers.length > 0 ? qualifiers.join('.') : undefined)
  );
}

/** A full name goes before a short one, in whatever group. */
function findWord(
  groups: readonly ApiGroup[],
  word: string,
  groupName: string | undefined,
  version?: string,
): ApiResource | undefined {
  const asked = groups.filter(({ name }) => groupName === undefined || name === groupName);
  const isNamed = ({ plural, singular }: ApiResource): boolean =>
    plural === word || singular === word;
  const isShort = ({ shortNames }: ApiResource): boolean => shortNames.includes(word);
  for (const matches of [isNamed, isShort]) {
    for (const group of asked) {
      const found = inGroup(group, version, matches);
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

/** The first match by the group's order of versions. */
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
