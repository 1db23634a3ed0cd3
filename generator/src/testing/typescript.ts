import { createRequire } from 'node:module';
import type ts from 'typescript';

/**
 * The compiler that users run. `import` would read its 9 MB once more, for the names that it exports,
 * which takes longer than to load it.
 */
export const typescript = createRequire(import.meta.url)('typescript') as typeof ts;
