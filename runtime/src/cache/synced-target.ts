import { describeAnswer, isNamedObject, isOfKind } from '../client/check-answer.js';
import { ApiError } from '../client/errors.js';
import type { WatchEvent } from '../client/resource-client.js';
import type { ResourceDefinition } from '../client/resource.js';
import { VmgenError } from '../errors/vmgen-error.js';
import type { Logger } from '../logging/logger.js';
import { objectKey } from '../meta/object-key.js';
import type { Persisted } from '../meta/persisted.js';
import type { KubernetesObject } from '../meta/types.js';
import type { Cached } from './cached.js';
import type { DeletionGuard } from './deletion-guard.js';
import { StaleListError } from './reflector-errors.js';
import type { ReflectorTarget } from './reflector-options.js';
import { isOlderVersion } from './resource-version.js';

/** What an event was: news, nothing that moves anything, or from before what is known. */
export type Progress = 'news' | 'none' | 'older';

type ChangeEvent<T extends KubernetesObject, N extends boolean> = Extract<
  WatchEvent<T, N>,
  { readonly type: 'ADDED' | 'MODIFIED' | 'DELETED' }
>;

/** A target and the version of the server's state that it is at. */
export class SyncedTarget<T extends KubernetesObject, N extends boolean> {
  readonly #target: ReflectorTarget<T, N>;
  readonly #resource: ResourceDefinition<T, N>;
  readonly #guard: DeletionGuard | undefined;
  readonly #logger: Logger;
  #resourceVersion = '';

  constructor(
    target: ReflectorTarget<T, N>,
    resource: ResourceDefinition<T, N>,
    guard: DeletionGuard | undefined,
    logger: Logger,
  ) {
    this.#target = target;
    this.#resource = resource;
    this.#guard = guard;
    this.#logger = logger;
  }

  /** Empty before the first list. */
  get resourceVersion(): string {
    return this.#resourceVersion;
  }

  /** See {@link ReflectorTarget.admit}. */
  readonly admit = (key: string, object: Persisted<T, N>): Cached<T, N> =>
    this.#target.admit(key, object);

  /**
   * Takes the server's whole state. Throws, and takes nothing, when it is older than was asked for,
   * has no version to watch from, or the deletion guard wants to see it again.
   */
  replace(objects: Map<string, Cached<T, N>>, version: string, wanted: string): void {
    if (version === '') {
      throw new VmgenError('ERR_VMGEN_ANSWER', 'the server listed a state without its version');
    }
    if (wanted !== '' && isOlderVersion(version, wanted)) throw new StaleListError(version, wanted);
    this.#guard?.check(this.#target, objects);
    this.#target.replace(objects);
    this.#resourceVersion = version;
  }

  /** Takes one event of a watch. Throws where it is the end of the watch. */
  apply(event: WatchEvent<T, N>): Progress {
    if (event.type === 'ERROR') throw new ApiError(event.object);
    if (event.type === 'BOOKMARK') return this.#bookmark(event.object);
    if (!this.#isOurKind(event.object)) return 'none';
    const { resourceVersion } = event.object.metadata;
    const isOlder = isOlderVersion(resourceVersion, this.#resourceVersion);
    const key = objectKey(event.object);
    if (this.#isReplayed(event, key)) {
      const { type } = event;
      this.#logger.verbose(4, 'left out a replayed event', { key, type, resourceVersion });
    } else {
      const object = this.#target.admit(key, event.object);
      if (event.type === 'DELETED') this.#target.delete(key, object);
      else this.#target.set(key, object);
    }
    if (isOlder) return 'older';
    return this.#moveTo(resourceVersion) ? 'news' : 'none';
  }

  /** Moves the version and nothing else; it may leave out its type. */
  #bookmark(object: Partial<KubernetesObject>): Progress {
    const { resourceVersion } = object.metadata ?? {};
    if (!isOfKind(object, this.#resource)) return 'none';
    if (isOlderVersion(resourceVersion, this.#resourceVersion)) return 'older';
    this.#moveTo(resourceVersion);
    return 'none';
  }

  /**
   * An event from before what is known must not bring the past back. For an object that is not kept,
   * the measure is the version of the whole: it may have been deleted since.
   */
  #isReplayed({ type, object }: ChangeEvent<T, N>, key: string): boolean {
    const kept = this.#target.get(key);
    if (kept === undefined && type === 'DELETED') return false;
    const known = kept === undefined ? this.#resourceVersion : kept.metadata.resourceVersion;
    return isOlderVersion(object.metadata.resourceVersion, known);
  }

  #moveTo(resourceVersion: string | undefined): boolean {
    if (!resourceVersion || resourceVersion === this.#resourceVersion) return false;
    this.#resourceVersion = resourceVersion;
    return true;
  }

  /** Guards the store from a proxy's or server's mix-up; an object may leave out its type. */
  #isOurKind(object: unknown): boolean {
    const isOurs = isNamedObject(object, this.#resource);
    if (!isOurs) {
      this.#logger.warn('left out something that is not of the kind asked for', {
        got: describeAnswer(object),
      });
    }
    return isOurs;
  }
}
