/** vmgen as a library: what the command line does, as function calls. */
export { compile, type Compilation } from './pipeline/compile.js';
export { GENERATORS, type GeneratedFile, type GeneratorName } from './settings/generated-file.js';
export type { EmitSettings } from './emit/emit.js';
export type { Finding, SourcePosition } from './findings/finding.js';
export { formatFinding } from './findings/format-finding.js';
export type { LocatedFinding } from './findings/located-finding.js';
export { locateFindings } from './sources/locate-findings.js';
export { generate, type GenerateResult } from './pipeline/generate.js';
export type { GenerateOptions } from './settings/generate-options.js';
export { parseGroups } from './settings/parse-groups.js';
export type { SourceFile, SourceSet } from './sources/source.js';
export type { GroupVersionFolder } from './settings/parse-groups.js';
