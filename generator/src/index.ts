/** vmgen as a library: what the command line does, as function calls. */
export { compile, type Compilation, type CompileSettings } from './pipeline/compile.js';
export { defineConfig, type VmgenConfig } from './config/vmgen-config.js';
export { BUILT_IN_EMITTERS } from './emit/built-in-emitters.js';
export type { EmitContext, EmittedFile, Emitter } from './emit/emitter.js';
export type { BuiltCrd } from './crds/build-crd.js';
export type { PrintedCrd } from './crds/print-crd.js';
export type {
  ArgumentDefinition,
  ArgumentDefinitions,
  ArgumentType,
  MarkerArguments,
  MarkerValue,
  Scalar,
} from './markers/language/arguments.js';
export type {
  Condition,
  EffectContext,
  EffectResult,
  FieldUse,
  MarkerDefinition,
  MarkerDescription,
  MarkerEffects,
  MarkerForm,
  MarkerTopic,
  MarkerUse,
  ObjectSchema,
  Place,
  Refusal,
} from './markers/language/definition.js';
export type { ClientVerb } from './markers/definitions/verbs.js';
export type { Role } from './model/build-roles.js';
export type { PolicyRule } from './model/merge-rules.js';
export type { JsonObject, JsonValue } from '@vmgen/base/json';
export type { WebhookConfiguration } from './model/build-webhooks.js';
export type { ClientMethod, MethodType } from './model/client-methods.js';
export type {
  ApiModel,
  ApiPackage,
  CustomResource,
  PrinterColumn,
  Resource,
  DeclaredNames,
} from './model/model.js';
export type { Keywords, PropertySchema, Schema, SchemaBase } from './schema/schema.js';
export type {
  Field,
  Literal,
  LiteralsType,
  NamedType,
  PatternType,
  Tuple,
  Type,
  TypeBase,
  TypeId,
  TypeTable,
} from './types/type.js';
export type { RuntimeTypeName } from './sources/runtime-types.js';
export {
  GENERATORS,
  HEADER_LINE,
  type GeneratedFile,
  type GeneratorName,
} from './settings/generated-file.js';
export type { CommentForm } from './settings/header-comment.js';
export type { ImportExtension } from './settings/import-extension.js';
export type { EmitSettings } from './emit/emit.js';
export type { DiagnosticCode } from './diagnostics/code.js';
export type {
  Edit,
  Diagnostic,
  DiagnosticDetails,
  Fix,
  RelatedPlace,
  SourcePosition,
} from './diagnostics/diagnostic.js';
export { formatDiagnostic, type Palette } from './diagnostics/format-diagnostic.js';
export type {
  LocatedDiagnostic,
  LocatedPlace,
  LocatedRelation,
} from './diagnostics/located-diagnostic.js';
export { locateDiagnostics } from './fix/locate-diagnostics.js';
export { generate, type GenerateResult } from './pipeline/generate.js';
export type { OutputFile, WritePlan } from './write/plan-write.js';
export type { OutputDiagnostic } from './write/output-folder.js';
export type { GenerateOptions } from './settings/generate-options.js';
export { parseGroups } from './settings/parse-groups.js';
export type {
  DeclarationCache,
  ModuleReader,
  ReadingProblem,
  SourceFile,
  SourceSet,
} from './sources/source.js';
export type { GroupVersionFolder } from './settings/parse-groups.js';
