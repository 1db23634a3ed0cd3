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

/** The annotation of the bookmark that ends the initial state. */
const INITIAL_EVENTS_END = 'k8s.io/initial-events-end';

/**
 * Collects the initial state of a watch with `sendInitialEvents` until it is complete (client-go:
 * reflector.go, watchList).
 */
export class StreamedList<T extends KubernetesObject, S extends ResourceScope> {
  readonly objects = new Map<string, Cached<T, S>>();
  /** Whether the state is complete and stored. All further events are changes. */
  isTaken = false;
  /**
   * Whether an event was not part of the state: a change, or another bookmark. The end must be
   * near.
   */
  hasChanges = false;
  /** The versions of the deletions before the end of the state, of which there are few. */
  readonly #deleted = new Map<string, string>();
  readonly #resource: ResourceDefinition<T, S>;
  readonly #prepare: PrepareObject<T, S>;

  constructor(resource: ResourceDefinition<T, S>, prepare: PrepareObject<T, S>) {
    this.#resource = resource;
    this.#prepare = prepare;
  }

  /** Adds the next event. Returns the version of the list when it is complete. */
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
    // An event that a proxy repeats or delays must not restore an older object, or a deleted one.
    const known = this.objects.get(key)?.metadata.resourceVersion ?? this.#deleted.get(key);
    if (isOlderVersion(resourceVersion, known)) return;
    if (event.type === 'DELETED') {
      this.objects.delete(key);
      this.#deleted.set(key, resourceVersion);
    } else this.objects.set(key, this.#prepare(key, event.object));
    return undefined;
  }
}

/** Returns the version of the bookmark that ends the state; undefined for other bookmarks. */
function endOf(object: Partial<KubernetesObject>): string | undefined {
  const { annotations, resourceVersion = '' } = object.metadata ?? {};
  if (annotations?.[INITIAL_EVENTS_END] !== 'true') return undefined;
  return resourceVersion;
}

/**
 * A stream from "0" may start with any old state and is not shorter, so no version is requested.
 */
export function streamVersion(resourceVersion: string): string {
  return resourceVersion === '0' ? '' : resourceVersion;
}
