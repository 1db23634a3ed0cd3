/**
 * `vmgen/browser`: the compiler for pages, workers and editors. It uses no module of Node, and reads no disk but the one
 * that it is given.
 */
export { compile, DEFAULT_SETTINGS, type Compilation, type CompileSettings } from '../compile.js';
export type { Diagnostic, Edit, SourcePosition } from '../diagnostics/diagnostic.js';
export { formatDiagnostic } from '../diagnostics/format-diagnostic.js';
export type { LocatedDiagnostic } from '../diagnostics/located-diagnostic.js';
export { createMemoryDisk, type MemoryDisk } from '../disk/memory-disk.js';
export type { FolderEntry, RawDisk } from '../disk/source-disk.js';
export type {
  EditorCompletions,
  EditorDiagnostic,
  EditorEdit,
  EditorFix,
  EditorHover,
  EditorProblem,
  EditorRange,
} from '../editor/editor-data.js';
export { createEditorService, type EditorService } from '../editor/editor-service.js';
export { applyEdits, planFixes, type FileFix } from '../fix/plan-fixes.js';
export {
  GENERATORS,
  HEADER_LINE,
  type GeneratedFile,
  type GeneratorName,
} from '../settings/generated-file.js';
export { planConversion, type ConversionPlan, type SpokePlan } from '../model/plan-conversion.js';
export {
  createProject,
  UpdateStoppedError,
  type Project,
  type ProjectOptions,
  type UpdateOptions,
} from '../project.js';
export { parseGroups, type GroupVersionFolder } from '../settings/parse-groups.js';
export { locateDiagnostics } from '../syntax/locate-diagnostics.js';
export type { SourceFile, SourceSet } from '../syntax/source.js';
export { costsOf, type RuleCost, type VersionCosts } from '../validate/rule-costs.js';
export * from './diff.js';
export * from './import.js';
export * from './reference.js';
