import { VmgenError } from '../errors/vmgen-error.js';
import type { KubernetesObject } from '../meta/types.js';
import type { Cached } from './cached.js';
import type { Store } from './store.js';

/** When so many objects vanish in one list that it is asked for twice before anyone is told. */
export interface DeletionGuardOptions {
  /** The share of the known objects that may vanish without a question: at least 0, less than 1. */
  readonly share: number;
}

/**
 * Holds back a list in which more than a share of the known objects has vanished, until the next list
 * says so as well.
 */
export class DeletionGuard {
  readonly #share: number;
  #isWarned = false;

  constructor({ share }: DeletionGuardOptions) {
    if (!(share >= 0 && share < 1)) {
      throw new VmgenError(
        'ERR_VMGEN_ARGUMENT',
        `the share of a deletion guard must be at least 0 and less than 1: ${share}`,
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

/** A list lacks so many known objects that it is believed only when the next one does so too. */
export class MassDeletionError extends VmgenError {
  override readonly name = 'MassDeletionError';

  constructor(vanished: number, known: number) {
    super(
      'ERR_VMGEN_ANSWER',
      `the server listed a state without ${vanished} of ${known} known objects; asking again`,
    );
  }
}
