/** vmgen as a library: what the command line does, as function calls. */
export { compile, type Compilation } from './compile.js';
export { GENERATORS, type GeneratedFile, type GeneratorName } from './emit/generated-file.js';
export type { EmitSettings } from './emit/emit.js';
export type { Finding, SourcePosition } from './findings/finding.js';
export { formatFinding } from './findings/format-finding.js';
export { locateFindings, type LocatedFinding } from './findings/located-finding.js';
export { generate, type GenerateOptions, type GenerateResult } from './generate.js';
export { parseGroups } from './load/parse-groups.js';
export type { GroupVersionFolder, SourceFile, SourceSet } from './load/source.js';
