import { errorMessage } from '@vmgen/base/text';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Check, CheckResult } from './check.js';
import { NotCheckedError } from './not-checked-error.js';
import type { Setup } from './setup.js';

/** How long a check may take, in milliseconds. */
const LIMIT_MS = 15_000;

/**
 * Runs checks beside each other, and returns their results in the order of the checks. An exception and an
 * exceeded time limit are reasons why a check is not made.
 *
 * @param limitMs the time limit of each check, in milliseconds. Defaults to 15,000
 */
export function runChecks(
  checks: readonly Check[],
  setup: Setup,
  limitMs = LIMIT_MS,
): Promise<CheckResult[]> {
  return Promise.all(checks.map((check) => runCheck(check, setup, limitMs)));
}

async function runCheck(
  { name, find }: Check,
  setup: Setup,
  limitMs: number,
): Promise<CheckResult> {
  const end = new AbortController();
  const late = sleep(limitMs, undefined, { signal: end.signal }).then(() => {
    throw new NotCheckedError(`it took more than ${limitMs / 1000} s`);
  });
  try {
    const findings = await Promise.race([late, run()]);
    return findings.length === 0 ? { name, status: 'ok' } : { name, status: 'problem', findings };
  } catch (error) {
    const reason =
      error instanceof NotCheckedError ? error.message : `it failed: ${errorMessage(error)}`;
    return { name, status: 'not checked', reason };
  } finally {
    late.catch(() => undefined);
    end.abort();
  }

  async function run() {
    return find(setup, end.signal);
  }
}
