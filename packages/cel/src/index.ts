/**
 * `@vmgen/cel`: the Common Expression Language with Kubernetes' libraries, costs and error
 * messages.
 */
export { CALL_COST_LIMIT, compile, CompileError, type Expression } from './compile.js';
export type { Outcome } from './eval/compile-expression.js';
export type { JsonObject, JsonValue } from '@vmgen/base/json';
export type { JSONSchemaProps, ValidationRule } from '@vmgen/base/schema';
export {
  CelError,
  CelList,
  CelMap,
  CelObject,
  Duration,
  Optional,
  Timestamp,
  TypeValue,
  Uint,
  type CelValue,
} from './values/value.js';
