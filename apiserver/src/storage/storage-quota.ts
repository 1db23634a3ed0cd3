import { isJsonObject, type JsonObject } from '@vmgen/base/json';
import { plainServerError } from '../errors/status-error.js';
import type { Revision } from './revision.js';

/** What an object takes beside its content: its key, its revision and its places in maps. */
const OBJECT_OVERHEAD = 256;

/** How much more objects that are being deleted may take together, as a share of the quota. */
const DELETION_RESERVE = 0.1;

/**
 * The memory that the objects of all stores of a server may take together. Beyond it, writes that
 * need more are refused as etcd refuses them. Deletions are not: they can be marked, and an object
 * that is being deleted may be changed within a reserve, so that its finalizers can be removed.
 */
export class StorageQuota {
  readonly #limit: number;
  #used = 0;

  /** @param limit in bytes */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /**
   * Accounts for an object that replaces `previous`.
   *
   * @throws ApiError 500 where it does not fit
   */
  replace(object: JsonObject, bytes: number, previous: Revision | undefined): void {
    const growth = bytes - (previous?.bytes ?? -OBJECT_OVERHEAD);
    if (growth > 0 && this.#used + growth > this.#limitFor(object, previous)) {
      throw plainServerError('etcdserver: mvcc: database space exceeded');
    }
    this.#used += growth;
  }

  /** Accounts for an object that is gone. */
  release({ bytes }: Revision): void {
    this.#used -= bytes + OBJECT_OVERHEAD;
  }

  #limitFor(object: JsonObject, previous: Revision | undefined): number {
    if (previous === undefined || !isMarked(object)) return this.#limit;
    // The mark is set once per object, by a DELETE.
    return isMarked(previous.object) ? this.#limit * (1 + DELETION_RESERVE) : Infinity;
  }
}

function isMarked({ metadata }: JsonObject): boolean {
  return isJsonObject(metadata) && metadata['deletionTimestamp'] !== undefined;
}
