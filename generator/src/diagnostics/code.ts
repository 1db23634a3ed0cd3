import type { DIAGNOSTIC_TOPICS } from './registry.js';

type KeysOf<T> = T extends unknown ? keyof T : never;

/**
 * The code of a diagnostic that somebody defined. The definitions are types here: what they say at length
 * is loaded by those who print it.
 */
export type DiagnosticCode = KeysOf<(typeof DIAGNOSTIC_TOPICS)[number]['diagnostics']>;
