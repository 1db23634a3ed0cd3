import type { MicroTime, Time } from './types.js';

/** Formats a time as `metav1.Time`: RFC 3339, UTC, whole seconds. */
export function formatTime(date: Date): Time {
  return `${date.toISOString().slice(0, -'.000Z'.length)}Z`;
}

/** Formats a time as `metav1.MicroTime`: RFC 3339, UTC, six decimals. */
export function formatMicroTime(date: Date): MicroTime {
  return `${date.toISOString().slice(0, -1)}000Z`;
}
