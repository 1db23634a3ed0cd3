import type { DeepReadonly } from './deep-readonly.js';

type Scalar = string | number | boolean | null | undefined;

/** Null removes an optional field or an entry of a map. */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type -- tests whether the key is optional
type Removal<T, Key extends keyof T> = {} extends Pick<T, Key> ? null : never;

/**
 * A JSON merge patch (RFC 7386) of a `T`: the fields to set, and null for those to remove. A list
 * replaces the existing list.
 */
export type MergePatch<T> = T extends Scalar
  ? T
  : T extends readonly unknown[]
    ? DeepReadonly<T>
    : T extends object
      ? MergePatchFields<T>
      : T;

/** {@link MergePatch} of an object. See `DeepReadonlyFields` for why it is a named type. */
export type MergePatchFields<T extends object> = {
  readonly [Key in keyof T]?: MergePatch<T[Key]> | Removal<T, Key>;
};

/**
 * A strategic merge patch of a `T`: like a {@link MergePatch}, but list items are merged by the
 * merge key of the kind, unless `$patch` specifies another strategy.
 */
export type StrategicMergePatch<T> = T extends Scalar
  ? T
  : T extends readonly (infer Item)[]
    ? readonly StrategicMergePatch<Item>[]
    : T extends object
      ? StrategicMergePatchFields<T>
      : T;

/** {@link StrategicMergePatch} of an object, with the directive `$patch`. */
export type StrategicMergePatchFields<T extends object> = {
  readonly [Key in keyof T]?: StrategicMergePatch<T[Key]> | Removal<T, Key>;
} & { readonly $patch?: 'merge' | 'replace' | 'delete' };
