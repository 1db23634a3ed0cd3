/** How relative imports of generated code end: `ts` for setups that run or rewrite sources. */
export const IMPORT_EXTENSIONS = ['js', 'ts'] as const;
/** How relative imports of generated code end. */
export type ImportExtension = (typeof IMPORT_EXTENSIONS)[number];
