import { isMapping } from '@vmgen/runtime/meta';
import { BALLOON } from './qemu-process.js';
import { QmpCommandError, type QmpClient } from './qmp-client.js';
import { percentOf } from './server-usage.js';

/** The interval at which the guest reports its memory, in seconds. */
const GUEST_STATS_SECONDS = 5;

/**
 * Makes the guest report its memory. The balloon device of an older machine may be missing; then there are no
 * reports.
 */
export async function startGuestStats(monitor: QmpClient, signal: AbortSignal): Promise<void> {
  const property = { path: `/machine/peripheral/${BALLOON}`, value: GUEST_STATS_SECONDS };
  try {
    const name = 'guest-stats-polling-interval';
    await monitor.execute('qom-set', { ...property, property: name }, signal);
  } catch (error) {
    if (!(error instanceof QmpCommandError)) throw error;
  }
}

/**
 * Returns the used memory of the guest in percent, or undefined without a report: it has no driver
 * for the balloon, or has not booted yet.
 */
export async function guestMemory(
  monitor: QmpClient,
  signal: AbortSignal,
): Promise<number | undefined> {
  const place = { path: `/machine/peripheral/${BALLOON}`, property: 'guest-stats' };
  let report: unknown;
  try {
    report = await monitor.execute('qom-get', place, signal);
  } catch (error) {
    if (error instanceof QmpCommandError) return undefined;
    throw error;
  }
  const stats = isMapping(report) && isMapping(report['stats']) ? report['stats'] : {};
  const { 'stat-total-memory': total, 'stat-available-memory': available } = stats;
  // The numbers come from the guest. A missing one is 2^64 - 1.
  if (typeof total !== 'number' || typeof available !== 'number') return undefined;
  return total > 0 && available >= 0 && available <= total
    ? percentOf(total - available, total)
    : undefined;
}
