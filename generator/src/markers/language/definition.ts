import type { DiagnosticCode } from '../../diagnostics/code.js';
import type { DiagnosticDetails, SourcePosition } from '../../diagnostics/diagnostic.js';
import type { Keywords, Schema } from '../../schema/schema.js';
import type {
  ArgumentDefinition,
  ArgumentDefinitions,
  ArgumentType,
  MarkerArguments,
} from './arguments.js';

/** Where a marker may stand. A kind is a type too; `type` includes it. */
export type Place = 'package' | 'kind' | 'type' | 'field';

/** Why a marker does not fit where it stands. */
export interface Refusal extends DiagnosticDetails {
  readonly code: DiagnosticCode;
  /** Follows the marker's name: `+name ${refusal}`. */
  readonly refusal: string;
  readonly remedy?: string;
  /** It is wrong only since what the marker stands on was refused: not told. */
  readonly isFollowUp?: boolean;
  /** The marker is passed over, and there is nothing to mend. */
  readonly isRemark?: boolean;
}

/** What came of a schema effect: the changed schema, or why the marker does not fit there. */
export type EffectResult<S extends Schema = Schema> = { readonly schema: S } | Refusal;

/** What an effect may look at beside its own marker. */
export interface EffectContext {
  /** All markers of the declaration. */
  readonly siblings: readonly MarkerUse[];
  /** Those of them that were refused. */
  readonly refused: readonly MarkerDefinition[];
  /** What the type says by itself. */
  readonly base: Keywords;
}

/** The schema of an object with named fields. */
export type ObjectSchema = Extract<Schema, { kind: 'object' }>;

/** A marker of one of an object's fields. */
export interface FieldUse<Values = MarkerArguments> {
  readonly field: string;
  readonly use: MarkerUse<Values>;
}

/** A CEL expression that holds for a valid value, and what is wrong with any other. */
export interface Condition {
  readonly rule: string;
  /** Follows what the value is called: `must be at least 3`. */
  readonly message: string;
}

/**
 * What a marker does to schemas. These are methods, so that definitions of all arguments stand in one
 * list: a use has the values that its own definition had read.
 */
export interface MarkerEffects<Values, Use = MarkerUse<Values>> {
  /** Changes the schema of the type or field that the marker stands on. */
  effect?(this: void, schema: Schema, use: Use, context: EffectContext): EffectResult;
  /**
   * Changes the schema of the object that has the marked field; `all` are the markers of its fields,
   * but for those that were `refused`.
   */
  parentEffect?(
    this: void,
    parent: ObjectSchema,
    marked: FieldUse<Values>,
    all: readonly FieldUse[],
    refused: readonly MarkerDefinition[],
  ): EffectResult<ObjectSchema>;
  /** The marker's demand on the value that the CEL expression `subject` stands for. */
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
  'Admission webhooks',
  'Diagnostics',
  'Passed over',
  'Refused',
] as const;
/** A chapter of the reference. */
export type MarkerTopic = (typeof MARKER_TOPICS)[number];

/** What stands behind a marker's name. */
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
  /** Parameters of any name, each of this type. */
  readonly freeParameters?: F;
  /** `+name=+another`: a marker of another value that this one names. */
  readonly takesMarker?: M;
}

/** What a marker is, beside its form and what it does. */
export interface MarkerDescription {
  /** Without the `+`. */
  readonly name: string;
  readonly topic: MarkerTopic;
  readonly places: readonly Place[];
  readonly repeatable?: boolean;
  /** One line for the reference. */
  readonly help: string;
  /** What more there is to know. */
  readonly details?: string;
  /**
   * A use of it that compiles: for a field the marker and the field, for a type the whole
   * declaration, else the marker alone.
   */
  readonly example: string;
  /** Known upstream; it would change what a CRD says and cannot. */
  readonly refused?: { readonly reason: string; readonly remedy: string };
  /** Known upstream and passed over, since nothing is lost without it. */
  readonly ignored?: { readonly reason: string; readonly isFamily: boolean };
  /** Effects run from low to high; 0 where it does not matter. */
  readonly order?: number;
}

/**
 * All that vmgen knows of a marker; the reference prints itself from it. A marker without effects is
 * read by the stage that it is for.
 */
export interface MarkerDefinition<Values = MarkerArguments>
  extends MarkerDescription, MarkerForm, MarkerEffects<Values> {}

/** One marker as it stands in the source, read by its definition. */
export interface MarkerUse<Values = MarkerArguments> {
  readonly definition: MarkerDefinition<Values>;
  readonly values: Values;
  /** The marker that follows `=+`. */
  readonly inner?: MarkerUse;
  readonly position: SourcePosition;
}

/** The uses of a definition. */
export type UseOf<Definition> =
  Definition extends MarkerDefinition<infer Values> ? MarkerUse<Values> : never;
