import type { Clock, Logger } from '@vmgen/runtime';
import type { RecordingInformer } from './unknown-writes.js';

/** How long a cache may lag behind the answers of the server. */
const LAG_MS = 10_000;
/** How often a list may follow. */
const INTERVAL_MS = 600_000;
const MAX_KEYS = 1_000;

interface MissedChangesOptions {
  readonly informer: Pick<RecordingInformer, 'store' | 'relist'>;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Called when a list shows that the cache had missed a change. */
  readonly onMissed: () => void;
}

/**
 * Notices by the answers of the server that a cache has missed changes: after a restore of the server's
 * store, if its versions had passed those of the cache before any watch or list showed it. The server
 * then answers writes again and again with conflicts, or that an object does not exist, and no event
 * changes the cached object. Such answers have other reasons too, so a list follows at most once in 10
 * minutes.
 */
export class MissedChanges {
  readonly #options: MissedChangesOptions;
  /** The contradicted states by key, and when each was first contradicted. */
  readonly #states = new Map<string, { readonly state: string; readonly sinceMs: number }>();
  #notBeforeMs = -Infinity;

  constructor(options: MissedChangesOptions) {
    this.#options = options;
  }

  /** Records that an answer of the server contradicts the cached object of a key. */
  contradicted(key: string): void {
    const { clock, informer, logger, onMissed } = this.#options;
    const nowMs = clock.nowMs();
    const state = this.#stateOf(key);
    const known = this.#states.get(key);
    if (known?.state !== state) {
      if (this.#states.size >= MAX_KEYS) this.#forgetChanged();
      if (this.#states.size < MAX_KEYS) this.#states.set(key, { state, sinceMs: nowMs });
      return;
    }
    if (nowMs - known.sinceMs < LAG_MS || nowMs < this.#notBeforeMs) return;
    this.#notBeforeMs = nowMs + INTERVAL_MS;
    logger.info('answers of the server contradict the cache; listing again', { key });
    void informer.relist().then(() => {
      if (this.#stateOf(key) !== state) onMissed();
    });
  }

  #stateOf(key: string): string {
    const { uid, resourceVersion } = this.#options.informer.store.find(key)?.metadata ?? {};
    return `${uid} ${resourceVersion}`;
  }

  #forgetChanged(): void {
    for (const [key, { state }] of this.#states) {
      if (this.#stateOf(key) !== state) this.#states.delete(key);
    }
  }
}
