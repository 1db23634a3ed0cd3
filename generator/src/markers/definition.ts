import type { SourcePosition } from '../findings/finding.js';
import type { Schema } from '../schema/schema.js';

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
  /** The rest of the line as JSON. */
  | { readonly type: 'json' }
  /** The rest of the line as it stands. */
  | { readonly type: 'raw' }
  | { readonly type: 'choice'; readonly of: readonly string[] }
  | { readonly type: 'list'; readonly of: ArgumentType };

export interface ArgumentDefinition {
  readonly type: ArgumentType;
  readonly required: boolean;
}

/** What came of a schema effect: the changed schema, or why the marker does not fit there. */
export type EffectResult =
  { readonly schema: Schema } | { readonly refusal: string; readonly remedy?: string };

export type MarkerArguments = Readonly<Record<string, MarkerValue>>;

/** Changes the schema of the type or field that the marker stands on. */
export type SchemaEffect = (
  schema: Schema,
  values: MarkerArguments,
  position: SourcePosition,
) => EffectResult;

/** All that vmgen knows of a marker; the reference prints itself from it. */
export interface MarkerDefinition {
  /** Without the `+`. */
  readonly name: string;
  readonly places: readonly Place[];
  /** `+name=value`. */
  readonly value?: ArgumentDefinition;
  /** `+name:argument=value,argument=value`. */
  readonly arguments?: Readonly<Record<string, ArgumentDefinition>>;
  readonly repeatable?: boolean;
  /** One line for the reference. */
  readonly help: string;
  /** What the marker does to a schema. Other markers are read by the stage that they are for. */
  readonly effect?: SchemaEffect;
  /** Effects run from low to high; 0 where it does not matter. */
  readonly order?: number;
}

/** One marker as it stands in the source, read by its definition. */
export interface MarkerUse {
  readonly definition: MarkerDefinition;
  /** By argument name; the plain value is called `value`. */
  readonly values: MarkerArguments;
  readonly position: SourcePosition;
}

export const required = (type: ArgumentType): ArgumentDefinition => ({ type, required: true });
export const optional = (type: ArgumentType): ArgumentDefinition => ({ type, required: false });
export const text: ArgumentType = { type: 'string' };
export const integer: ArgumentType = { type: 'integer' };
export const boolean: ArgumentType = { type: 'boolean' };
export const texts: ArgumentType = { type: 'list', of: text };
