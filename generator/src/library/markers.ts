/** `vmgen/markers`: the definitions and uses of markers. */
export type {
  ArgumentDefinition,
  ArgumentDefinitions,
  ArgumentType,
  MarkerArguments,
  MarkerValue,
  Scalar,
} from '../markers/language/arguments.js';
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
} from '../markers/language/definition.js';
