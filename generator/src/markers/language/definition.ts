import type { DiagnosticCode } from '../../diagnostics/code.js';
import type { DiagnosticDetails, SourcePosition } from '../../diagnostics/diagnostic.js';
import type { Keywords, Schema } from '../../schema/schema.js';
import type {
  ArgumentDefinition,
  ArgumentDefinitions,
  ArgumentType,
  MarkerArguments,
} from './arguments.js';

/** Where a marker is allowed. A kind is also a type; `type` includes it. */
export type Place = 'package' | 'kind' | 'type' | 'field';

/** The reason why a marker is refused. */
export interface Refusal extends DiagnosticDetails {
  /** The code of the diagnostic. */
  readonly code: DiagnosticCode;
  /** Follows the marker's name: `+name ${refusal}`. */
  readonly refusal: string;
  /** The fix as a phrase. */
  readonly remedy?: string;
  /** A consequence of a refused declaration: not reported. */
  readonly isFollowUp?: boolean;
  /** The marker is ignored, and nothing needs to be fixed. */
  readonly isInformational?: boolean;
}

/** The result of a schema effect: the changed schema, or the refusal of the marker. */
export type EffectResult<S extends Schema = Schema> = { readonly schema: S } | Refusal;

/** The context of an effect besides its own marker. */
export interface EffectContext {
  /** All markers of the declaration. */
  readonly siblings: readonly MarkerUse[];
  /** The refused ones of them. */
  readonly refused: readonly MarkerDefinition[];
  /** The schema of the type without the marker. */
  readonly base: Keywords;
}

/** The schema of an object with named fields. */
export type ObjectSchema = Extract<Schema, { kind: 'object' }>;

/** A marker on a field of an object. */
export interface FieldUse<Values = MarkerArguments> {
  /** The name of the field. */
  readonly field: string;
  /** The marker on the field. */
  readonly use: MarkerUse<Values>;
}

/** A CEL expression that is true for valid values, and the message for other values. */
export interface Condition {
  /** The CEL expression, which is true for valid values. */
  readonly rule: string;
  /** Follows the name of the value: `must be at least 3`. */
  readonly message: string;
}

/**
 * The effects of a marker on schemas. They are methods, so that one list can hold definitions with different
 * arguments: a use has the values that its own definition parsed.
 */
export interface MarkerEffects<Values, Use = MarkerUse<Values>> {
  /** Changes the schema of the type or field with the marker. */
  effect?(this: void, schema: Schema, use: Use, context: EffectContext): EffectResult;
  /**
   * Changes the schema of the object that has the marked field; `all` are the markers of its fields, except
   * those that were `refused`.
   */
  parentEffect?(
    this: void,
    parent: ObjectSchema,
    marked: FieldUse<Values>,
    all: readonly FieldUse[],
    refused: readonly MarkerDefinition[],
  ): EffectResult<ObjectSchema>;
  /** The condition of the marker on the value that the CEL expression `subject` denotes. */
  condition?(this: void, subject: string, use: Use, schema: Schema): Condition | Refusal;
}

export type ParentEffect<Values> = NonNullable<MarkerEffects<Values>['parentEffect']>;

/** The chapters of the reference, in order. */
export const MARKER_TOPICS = [
  'Package',
  'Custom resource',
  'Presence',
  'Validation',
  'Validation of items',
  'Schema',
  'Lists and maps',
  'Declarative validation',
  'Clients',
  'Go code',
  'Roles',
  'Admission policies',
  'Admission webhooks',
  'Diagnostics',
  'Ignored',
  'Refused',
] as const;
/** A chapter of the reference. */
export type MarkerTopic = (typeof MARKER_TOPICS)[number];

/** The syntax after the name of a marker. */
export interface MarkerForm<
  V = ArgumentDefinition,
  A = ArgumentDefinitions,
  P = ArgumentDefinitions,
  F = ArgumentType,
  M = boolean,
> {
  /** `+name=value`. */
  readonly value?: V;
  /** `+name:argument=value,argument=value`. */
  readonly arguments?: A;
  /** `+name(argument: value)`; the argument `''` has no name. */
  readonly parameters?: P;
  /** Arguments of any name, each of this type. */
  readonly freeParameters?: F;
  /** `+name=+another`: a marker for another value that this one selects. */
  readonly takesMarker?: M;
}

/** The description of a marker, besides its syntax and effects. */
export interface MarkerDescription {
  /** Without the `+`. */
  readonly name: string;
  /** The chapter of the reference. */
  readonly topic: MarkerTopic;
  /** The declarations that may have the marker. */
  readonly places: readonly Place[];
  /** Whether a declaration may have the marker more than once. Defaults to false. */
  readonly repeatable?: boolean;
  /** Whether only one version of a kind has it: `vmgen add version` does not copy it. Defaults to false. */
  readonly isOfOneVersion?: boolean;
  /** One line for the reference. */
  readonly help: string;
  /** Further details. */
  readonly details?: string;
  /**
   * A use of it that compiles: for a field the marker and the field, for a type the complete declaration,
   * otherwise only the marker.
   */
  readonly example: string;
  /** Known upstream, and without effect here. */
  readonly unsupported?: {
    readonly reason: string;
    /** What to do instead: the marker is an error. A marker without it is ignored. */
    readonly remedy?: string;
    /** Whether longer names with this prefix are treated like it. */
    readonly isFamily?: boolean;
  };
  /** Effects run from low to high; 0 if the order does not matter. */
  readonly order?: number;
}

/**
 * The complete definition of a marker, from which the reference is printed. A marker without effects is read
 * by the stage that needs it.
 */
export interface MarkerDefinition<Values = MarkerArguments>
  extends MarkerDescription, MarkerForm, MarkerEffects<Values> {}

/** One use of a marker in the source, parsed by its definition. */
export interface MarkerUse<Values = MarkerArguments> {
  /** The definition of the marker. */
  readonly definition: MarkerDefinition<Values>;
  /** The parsed arguments. */
  readonly values: Values;
  /** The marker that follows `=+`. */
  readonly inner?: MarkerUse;
  /** The position of the marker's name. */
  readonly position: SourcePosition;
}

/** The uses of a definition. */
export type UseOf<Definition> =
  Definition extends MarkerDefinition<infer Values> ? MarkerUse<Values> : never;
