import { VmgenError } from '../errors/vmgen-error.js';
import type { KubernetesObject } from '../meta/types.js';
import type { Cached } from './cached.js';
import type { Store } from './store.js';

/** When a list in which objects are missing must be confirmed by a second list. */
export interface DeletionGuardOptions {
  /**
   * The share of the known objects that may be missing without confirmation: at least 0, less than
   * 1.
   */
  readonly share: number;
}

/**
 * Rejects a list in which more than a share of the known objects is missing, until a second list
 * confirms it.
 */
export class DeletionGuard {
  readonly #share: number;
  #isWarned = false;

  constructor({ share }: DeletionGuardOptions) {
    if (!(share >= 0 && share < 1)) {
      throw new VmgenError(
        'ERR_VMGEN_ARGUMENT',
        `deletionGuard.share is ${share}; it must be at least 0 and less than 1`,
      );
    }
    this.#share = share;
  }

  /**
   * Compares a list with the stored objects under `keys`. Throws a {@link MassDeletionError} if the
   * list must be requested again.
   */
  check(
    keys: readonly string[],
    store: Pick<Store<KubernetesObject>, 'find'>,
    listed: ReadonlyMap<string, Cached<KubernetesObject>>,
  ): void {
    const isGone = (key: string): boolean =>
      !listed.has(key) || listed.get(key)?.metadata.uid !== store.find(key)?.metadata.uid;
    const vanished = keys.filter(isGone).length;
    const isTooMuch = vanished > keys.length * this.#share;
    const isConfirmed = this.#isWarned;
    this.#isWarned = isTooMuch && !isConfirmed;
    if (this.#isWarned) throw new MassDeletionError(vanished, keys.length);
  }
}

/** So many known objects are missing in a list that a second list must confirm it. */
export class MassDeletionError extends VmgenError {
  /** `MassDeletionError`, for checks without the class. */
  override readonly name = 'MassDeletionError';

  constructor(vanished: number, known: number) {
    super(
      'ERR_VMGEN_ANSWER',
      `${vanished} of ${known} known objects are missing in the list response; listing again`,
    );
  }
}
