import type { Transport } from '../transport/transport.js';
import type { LeaderElectionOptions, LeaderElectionOutcome } from './election-options.js';
import { createLeaderElector } from './leader-elector.js';

/**
 * Acquires a Lease, runs the work while the lease is held, and resolves when the term has ended
 * (client-go: tools/leaderelection; unlike there, a term is measured from when a renewal was sent).
 * Rejects with a VmgenError (`ERR_VMGEN_ARGUMENT`) for invalid durations, and with the error that
 * the work throws during the term.
 *
 * When the term is lost, the work has the time until others may lead (leaseDurationMs minus
 * renewDeadlineMs) to return; then `onStoppedLeading` is called in any case. When the signal
 * aborts, the lease is renewed until the work has returned, and is released only then.
 *
 * Effects of a former leader during the term of a new one cannot be excluded: a request that was
 * sent in time may arrive late; a process may be paused between `check` and the request; clocks may
 * run at different speeds (ratios up to leaseDuration / renewDeadline are safe); a monotonic clock
 * may stop while a machine is suspended; manual changes of the Lease violate the protocol. Writes
 * to the API server are safe if they have a resourceVersion. For other effects, use unique names
 * that the other system rejects if they exist, read the state again before a deletion, or let the
 * other system reject a smaller `leadership.transitions`. A blocked event loop cannot stop the
 * work: see `watchdog`.
 *
 * Candidates may have different durations, including candidates of client-go: each candidate uses
 * the duration that the holder wrote to the Lease, without an upper limit. A holder that ends
 * without a release delays the election by its duration. As with client-go, a very long duration of
 * a dead holder blocks the election until the Lease is deleted or its `holderIdentity` is cleared;
 * after that, a candidate waits for at most its own `leaseDurationMs`. A process that starts after
 * the Lease was deleted has not observed the previous holder and cannot wait for it.
 *
 * @example
 * const outcome = await runWithLeaderElection(transport, {
 *   leaseName: 'vm-controller',
 *   leaseNamespace: 'kube-system',
 *   identity: 'vm-controller-0',
 *   releaseOnCancel: true,
 *   callbacks: {
 *     onStartedLeading: async (leadership) => {
 *       await runWorkers(queue, { workers: 2, reconcile, signal: leadership.signal });
 *     },
 *   },
 *   signal,
 * });
 */
export async function runWithLeaderElection(
  transport: Transport,
  options: LeaderElectionOptions,
): Promise<LeaderElectionOutcome> {
  return await createLeaderElector(transport, options).run();
}
