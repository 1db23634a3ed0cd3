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
import { fieldOf, mappingsIn, textIn, textsIn } from './wire.js';

/** Which versions there are, before anything is known of their resources. */
interface GroupVersions {
  readonly name: string;
  /** The preferred one first. */
  readonly versions: readonly string[];
}

/** The versions of the core group that an APIVersions document (`/api`) names. */
export function coreVersions(document: Mapping): GroupVersions[] {
  return [{ name: '', versions: textsIn(document['versions']) }];
}

/** The groups that an APIGroupList (`/apis`) names. */
export function groupsOf(document: Mapping): GroupVersions[] {
  return mappingsIn(document['groups']).map(({ name, versions, preferredVersion }) => {
    const preferred = fieldOf(preferredVersion, 'version');
    const all = mappingsIn(versions).map(({ version }) => textIn(version));
    return {
      name: textIn(name),
      versions: [
        ...all.filter((each) => each === preferred),
        ...all.filter((each) => each !== preferred),
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

/** The resources that an APIResourceList (`/apis/GROUP/VERSION`) names. */
function resourcesOf(document: Mapping, group: string, version: string): ApiResource[] {
  if (document['kind'] !== 'APIResourceList') {
    throw new VmgenError(
      'ERR_VMGEN_ANSWER',
      `the server's answer for ${apiVersionOf({ group, version })} is not an APIResourceList`,
    );
  }
  const all = mappingsIn(document['resources']);
  return all.flatMap((wire) => {
    const [plural, kind] = [textIn(wire['name']), textIn(wire['kind'])];
    const resource = apiResource({
      group,
      version,
      kind,
      plural,
      singular: textIn(wire['singularName']) || kind.toLowerCase(),
      scope: wire['namespaced'] === true ? 'Namespaced' : 'Cluster',
      verbs: textsIn(wire['verbs']),
      shortNames: textsIn(wire['shortNames']),
      categories: textsIn(wire['categories']),
      subresources: subresourcesOf(plural, all, { group, version }),
    });
    return resource === undefined ? [] : [resource];
  });
}

/** Subresources stand beside resources, as `PLURAL/NAME`; their kinds may be of another group. */
function subresourcesOf(
  plural: string,
  all: readonly Mapping[],
  own: { readonly group: string; readonly version: string },
): ApiSubresource[] {
  return all
    .filter(({ name }) => textIn(name).startsWith(`${plural}/`))
    .map(({ name, group, version, kind, verbs }) => ({
      name: textIn(name).slice(plural.length + 1),
      ...(textIn(version) ? { group: textIn(group), version: textIn(version) } : own),
      kind: textIn(kind),
      verbs: textsIn(verbs),
    }));
}
