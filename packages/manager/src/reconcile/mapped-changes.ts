import { createWorkQueue, objectKey } from '@vmgen/runtime';
import type {
  Cached,
  Clock,
  KubernetesObject,
  Logger,
  ResourceScope,
  WorkQueue,
} from '@vmgen/runtime';
import { isOlderVersion, keyText, Pace } from '@vmgen/runtime/internal';
import type { KeysOf } from '@vmgen/runtime/controller';
import type { Store } from '@vmgen/runtime/cache';
import { createExponentialRateLimiter } from '@vmgen/runtime/workqueue';
import type { ReportFailure } from '../process/user-functions.js';

/** The delays between the attempts for one object. */
const RETRY = { baseMs: 1_000, maxMs: 300_000 };
/** The deleted objects that are kept for further attempts. Others are in the cache anyway. */
const MAX_DELETED = 1_000;

/** The states of an object for which the function has thrown. As in a list, those between are not needed. */
interface UnmappedStates<T extends KubernetesObject, S extends ResourceScope> {
  readonly oldest: Cached<T, S>;
  readonly newest: Cached<T, S>;
}

interface MappedChangesOptions<T extends KubernetesObject, S extends ResourceScope> {
  readonly keysOf: KeysOf<T, S>;
  readonly store: Pick<Store<T, S>, 'find' | 'has'>;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly failed: ReportFailure;
  /** Queues a key that a later attempt has returned. */
  readonly add: (key: string) => void;
}

/**
 * Maps changed objects to keys by a function of the user. Where it throws, the keys are unknown: the object is
 * mapped again after 1 s, then after a doubled delay of up to 5 minutes, until the function returns. So a
 * function that needs an object that is not cached yet misses no change, and an object for which it always
 * throws costs one call in 5 minutes.
 */
export class MappedChanges<T extends KubernetesObject, S extends ResourceScope> {
  readonly #options: MappedChangesOptions<T, S>;
  readonly #unmapped = new Map<string, UnmappedStates<T, S>>();
  /** Those of {@link #unmapped} that were not in the cache. */
  readonly #deleted = new Set<string>();
  readonly #warnings: Pace;
  /** Undefined while nothing is reconciled. */
  #queue: WorkQueue | undefined;

  constructor(options: MappedChangesOptions<T, S>) {
    this.#options = options;
    this.#warnings = new Pace(options.clock);
  }

  /** Like the function of the user, but returns no keys where that throws. */
  readonly keysOf = (object: Cached<T, S>): readonly string[] => {
    try {
      return this.#map(object);
    } catch (error) {
      this.#keep(object);
      this.#options.failed(error, object);
      return [];
    }
  };

  /** Maps the objects again for which the function has thrown, until the signal aborts. */
  async run(signal: AbortSignal): Promise<void> {
    const { clock } = this.#options;
    const rateLimiter = createExponentialRateLimiter(RETRY);
    const queue = createWorkQueue('mapped-changes', { clock, rateLimiter });
    this.#queue = queue;
    for (const key of this.#unmapped.keys()) queue.addRateLimited(key);
    try {
      while (!signal.aborted) {
        const key = await queue.get({ signal });
        if (key === undefined) return;
        if (this.#retry(key)) queue.forget(key);
        else queue.addRateLimited(key);
        queue.done(key);
      }
    } catch (error) {
      if (!signal.aborted) throw error;
    } finally {
      this.#queue = undefined;
      await queue.close();
    }
  }

  #map(object: Cached<T, S>): readonly string[] {
    return this.#options.keysOf(object).map(keyText);
  }

  #keep(object: Cached<T, S>): void {
    const key = objectKey(object);
    const known = this.#unmapped.get(key);
    const { oldest = object, newest = object } = known ?? {};
    this.#unmapped.set(key, {
      oldest: isOlder(object, oldest) ? object : oldest,
      newest: isOlder(newest, object) ? object : newest,
    });
    if (known === undefined) this.#queue?.addRateLimited(key);
    if (this.#options.store.has(key)) return;
    this.#deleted.add(key);
    if (this.#deleted.size > MAX_DELETED) this.#dropDeleted();
  }

  /** A user who may create and delete objects must not fill the memory. */
  #dropDeleted(): void {
    const [key] = this.#deleted;
    if (key === undefined) return;
    this.#drop(key);
    const message = `the changes of more than ${MAX_DELETED} deleted objects are not mapped to keys; dropped the oldest`;
    if (this.#warnings.tryTake()) this.#options.logger.error(message, { key });
  }

  #drop(key: string): void {
    this.#unmapped.delete(key);
    this.#deleted.delete(key);
  }

  /** Maps the states of an object again. Returns whether the function has returned for all. */
  #retry(key: string): boolean {
    const states = this.#unmapped.get(key);
    if (states === undefined) return true;
    const { store, add, failed } = this.#options;
    const current = store.find(key) ?? states.newest;
    const still = [...new Set([current, states.newest, states.oldest])].filter((object) => {
      try {
        this.#map(object).forEach(add);
        return false;
      } catch (error) {
        failed(error, object);
        return true;
      }
    });
    const [newest, oldest] = [still[0], still.at(-1)];
    if (newest === undefined || oldest === undefined) this.#drop(key);
    else this.#unmapped.set(key, { oldest, newest });
    return newest === undefined;
  }
}

/** An update is mapped for its new state first. */
function isOlder(one: Cached<KubernetesObject>, other: Cached<KubernetesObject>): boolean {
  return isOlderVersion(one.metadata.resourceVersion, other.metadata.resourceVersion);
}
