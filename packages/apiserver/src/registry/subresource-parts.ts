import type { JsonObject } from '@vmgen/base/json';
import { getObject, getObjects } from '../built-in/strategies/fields.js';
import { metadataOf } from '../resource/object-meta.js';

/** Returns the live object with the part that the subresource takes from the request. */
type Part = (live: JsonObject, next: JsonObject) => JsonObject;

/** Subresources that change a part of their object, beside the status and `finalize`. */
const PARTS: ReadonlyMap<string, Part> = new Map([
  ['approval', withConditions],
  ['ephemeralcontainers', withEphemeralContainers],
  ['resize', withResources],
]);

/** Returns undefined for other subresources. */
export function partOf(subresource: string | undefined): Part | undefined {
  return subresource === undefined ? undefined : PARTS.get(subresource);
}

/** Returns the live object with the change and with the managed fields of the request. */
function changed(live: JsonObject, next: JsonObject, change: JsonObject): JsonObject {
  const { managedFields } = metadataOf(next);
  const metadata: JsonObject = { ...metadataOf(live) };
  if (managedFields !== undefined) metadata['managedFields'] = managedFields;
  return { ...live, ...change, metadata };
}

/** CertificateSigningRequest: an approver adds a condition. */
function withConditions(live: JsonObject, next: JsonObject): JsonObject {
  const { conditions = null } = getObject(next, 'status');
  return changed(live, next, { status: { ...getObject(live, 'status'), conditions } });
}

/** Pod: ephemeral containers are added to a running pod. */
function withEphemeralContainers(live: JsonObject, next: JsonObject): JsonObject {
  const { ephemeralContainers = null } = getObject(next, 'spec');
  return changed(live, next, { spec: { ...getObject(live, 'spec'), ephemeralContainers } });
}

/** Pod: the resources of the containers of a running pod. */
function withResources(live: JsonObject, next: JsonObject): JsonObject {
  const [before, after] = [getObject(live, 'spec'), getObject(next, 'spec')];
  const spec: JsonObject = { ...before };
  for (const list of ['containers', 'initContainers']) {
    const wanted = getObjects(after, list);
    if (before[list] === undefined) continue;
    spec[list] = getObjects(before, list).map((container) => {
      const same = wanted.find(({ name }) => name === container['name']);
      if (same === undefined) return container;
      const { resources = container['resources'], resizePolicy = container['resizePolicy'] } = same;
      return {
        ...container,
        ...(resources === undefined ? {} : { resources }),
        ...(resizePolicy === undefined ? {} : { resizePolicy }),
      };
    });
  }
  return changed(live, next, { spec });
}
