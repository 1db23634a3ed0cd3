import { createRequire } from 'node:module';
import type * as Cel from './index.js';

/**
 * Loads the engine for CEL rules with the first rule. Its modules take longer to load than all
 * other validation code.
 */
export function loadCel(): typeof Cel {
  const require = createRequire(import.meta.url);
  return require('./index.js') as typeof Cel;
}
