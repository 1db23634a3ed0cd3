import type { Transport } from '../transport/transport.js';
import type { LeaderElectionOptions, LeaderElectionOutcome } from './election-options.js';
import { createLeaderElector } from './leader-elector.js';

/**
 * Competes for a Lease, does the work while it is held, and ends when the term has ended (client-go:
 * tools/leaderelection; stricter in that a term counts from when a renewal was sent). Rejects with a
 * VmgenError (`ERR_VMGEN_ARGUMENT`) for durations that cannot work, and with what the work threw by
 * itself.
 *
 * When the term is lost, the work gets as long as no other can lead (leaseDurationMs less
 * renewDeadlineMs) to return; then `onStoppedLeading` runs in any case. When the signal aborts, the
 * lease is renewed until the work has returned, and given free only then.
 *
 * What it cannot promise: that nothing of an old leader takes effect any more when a new one works.
 * A request that was sent in time may reach its goal late; a process may be paused between `check`
 * and the request; clocks may run at different speeds (up to leaseDuration / renewDeadline is safe);
 * a monotonic clock may stand still while a machine is suspended; who deletes or edits the Lease by
 * hand breaks the protocol. Writes to the API server are safe when they carry a resourceVersion.
 * For effects elsewhere make names that the other side refuses to give twice, read anew before what
 * destroys, or let the other side refuse an older `leadership.transitions`. A blocked event loop stops
 * nothing: see `watchdog`.
 *
 * The durations of candidates may differ, beside client-go's too: each candidate honours the duration
 * that the holder wrote into the Lease, without an upper bound. A holder that dies without a release
 * delays an election by its duration. An absurd duration left by a dead holder blocks the election, as
 * with client-go, until somebody deletes the Lease or empties its `holderIdentity`; after that, a
 * candidate waits for its own `leaseDurationMs` at most. A process that starts after the Lease was
 * deleted by hand has not observed the previous holder and cannot wait for it.
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
