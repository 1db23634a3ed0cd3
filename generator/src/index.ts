/** vmgen as a library: the command line as functions, and the types for emitters. */
export { defineConfig, type VmgenConfig } from './config/vmgen-config.js';
export type { BuiltCrd } from './model/build-crd.js';
export type { PrintedCrd } from './emit/print-crd.js';
export type { Diagnostic, SourcePosition } from './diagnostics/diagnostic.js';
export { formatDiagnostic } from './diagnostics/format-diagnostic.js';
export type { LocatedDiagnostic } from './diagnostics/located-diagnostic.js';
export { BUILT_IN_EMITTERS } from './emit/built-in-emitters.js';
export type { Emitter, EmitContext, EmittedFile } from './emit/emitter.js';
export { locateDiagnostics } from './syntax/locate-diagnostics.js';
export type { ApiModel, ApiPackage, CustomResource, Resource } from './model/model.js';
export { compile, DEFAULT_SETTINGS, type Compilation, type CompileSettings } from './compile.js';
export { generate, type GenerateResult } from './generate.js';
export {
  createProject,
  UpdateStoppedError,
  type Project,
  type ProjectOptions,
  type UpdateOptions,
} from './project.js';
export type { Schema, PropertySchema } from './schema/schema.js';
export type { GenerateOptions } from './settings/generate-options.js';
export {
  GENERATORS,
  type GeneratorName,
  type GeneratedFile,
  HEADER_LINE,
} from './settings/generated-file.js';
export type { CommentForm } from './settings/header-comment.js';
export type { OperatorConfig } from './settings/operator-config.js';
export type { EnvVar, PodSettings, ResourceQuantities } from './settings/pod-settings.js';
export type { ImportExtension } from './settings/import-extension.js';
export { parseGroups, type GroupVersionFolder } from './settings/parse-groups.js';
export type { SourceSet, SourceFile } from './syntax/source.js';
export type { NamedType, Field, Type } from './types/type.js';
