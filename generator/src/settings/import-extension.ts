/** How relative imports of generated code end: `ts` for setups that run or rewrite sources. */
export const IMPORT_EXTENSIONS = ['js', 'ts'] as const;
/** The extension of relative imports in generated code. */
export type ImportExtension = (typeof IMPORT_EXTENSIONS)[number];
