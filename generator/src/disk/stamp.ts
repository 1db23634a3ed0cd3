import { statSync } from 'node:fs';

/** Differs when a file of the tool was replaced; cheaper than reading all of them. */
export function stampOf(path: string): string {
  const { size, ctimeNs, ino } = statSync(path, { bigint: true });
  return `${ctimeNs}-${size}-${ino}`;
}

/**
 * Whether a stamp identifies the content that this process read: a file that changed shortly before the
 * process started, or later, may have had another content.
 */
export function isSettled(stamp: string): boolean {
  const { timeOrigin } = performance;
  // If the clock was set back, new files would look old.
  const drift = Date.now() - performance.now() - timeOrigin;
  return Math.abs(drift) < 1000 && Number.parseInt(stamp) / 1e6 < timeOrigin - 2000;
}
