/** `vmgen/model`: the parts of the model that emitters receive. */
export type { JsonValue, JsonObject } from '@vmgen/base/json';
export type { ClientVerb } from '../markers/definitions/verbs.js';
export type { AdmissionPolicy } from '../model/build-policies.js';
export type { Role } from '../model/build-roles.js';
export type { WebhookConfiguration } from '../model/build-webhooks.js';
export type { ClientMethod, MethodType } from '../model/client-methods.js';
export type { PolicyRule } from '../model/merge-rules.js';
export type { PrinterColumn, DeclaredNames } from '../model/model.js';
export type { Keywords, SchemaBase } from '../schema/schema.js';
export type { RuntimeTypeName } from '../syntax/runtime-types.js';
export type {
  Literal,
  LiteralsType,
  PatternType,
  Tuple,
  TypeBase,
  TypeId,
  TypeTable,
} from '../types/type.js';
