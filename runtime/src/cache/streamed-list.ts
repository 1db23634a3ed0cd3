import { assertItem } from '../client/check-answer.js';
import { ApiError } from '../client/errors.js';
import type { WatchEvent } from '../client/resource-client.js';
import type { ResourceDefinition } from '../client/resource.js';
import { objectKey } from '../meta/object-key.js';
import type { ResourceScope } from '../meta/persisted.js';
import type { KubernetesObject } from '../meta/types.js';
import type { Cached } from './cached.js';
import type { PrepareObject } from './prepare-object.js';
import { isOlderVersion } from './resource-version.js';

/** The bookmark that ends the state which a watch begins with carries it. */
const INITIAL_EVENTS_END = 'k8s.io/initial-events-end';

/**
 * The state that a watch with `sendInitialEvents` begins with, kept aside until it is whole
 * (client-go: reflector.go, watchList).
 */
export class StreamedList<T extends KubernetesObject, S extends ResourceScope> {
  readonly objects = new Map<string, Cached<T, S>>();
  /** It was whole, and is in the target: what comes now are changes. */
  isTaken = false;
  /** Something came that is no part of a state: a change, or a bookmark within. Its end must be near. */
  hasChanges = false;
  readonly #resource: ResourceDefinition<T, S>;
  readonly #prepare: PrepareObject<T, S>;

  constructor(resource: ResourceDefinition<T, S>, prepare: PrepareObject<T, S>) {
    this.#resource = resource;
    this.#prepare = prepare;
  }

  /** Takes the next event; gives the version of the list once it is whole. */
  take(event: WatchEvent<T, S>): string | undefined {
    if (event.type === 'ERROR') throw new ApiError(event.object);
    if (event.type === 'BOOKMARK') {
      const version = endOf(event.object);
      if (version === undefined) this.hasChanges = true;
      return version;
    }
    assertItem(event.object, this.#resource);
    const key = objectKey(event.object);
    const { resourceVersion } = event.object.metadata;
    if (event.type !== 'ADDED' || this.objects.has(key)) this.hasChanges = true;
    // A change that a proxy repeats must not bring the past back.
    if (isOlderVersion(resourceVersion, this.objects.get(key)?.metadata.resourceVersion)) return;
    if (event.type === 'DELETED') this.objects.delete(key);
    else this.objects.set(key, this.#prepare(key, event.object));
    return undefined;
  }
}

/** The version of a bookmark that ends the state; undefined for any other one. */
function endOf(object: Partial<KubernetesObject>): string | undefined {
  const { annotations, resourceVersion = '' } = object.metadata ?? {};
  if (annotations?.[INITIAL_EVENTS_END] !== 'true') return undefined;
  return resourceVersion;
}
