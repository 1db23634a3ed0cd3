import { isJsonObject, type JsonObject } from '@vmgen/base/json';
import { plainServerError } from '../errors/status-error.js';
import type { Revision } from './revision.js';

/** The memory of an object beside its content: its key, its revision and its entries in maps. */
const OBJECT_OVERHEAD = 256;

/** The additional memory for objects that are being deleted, as a fraction of the quota. */
const DELETION_RESERVE = 0.1;

/**
 * The memory limit of the objects of all stores of a server. Writes that exceed it are rejected as
 * etcd rejects them. Deletions are not: an object can be marked as deleted, and be changed within a
 * reserve while it is being deleted, so that its finalizers can be removed.
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
   * @throws ApiError 500 if the quota is exceeded
   */
  replace(object: JsonObject, bytes: number, previous: Revision | undefined): void {
    const growth = bytes - (previous?.bytes ?? -OBJECT_OVERHEAD);
    if (growth > 0 && this.#used + growth > this.#limitFor(object, previous)) {
      throw plainServerError('etcdserver: mvcc: database space exceeded');
    }
    this.#used += growth;
  }

  /** Accounts for the removal of an object. */
  release({ bytes }: Revision): void {
    this.#used -= bytes + OBJECT_OVERHEAD;
  }

  #limitFor(object: JsonObject, previous: Revision | undefined): number {
    if (previous === undefined || !isMarked(object)) return this.#limit;
    // A DELETE sets the deletion timestamp once per object.
    return isMarked(previous.object) ? this.#limit * (1 + DELETION_RESERVE) : Infinity;
  }
}

function isMarked({ metadata }: JsonObject): boolean {
  return isJsonObject(metadata) && metadata['deletionTimestamp'] !== undefined;
}
