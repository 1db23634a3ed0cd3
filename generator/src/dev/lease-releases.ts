import { ApiError } from '@vmgen/runtime/client';
import type { Cluster, EndedProcess } from './cluster.js';
import { singleFlight } from './single-flight.js';

/** Releases the Leases of processes that have ended, so that the next one need not wait until they expire. */
export class LeaseReleases {
  readonly #cluster: () => Pick<Cluster, 'releaseLeases'> | undefined;
  readonly #ended = new Set<EndedProcess>();

  /** @param cluster returns the cluster of the Leases; undefined if it is not known now */
  constructor(cluster: () => Pick<Cluster, 'releaseLeases'> | undefined) {
    this.#cluster = cluster;
  }

  /** Releases the Leases of a process, now or in a later {@link run}. */
  add(ended: EndedProcess): void {
    this.#ended.add(ended);
    void this.run();
  }

  /** Tries again what the server has not answered; never rejects. */
  readonly run = singleFlight(async () => {
    const cluster = this.#cluster();
    if (cluster === undefined) return;
    for (const ended of this.#ended) {
      try {
        await cluster.releaseLeases(ended);
      } catch (error) {
        if (!isRefusal(error)) return;
      }
      this.#ended.delete(ended);
    }
  });
}

/** Whether a later request would have the same answer. */
const isRefusal = (error: unknown): boolean =>
  error instanceof ApiError && error.statusCode < 500 && error.statusCode !== 429;
