/**
 * `@vmgen/runtime/internal`: what our other packages share with this one. Not for users: it changes
 * with any release.
 */
export { childAbort } from '../async/child-abort.js';
export { pause, systemClock } from '../async/clock.js';
export { onAbort } from '../async/on-abort.js';
export { errorText } from '../logging/error-text.js';
export { createLogger } from '../logging/create-logger.js';
export { printable } from '../logging/printable.js';
