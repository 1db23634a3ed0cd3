/** vmgen as a library: what the command line does, as function calls. */
export { compile, type Compilation } from './pipeline/compile.js';
export { defineConfig, type VmgenConfig } from './config/vmgen-config.js';
export { BUILT_IN_EMITTERS } from './emit/built-in-emitters.js';
export type { EmitContext, EmittedFile, Emitter } from './emit/emitter.js';
export type { BuiltCrd } from './crds/build-crd.js';
export type { PrintedCrd } from './crds/print-crd.js';
export type { MarkerDefinition, MarkerUse } from './markers/language/definition.js';
export type { ClientVerb } from './markers/definitions/verbs.js';
export type { Role } from './model/build-roles.js';
export type { WebhookConfiguration } from './model/build-webhooks.js';
export type { ClientMethod } from './model/client-methods.js';
export type {
  ApiModel,
  ApiPackage,
  CustomResource,
  PrinterColumn,
  Resource,
  SaidNames,
} from './model/model.js';
export type { Keywords, PropertySchema, Schema } from './schema/schema.js';
export type { Field, NamedType, Type, TypeId, TypeTable } from './types/type.js';
export {
  GENERATORS,
  HEADER_LINE,
  type GeneratedFile,
  type GeneratorName,
} from './settings/generated-file.js';
export type { CommentForm } from './settings/header-comment.js';
export type { ImportExtension } from './settings/import-extension.js';
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
