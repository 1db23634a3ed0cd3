import { apiVersionOf } from '../client/resource.js';
import { VmgenError } from '../errors/vmgen-error.js';
import {
  apiResource,
  type ApiGroup,
  type ApiResource,
  type ApiSubresource,
  type ApiVersion,
  type DiscoveredApi,
  type DiscoveryFailure,
} from './api-resource.js';

/** APIVersions (`/api`) as it is sent. */
export interface VersionsDocument {
  readonly kind: 'APIVersions';
  readonly versions?: readonly string[] | null;
}

/** APIGroupList (`/apis`) as it is sent. */
export interface GroupsDocument {
  readonly kind: 'APIGroupList';
  readonly groups?: readonly WireGroup[] | null;
}

interface WireGroup {
  readonly name: string;
  readonly versions?: readonly { readonly version: string }[] | null;
  readonly preferredVersion?: { readonly version: string };
}

/** APIResourceList (`/apis/GROUP/VERSION`) as it is sent. */
export interface ResourcesDocument {
  readonly kind?: string;
  readonly resources?: readonly WireResource[] | null;
}

interface WireResource {
  /** `PLURAL`, or `PLURAL/SUBRESOURCE`. */
  readonly name: string;
  readonly singularName?: string;
  readonly namespaced?: boolean;
  /** Where they are not those of the list. */
  readonly group?: string;
  readonly version?: string;
  readonly kind: string;
  readonly verbs?: readonly string[] | null;
  readonly shortNames?: readonly string[] | null;
  readonly categories?: readonly string[] | null;
}

/** Which versions there are, before anything is known of their resources. */
export interface GroupVersions {
  readonly name: string;
  /** The preferred one first. */
  readonly versions: readonly string[];
}

/** The groups that one of the two root documents names. */
export function groupsOf(document: VersionsDocument | GroupsDocument): GroupVersions[] {
  if (document.kind === 'APIVersions') return [{ name: '', versions: document.versions ?? [] }];
  return (document.groups ?? []).map(({ name, versions, preferredVersion }) => {
    const preferred = preferredVersion?.version;
    const all = (versions ?? []).map(({ version }) => version);
    return {
      name,
      versions: [
        ...all.filter((each) => each === preferred),
        ...all.filter((v) => v !== preferred),
      ],
    };
  });
}

/** How many documents are asked for at a time. */
const AT_ONCE = 8;

/**
 * What servers before aggregated discovery tell: a document for each version. One that cannot be had
 * is a failure beside the others.
 */
export async function readDocuments(
  groups: readonly GroupVersions[],
  read: (path: string) => Promise<ResourcesDocument>,
): Promise<DiscoveredApi> {
  const failures: DiscoveryFailure[] = [];
  const found = new Map<string, ApiVersion>();
  const waiting = groups.flatMap(({ name, versions }) =>
    versions.map((version) => ({ group: name, version })),
  );
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const { group, version } = next;
      const name = apiVersionOf(next);
      try {
        const document = await read(`${group === '' ? '/api' : '/apis'}/${name}`);
        found.set(name, { version, resources: resourcesOf(document, group, version) });
      } catch (error) {
        failures.push({ group, version, error });
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return {
    groups: groups.map(({ name, versions }): ApiGroup => {
      const known = versions.map((version) => found.get(apiVersionOf({ group: name, version })));
      return { name, versions: known.filter((version) => version !== undefined) };
    }),
    failures,
  };
}

function resourcesOf(document: ResourcesDocument, group: string, version: string): ApiResource[] {
  if (document.kind !== 'APIResourceList') {
    throw new VmgenError(
      'ERR_VMGEN_ANSWER',
      `the server's answer for ${apiVersionOf({ group, version })} is not an APIResourceList`,
    );
  }
  const all = document.resources ?? [];
  return all.flatMap((wire) => {
    const resource = apiResource({
      group,
      version,
      kind: wire.kind,
      plural: wire.name,
      singular: wire.singularName || wire.kind.toLowerCase(),
      namespaced: wire.namespaced === true,
      verbs: wire.verbs ?? [],
      shortNames: wire.shortNames ?? [],
      categories: wire.categories ?? [],
      subresources: subresourcesOf(wire.name, all, { group, version }),
    });
    return resource === undefined ? [] : [resource];
  });
}

/** Subresources stand beside resources, as `PLURAL/NAME`. */
function subresourcesOf(
  plural: string,
  all: readonly WireResource[],
  own: { readonly group: string; readonly version: string },
): ApiSubresource[] {
  return all
    .filter(({ name }) => name.startsWith(`${plural}/`))
    .map((wire) => ({
      name: wire.name.slice(plural.length + 1),
      ...(wire.version ? { group: wire.group ?? '', version: wire.version } : own),
      kind: wire.kind,
      verbs: wire.verbs ?? [],
    }));
}
