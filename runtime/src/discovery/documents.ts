import { apiVersionOf } from '../client/resource.js';
import { VmgenError } from '../errors/vmgen-error.js';
import type { Mapping } from '../meta/is-mapping.js';
import {
  apiResource,
  type ApiGroup,
  type ApiResource,
  type ApiSubresource,
  type ApiVersion,
  type DiscoveredApi,
  type DiscoveryFailure,
} from './api-resource.js';
import { fieldOf, mappingsOf, stringOf, stringsOf } from './wire.js';

/** The versions of a group, without their resources. */
interface GroupVersions {
  readonly name: string;
  /** The preferred version first. */
  readonly versions: readonly string[];
}

/** Returns the versions of the core group in an APIVersions document (`/api`). */
export function coreVersions(document: Mapping): GroupVersions[] {
  return [{ name: '', versions: stringsOf(document['versions']) }];
}

/** Returns the groups in an APIGroupList (`/apis`). */
export function groupsOf(document: Mapping): GroupVersions[] {
  return mappingsOf(document['groups']).map(({ name, versions, preferredVersion }) => {
    const preferred = fieldOf(preferredVersion, 'version');
    const all = mappingsOf(versions).map(({ version }) => stringOf(version));
    return {
      name: stringOf(name),
      versions: [
        ...all.filter((each) => each === preferred),
        ...all.filter((each) => each !== preferred),
      ],
    };
  });
}

/** The number of concurrent requests. */
const AT_ONCE = 8;

/**
 * Reads the document of each version from servers without aggregated discovery. A document that
 * cannot be read is reported as a failure.
 */
export async function readDocuments(
  groups: readonly GroupVersions[],
  read: (path: string) => Promise<Mapping>,
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

/** Returns the resources in an APIResourceList (`/apis/GROUP/VERSION`). */
function resourcesOf(document: Mapping, group: string, version: string): ApiResource[] {
  if (document['kind'] !== 'APIResourceList') {
    throw new VmgenError(
      'ERR_VMGEN_ANSWER',
      `the response for ${apiVersionOf({ group, version })} is not an APIResourceList`,
    );
  }
  const all = mappingsOf(document['resources']);
  return all.flatMap((wire) => {
    const [plural, kind] = [stringOf(wire['name']), stringOf(wire['kind'])];
    const resource = apiResource({
      group,
      version,
      kind,
      plural,
      singular: stringOf(wire['singularName']) || kind.toLowerCase(),
      scope: wire['namespaced'] === true ? 'Namespaced' : 'Cluster',
      verbs: stringsOf(wire['verbs']),
      shortNames: stringsOf(wire['shortNames']),
      categories: stringsOf(wire['categories']),
      subresources: subresourcesOf(plural, all, { group, version }),
    });
    return resource === undefined ? [] : [resource];
  });
}

/**
 * Subresources are listed among the resources as `PLURAL/NAME`. Their kinds may belong to another
 * group.
 */
function subresourcesOf(
  plural: string,
  all: readonly Mapping[],
  own: { readonly group: string; readonly version: string },
): ApiSubresource[] {
  return all
    .filter(({ name }) => stringOf(name).startsWith(`${plural}/`))
    .map(({ name, group, version, kind, verbs }) => ({
      name: stringOf(name).slice(plural.length + 1),
      ...(stringOf(version) ? { group: stringOf(group), version: stringOf(version) } : own),
      kind: stringOf(kind),
      verbs: stringsOf(verbs),
    }));
}
