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
 * The durations of candidates may differ, since each is judged by what it wrote into the Lease
 * (client-go judges by its own: give its processes the same durations as these). A Lease that holds
 * garbage, or was deleted, delays an election by `leaseDurationMs` and what its holder had promised. Who
 * has not seen that holder cannot wait for it: a process that starts after the Lease was deleted by
 * hand, or did not reach the server before.
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
