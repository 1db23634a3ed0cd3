import type { DIAGNOSTIC_TOPICS } from './registry.js';

type KeysOf<T> = T extends unknown ? keyof T : never;

/**
 * The code of a defined diagnostic. The definitions are imported as types here: only the code that prints
 * their texts loads them.
 */
export type DiagnosticCode = KeysOf<(typeof DIAGNOSTIC_TOPICS)[number]['diagnostics']>;
