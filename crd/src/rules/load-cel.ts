import { createRequire } from 'node:module';
import type * as Cel from './index.js';

/**
 * The engine of CEL rules. It is loaded with the first rule, as its many modules take longer to load
 * than all else that judges a schema.
 */
export function loadCel(): typeof Cel {
  const require = createRequire(import.meta.url);
  return require('./index.js') as typeof Cel;
}
