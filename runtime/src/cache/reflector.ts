import { ApiError } from '../client/errors.js';
import { describeAnswer, isNamedObject } from '../client/check-answer.js';
import type { ListOptions, WatchOptions } from '../client/options.js';
import type { WatchEvent } from '../client/resource-client.js';
import { watchBatches } from '../client/watch-batches.js';
import { pause } from '../async/clock.js';
import type { Clock } from '../async/clock.js';
import { VmgenError } from '../errors/vmgen-error.js';
import type { Logger } from '../logging/logger.js';
import { objectKey } from '../meta/object-key.js';
import type { Persisted } from '../meta/persisted.js';
import type { KubernetesObject } from '../meta/types.js';
import type { Cached } from './cached.js';
import {
  isConnectionFailure,
  isExpired,
  isVersionTooLarge,
  isWatchRetriable,
  retryAfterMs,
} from './api-failure.js';
import { Backoff } from './backoff.js';
import type { ListWatchClient } from './list-watch-client.js';
import { listPaged } from './paged-list.js';
import { isOlderVersion } from './resource-version.js';
import { WatchSignal } from './watch-signal.js';

/** Where a reflector brings what it learns: the writer of a store. */
export interface ReflectorTarget<T extends KubernetesObject, N extends boolean = boolean> {
  /** The object that is kept under a key. */
  get(key: string): Cached<T, N> | undefined;
  /** Takes each object as it arrives, before it is kept: transforms, freezes. Must not throw. */
  admit(key: string, object: Persisted<T, N>): Cached<T, N>;
  /** The server's whole state, after a list. Must not throw. */
  replace(objects: Map<string, Cached<T, N>>): void;
  /** An object is there, or was changed. Must not throw. */
  set(key: string, object: Cached<T, N>): void;
  /** An object was deleted; `object` is its last state. Must not throw. */
  delete(key: string, object: Cached<T, N>): void;
}

export interface ReflectorOptions<T extends KubernetesObject, N extends boolean = boolean> {
  readonly client: ListWatchClient<T, N>;
  readonly target: ReflectorTarget<T, N>;
  readonly clock: Clock;
  readonly logger: Logger;
  /** What every list and watch asks for. */
  readonly request: Pick<
    ListOptions & WatchOptions,
    'labelSelector' | 'fieldSelector' | 'omitManagedFields' | 'parse'
  >;
  readonly pageSize: number;
  readonly minWatchTimeoutMs: number;
  readonly random: () => number;
  /** Told of every list or watch that failed. */
  readonly onError: (error: unknown) => void;
}

/** What the reflector does next. */
type Step =
  | { readonly do: 'list'; readonly resourceVersion: string }
  | { readonly do: 'watch' }
  | { readonly do: 'wait'; readonly delayMs: number; readonly then: Step };

/** A server ends a watch at its timeout; one that is still open so much later has lost its server. */
const BLACK_HOLE_MS = 15_000;
/** A watch that ends sooner and without an event is a failure, not the server's timeout. */
const SHORT_WATCH_MS = 1_000;
/** So many watches in a row that cannot be read at one version lead past it by a list. */
const MAX_UNREADABLE = 3;

/**
 * Keeps a target like the server's state of one kind, by a list and then watches (client-go:
 * tools/cache/reflector.go). It is a machine of three steps, list, watch and wait; only its signal
 * stops it.
 */
export class Reflector<T extends KubernetesObject, N extends boolean = boolean> {
  readonly #options: ReflectorOptions<T, N>;
  readonly #backoff: Backoff;
  #resourceVersion = '';
  #unreadable = 0;

  constructor(options: ReflectorOptions<T, N>) {
    this.#options = options;
    this.#backoff = new Backoff(options.clock, options.random);
  }

  /** The version that the target is at; empty before the first list. */
  get resourceVersion(): string {
    return this.#resourceVersion;
  }

  async run(signal: AbortSignal): Promise<void> {
    let step: Step = { do: 'list', resourceVersion: '0' };
    while (!signal.aborted) step = await this.#take(step, signal);
  }

  async #take(step: Step, signal: AbortSignal): Promise<Step> {
    switch (step.do) {
      case 'list':
        return await this.#list(step.resourceVersion, signal);
      case 'watch':
        return await this.#watch(signal);
      case 'wait':
        await pause(this.#options.clock, step.delayMs, signal);
        return step.then;
    }
  }

  async #list(resourceVersion: string, signal: AbortSignal): Promise<Step> {
    const { client, target, pageSize, request } = this.#options;
    const objects = new Map<string, Cached<T, N>>();
    try {
      const listed = await listPaged({
        client,
        options: { ...request, signal },
        resourceVersion,
        pageSize,
        onPage: (items) => this.#admitPage(items, objects),
        onRestart: () => objects.clear(),
      });
      if (signal.aborted) return { do: 'watch' };
      if (resourceVersion !== '' && isOlderVersion(listed, resourceVersion)) {
        throw new StaleListError(listed, resourceVersion);
      }
      target.replace(objects);
      this.#resourceVersion = listed;
      return { do: 'watch' };
    } catch (error) {
      return this.#afterListError(error, resourceVersion, signal);
    }
  }

  #admitPage(items: readonly Persisted<T, N>[], objects: Map<string, Cached<T, N>>): void {
    for (const item of items) {
      const key = objectKey(item);
      objects.set(key, this.#options.target.admit(key, item));
    }
  }

  #afterListError(error: unknown, resourceVersion: string, signal: AbortSignal): Step {
    const again: Step = { do: 'list', resourceVersion };
    if (signal.aborted) return again;
    this.#options.onError(error);
    const isVersionUseless =
      isExpired(error) || isVersionTooLarge(error) || error instanceof StaleListError;
    // The newest state needs no wait: no version that was asked for can be wrong there.
    if (isVersionUseless && resourceVersion !== '') return { do: 'list', resourceVersion: '' };
    return this.#waitThen(again, error);
  }

  async #watch(signal: AbortSignal): Promise<Step> {
    const { client, clock, request } = this.#options;
    const startMs = clock.nowMs();
    const startVersion = this.#resourceVersion;
    const timeoutSeconds = this.#drawTimeoutSeconds();
    const watch = new WatchSignal(clock, signal, timeoutSeconds * 1000 + BLACK_HOLE_MS);
    let events = 0;
    try {
      const stream = watchBatches(client, {
        ...request,
        resourceVersion: this.#resourceVersion,
        allowWatchBookmarks: true,
        timeoutSeconds,
        signal: watch.signal,
      });
      for await (const batch of stream) {
        for (const event of batch) {
          if (watch.signal.aborted) break;
          events++;
          this.#apply(event);
        }
        if (watch.signal.aborted) break;
      }
    } catch (error) {
      if (!watch.signal.aborted) {
        this.#countUnreadable(error, startVersion);
        return this.#afterWatchError(error, signal);
      }
    } finally {
      watch.end();
    }
    if (signal.aborted) return { do: 'watch' };
    if (watch.overdue !== undefined) {
      this.#options.onError(watch.overdue);
      return { do: 'watch' };
    }
    const isShort = events === 0 && clock.nowMs() - startMs < SHORT_WATCH_MS;
    if (!isShort) return { do: 'watch' };
    const error = new VmgenError(
      'ERR_VMGEN_CONNECTION',
      'the server closed the watch at once and without an event',
    );
    return this.#afterWatchError(error, signal);
  }

  #afterWatchError(error: unknown, signal: AbortSignal): Step {
    if (signal.aborted) return { do: 'watch' };
    this.#options.onError(error);
    if (isWatchRetriable(error) && this.#unreadable < MAX_UNREADABLE) {
      return this.#waitThen({ do: 'watch' }, error);
    }
    this.#unreadable = 0;
    // Also after Expired: a list not older than the last version is cheap for the server, and when
    // it does not have that either, its answer leads to the newest state.
    return this.#waitThen({ do: 'list', resourceVersion: this.#resourceVersion }, error);
  }

  /** Counts watches in a row that broke on what they were sent, and not on the connection. */
  #countUnreadable(error: unknown, startVersion: string): void {
    const isStuck = startVersion === this.#resourceVersion && !isConnectionFailure(error);
    this.#unreadable = isStuck ? this.#unreadable + 1 : 0;
  }

  #waitThen(then: Step, error: unknown): Step {
    return { do: 'wait', delayMs: Math.max(this.#backoff.nextMs(), retryAfterMs(error)), then };
  }

  #apply(event: WatchEvent<T, N>): void {
    if (event.type === 'ERROR') throw new ApiError(event.object);
    if (event.type === 'BOOKMARK') {
      this.#moveTo(event.object.metadata.resourceVersion);
      return;
    }
    if (!this.#isOurKind(event.object)) return;
    const key = objectKey(event.object);
    if (this.#isReplayed(event.type, key, event.object)) return;
    const { target } = this.#options;
    // Read before a transform may have changed it.
    const { resourceVersion } = event.object.metadata;
    const object = target.admit(key, event.object);
    if (event.type === 'DELETED') target.delete(key, object);
    else target.set(key, object);
    this.#moveTo(resourceVersion);
  }

  /**
   * An event from before what is known must not bring the past back. For an object that is not kept,
   * the measure is the version of the whole: it may have been deleted since.
   */
  #isReplayed(
    type: 'ADDED' | 'MODIFIED' | 'DELETED',
    key: string,
    object: Persisted<T, N>,
  ): boolean {
    const kept = this.#options.target.get(key);
    if (kept === undefined && type === 'DELETED') return false;
    const known = kept === undefined ? this.#resourceVersion : kept.metadata.resourceVersion;
    const isReplayed = isOlderVersion(object.metadata.resourceVersion, known);
    if (isReplayed) {
      const { resourceVersion } = object.metadata;
      this.#options.logger.verbose(4, 'left out a replayed event', { key, type, resourceVersion });
    }
    return isReplayed;
  }

  #moveTo(resourceVersion: string | undefined): void {
    if (!resourceVersion || isOlderVersion(resourceVersion, this.#resourceVersion)) return;
    this.#resourceVersion = resourceVersion;
  }

  /** Guards the store from a proxy's or server's mix-up; an object may leave out its type. */
  #isOurKind(object: unknown): boolean {
    const isOurs = isNamedObject(object, this.#options.client.resource);
    if (!isOurs) {
      this.#options.logger.warn('left out something that is not of the kind asked for', {
        got: describeAnswer(object),
      });
    }
    return isOurs;
  }

  #drawTimeoutSeconds(): number {
    const { minWatchTimeoutMs, random } = this.#options;
    return Math.ceil((minWatchTimeoutMs * (1 + random())) / 1000);
  }
}

/** The server answered a list from an older state than it was asked for at least. */
class StaleListError extends VmgenError {
  override readonly name = 'StaleListError';

  constructor(got: string, wanted: string) {
    super(
      'ERR_VMGEN_ANSWER',
      `the server listed version ${got} although not older than ${wanted} was asked for`,
    );
  }
}
