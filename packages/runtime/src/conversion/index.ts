/**
 * `@vmgen/runtime/conversion`: converts objects between the versions of a kind, and answers the
 * requests of a conversion webhook.
 */
export {
  createConversionHandler,
  type ConversionHandler,
  type ConversionHandlerOptions,
  type ConversionRequest,
  type ConversionResponse,
  type ConversionReview,
} from './conversion-review.js';
export { type ConversionKeys, createConversionKey } from './conversion-keys.js';
export {
  type AnySpokeConversion,
  type Conversion,
  type ConversionDefinition,
  type ConvertedObject,
  defineConversion,
  type FieldFunctions,
  type ListKeys,
  type SpokeConversion,
} from './define-conversion.js';
export type { FieldAt, ItemAt } from './field-path.js';
export type { FieldFunction } from './map-fields.js';
