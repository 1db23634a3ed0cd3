import { RE2JS } from 're2js';
import type { Re2Library } from './load-re2.js';

/** As in load-re2.ts, for browsers: a bundle contains the library. */
export const loadRe2 = (): Re2Library => ({ RE2JS });
