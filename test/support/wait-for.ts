import { setTimeout as wait } from 'node:timers/promises';

/**
 * Asks `probe` again and again until it gives something other than undefined. For real engines and
 * servers, whose progress no fake clock can move. Rejects after `timeoutMs`, saying `what`.
 */
export async function waitFor<T>(
  what: string,
  timeoutMs: number,
  probe: () => T | undefined | Promise<T | undefined>,
): Promise<T> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const value = await probe();
    if (value !== undefined) return value;
    if (performance.now() > deadline) throw new Error(`${what}: not within ${timeoutMs} ms`);
    await wait(50);
  }
}
