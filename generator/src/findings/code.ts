import type { FINDING_TOPICS } from './registry.js';

type KeysOf<T> = T extends unknown ? keyof T : never;

/**
 * The code of a finding that somebody defined. The definitions are types here: what they say at length
 * is loaded by those who print it.
 */
export type FindingCode = KeysOf<(typeof FINDING_TOPICS)[number]['findings']>;
