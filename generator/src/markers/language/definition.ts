import type { FindingCode } from '../../findings/code.js';
import type { FindingDetails, SourcePosition } from '../../findings/finding.js';
import type { Keywords, Schema } from '../../schema/schema.js';

/** Where a marker may stand. A kind is a type too; `type` includes it. */
export type Place = 'package' | 'kind' | 'type' | 'field';

/** A value in the marker language; numbers beyond 2^53 are bigints. */
export type MarkerValue =
  string | number | bigint | boolean | MarkerValue[] | { [key: string]: MarkerValue };

export type ArgumentType =
  | { readonly type: 'string' }
  | { readonly type: 'integer' }
  | { readonly type: 'number' }
  | { readonly type: 'boolean' }
  /** Any value; its form says which. */
  | { readonly type: 'any' }
  /** The rest of the line as it stands. */
  | { readonly type: 'raw' }
  | { readonly type: 'choice'; readonly of: readonly string[]; readonly anyCase?: boolean }
  /** Words of a vocabulary, between commas. */
  | { readonly type: 'words'; readonly of: readonly string[] }
  | { readonly type: 'list'; readonly of: ArgumentType };

export interface ArgumentDefinition {
  readonly type: ArgumentType;
  readonly required: boolean;
  /** `+name=` alone means the empty text. */
  readonly mayBeEmpty?: boolean;
  /** For the reference: what the argument says, and what holds without it. */
  readonly help?: string;
}

export type ArgumentDefinitions = Readonly<Record<string, ArgumentDefinition>>;

/** Why a marker does not fit where it stands. */
export interface Refusal extends FindingDetails {
  readonly code: FindingCode;
  /** Follows the marker's name: `+name ${refusal}`. */
  readonly refusal: string;
  readonly remedy?: string;
  /** It is wrong only since what the marker stands on was refused: not told. */
  readonly isFollowUp?: boolean;
  /** The marker is passed over, and there is nothing to mend. */
  readonly isRemark?: boolean;
}

/** What came of a schema effect: the changed schema, or why the marker does not fit there. */
export type EffectResult = { readonly schema: Schema } | Refusal;

export type MarkerArguments = Readonly<Record<string, MarkerValue>>;

/** What an effect may look at beside its own marker. */
export interface EffectContext {
  /** All markers of the declaration. */
  readonly siblings: readonly MarkerUse[];
  /** Those of them that were refused. */
  readonly refused: readonly MarkerDefinition[];
  /** What the type says by itself. */
  readonly base: Keywords;
}

/** Changes the schema of the type or field that the marker stands on. */
export type SchemaEffect = (schema: Schema, use: MarkerUse, context: EffectContext) => EffectResult;

export type ObjectSchema = Extract<Schema, { kind: 'object' }>;

/** A marker of one of an object's fields. */
export interface FieldUse {
  readonly field: string;
  readonly use: MarkerUse;
}

/**
 * Changes the schema of the object that has the marked field; `all` are the markers of its fields, but
 * for those that were `refused`.
 */
export type ParentEffect = (
  parent: ObjectSchema,
  marked: FieldUse,
  all: readonly FieldUse[],
  refused: readonly MarkerDefinition[],
) => { readonly schema: ObjectSchema } | Refusal;

/** A CEL expression that holds for a valid value, and what is wrong with any other. */
export interface Condition {
  readonly rule: string;
  /** Follows what the value is called: `must be at least 3`. */
  readonly message: string;
}

/** The marker's demand on the value that the CEL expression `subject` stands for. */
export type MarkerCondition = (
  subject: string,
  use: MarkerUse,
  schema: Schema,
) => Condition | Refusal;

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
  'Findings',
  'Passed over',
  'Refused',
] as const;
export type MarkerTopic = (typeof MARKER_TOPICS)[number];

/** All that vmgen knows of a marker; the reference prints itself from it. */
export interface MarkerDefinition {
  /** Without the `+`. */
  readonly name: string;
  readonly topic: MarkerTopic;
  readonly places: readonly Place[];
  /** `+name=value`. */
  readonly value?: ArgumentDefinition;
  /** `+name:argument=value,argument=value`. */
  readonly arguments?: ArgumentDefinitions;
  /** `+name(argument: value)`; the argument `''` has no name. */
  readonly parameters?: ArgumentDefinitions;
  /** Parameters of any name, each a plain value. */
  readonly hasFreeParameters?: boolean;
  /** `+name=+another`: a marker of another value that this one names. */
  readonly takesMarker?: boolean;
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
  /** What the marker does to a schema. Other markers are read by the stage that they are for. */
  readonly effect?: SchemaEffect;
  readonly parentEffect?: ParentEffect;
  readonly condition?: MarkerCondition;
  /** Effects run from low to high; 0 where it does not matter. */
  readonly order?: number;
}

/** One marker as it stands in the source, read by its definition. */
export interface MarkerUse {
  readonly definition: MarkerDefinition;
  /** By argument name; the plain value is called `value`. */
  readonly values: MarkerArguments;
  /** The marker that follows `=+`. */
  readonly inner?: MarkerUse;
  readonly position: SourcePosition;
}

export const required = (type: ArgumentType, help?: string): ArgumentDefinition => ({
  type,
  required: true,
  ...(help === undefined ? {} : { help }),
});
export const optional = (type: ArgumentType, help?: string): ArgumentDefinition => ({
  type,
  required: false,
  ...(help === undefined ? {} : { help }),
});
export const text: ArgumentType = { type: 'string' };
export const integer: ArgumentType = { type: 'integer' };
export const boolean: ArgumentType = { type: 'boolean' };
export const texts: ArgumentType = { type: 'list', of: text };
