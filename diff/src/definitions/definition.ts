import type { CustomResourceDefinitionVersion, JSONSchemaProps, JsonValue } from '@vmgen/crd';
import type { CustomResourceDefinitionSpec } from '@vmgen/crd';

/**
 * What a change does to those who use the kind:
 *
 * - `breaking`: a request that was good is refused, or its data lost;
 * - `risky`: requests stay good, but mean something else, or readers meet what they may not expect; a
 *   default or a null that comes or goes may change what stands around it says;
 * - `safe`: neither.
 */
export type ChangeClass = 'breaking' | 'risky' | 'safe';

/**
 * What of a stored object that breaks a new constraint an update may leave as it is, since
 * Kubernetes 1.30 (apiextensions' validation ratcheting):
 *
 * - `value`: the value itself, while it does not change;
 * - `object`: the object that lacks something, while nothing in it changes;
 * - `list`: a list, where the stored object had something twice already;
 * - `never`: nothing, as of rules on the change itself.
 */
export type Ratcheting = 'value' | 'object' | 'list' | 'never';

/** Two schemas of the spec (or status), and a value that shows the difference. */
export interface SchemaExample {
  readonly of: 'spec' | 'status';
  readonly old: JSONSchemaProps;
  readonly new: JSONSchemaProps;
  /** The old schema takes it; the new one refuses it or loses some of it, where the change is breaking. */
  readonly value?: JsonValue;
  /** What is stored when `value` is sent, where an update alone is refused. */
  readonly stored?: JsonValue;
}

/** What of a definition differs; all else is as in any other. */
interface DefinitionExample {
  readonly of: 'definition';
  /** Undefined where there is none. */
  readonly old: DefinitionPart | undefined;
  readonly new: DefinitionPart | undefined;
}

/** Parts of a CRD's spec. */
export type DefinitionPart = Omit<Partial<CustomResourceDefinitionSpec>, 'names' | 'versions'> & {
  readonly names?: Partial<CustomResourceDefinitionSpec['names']>;
  readonly versions?: readonly Partial<CustomResourceDefinitionVersion>[];
};

/** All that there is to know of one kind of change; docs/diff.md and `vmgen explain` print it. */
export interface ChangeDefinition {
  readonly class: ChangeClass;
  /** What changed, in one line. */
  readonly title: string;
  /** Whom it touches and how: why it has its class. */
  readonly why: string;
  readonly ratchets?: Ratcheting;
  readonly example: SchemaExample | DefinitionExample;
}

/** Definitions by code, in kebab case; a code that was given away once keeps its meaning. */
export type ChangeDefinitions = Readonly<Record<string, ChangeDefinition>>;
