import type { CustomResourceDefinitionVersion, JSONSchemaProps, JsonValue } from '@vmgen/crd';
import type { CustomResourceDefinitionSpec } from '@vmgen/crd';

/**
 * How a change affects the users of a kind:
 *
 * - `breaking`: a valid request is rejected, or its data is lost;
 * - `risky`: requests stay valid but have another meaning, or readers receive unexpected values. Adding or
 *   removing a default or a null may change the result of alternatives, counts and rules that depend on it;
 * - `safe`: neither.
 */
export type ChangeClass = 'breaking' | 'risky' | 'safe';

/**
 * What an update may keep of a stored object that violates a new constraint, since Kubernetes 1.30
 * (validation ratcheting of apiextensions):
 *
 * - `value`: the value itself, if it does not change;
 * - `object`: the object that lacks a field, if nothing in it changes;
 * - `list`: a list that already contained duplicates;
 * - `never`: nothing, such as for transition rules.
 */
export type Ratcheting = 'value' | 'object' | 'list' | 'never';

/** Two schemas of the spec (or status), and a value that shows the difference. */
export interface SchemaExample {
  readonly of: 'spec' | 'status';
  readonly old: JSONSchemaProps;
  readonly new: JSONSchemaProps;
  /**
   * A value that the old schema accepts; if the change is breaking, the new schema rejects it or drops a part
   * of it.
   */
  readonly value?: JsonValue;
  /** The stored value that `value` replaces, for changes that only reject updates. */
  readonly stored?: JsonValue;
}

/** The part of a definition that differs; everything else has default values. */
interface DefinitionExample {
  readonly of: 'definition';
  /** Undefined if there is no definition on this side. */
  readonly old: DefinitionPart | undefined;
  readonly new: DefinitionPart | undefined;
}

/** Parts of the spec of a CRD. */
export type DefinitionPart = Omit<Partial<CustomResourceDefinitionSpec>, 'names' | 'versions'> & {
  readonly names?: Partial<CustomResourceDefinitionSpec['names']>;
  readonly versions?: readonly Partial<CustomResourceDefinitionVersion>[];
};

/** Describes one kind of change; docs/reference/diff.md and `vmgen explain` print it. */
export interface ChangeDefinition {
  readonly class: ChangeClass;
  /** The change in one line. */
  readonly title: string;
  /** Who is affected and how, as the reason for the class. */
  readonly why: string;
  readonly ratchets?: Ratcheting;
  readonly example: SchemaExample | DefinitionExample;
}

/** Definitions by code in kebab case. The meaning of a released code never changes. */
export type ChangeDefinitions = Readonly<Record<string, ChangeDefinition>>;
