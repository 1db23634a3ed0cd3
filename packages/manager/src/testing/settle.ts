import { setImmediate as turn } from 'node:timers/promises';
import type { FakeClock } from '@vmgen/runtime/testing';

/** Nothing happens any more after so many consecutive turns of the event loop without pending work. */
const QUIET_TURNS = 3;
/** The event loop has work that changes nothing, such as a loop that polls, after so many turns. */
const MAX_TURNS = 1_000;
/** The resources of Node that end by themselves, without a timer: turns of the event loop and files. */
const PENDING_WORK = /^(Immediate|FSReq|CloseReq)/;

/**
 * Waits until the event loop has no more work, or only work that changes nothing.
 *
 * @param activity changes with everything that happens
 */
export async function settle(activity: () => string): Promise<void> {
  let last: string | undefined;
  for (let quiet = 0, turns = 1; quiet < QUIET_TURNS; turns++) {
    await turn();
    const isWorking = process.getActiveResourcesInfo().some((name) => PENDING_WORK.test(name));
    quiet = isWorking ? 0 : quiet + 1;
    if (turns % MAX_TURNS !== 0) continue;
    const now = activity();
    if (now === last) return;
    last = now;
  }
}

/** Advances a clock. Work that a timer starts settles before the next timer fires. */
export async function advance(
  clock: FakeClock,
  ms: number,
  settled: () => Promise<void>,
): Promise<void> {
  const endMs = clock.nowMs() + ms;
  await settled();
  for (let next = clock.nextTimerMs; next <= endMs - clock.nowMs(); next = clock.nextTimerMs) {
    await clock.advance(next);
    await settled();
  }
  await clock.advance(endMs - clock.nowMs());
}
