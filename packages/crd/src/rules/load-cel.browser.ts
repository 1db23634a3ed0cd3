import * as cel from './index.js';

/** As in load-cel.ts, for browsers: a bundle contains the engine. */
export const loadCel = (): typeof cel => cel;
