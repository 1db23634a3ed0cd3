import type { DeepReadonly } from './deep-readonly.js';

type Scalar = string | number | boolean | null | undefined;

/** Null takes away what may be absent: an optional field, or an entry of a map. */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type -- asks whether it may be absent
type Removal<T, Key extends keyof T> = {} extends Pick<T, Key> ? null : never;

/**
 * A JSON merge patch (RFC 7386) of a `T`: the fields to set, and null for those to remove. A list
 * replaces the list that was there.
 */
export type MergePatch<T> = T extends Scalar
  ? T
  : T extends readonly unknown[]
    ? DeepReadonly<T>
    : T extends object
      ? MergePatchFields<T>
      : T;

/** What {@link MergePatch} makes of an object; see `DeepReadonlyFields` for why it has a name. */
export type MergePatchFields<T extends object> = {
  readonly [Key in keyof T]?: MergePatch<T[Key]> | Removal<T, Key>;
};

/**
 * A strategic merge patch of a `T`: as a {@link MergePatch}, but the items of lists are merged by the
 * key that the kind has for them, and `$patch` says to do otherwise.
 */
export type StrategicMergePatch<T> = T extends Scalar
  ? T
  : T extends readonly (infer Item)[]
    ? readonly StrategicMergePatch<Item>[]
    : T extends object
      ? StrategicMergePatchFields<T>
      : T;

/** What {@link StrategicMergePatch} makes of an object, and how it is to be merged. */
export type StrategicMergePatchFields<T extends object> = {
  readonly [Key in keyof T]?: StrategicMergePatch<T[Key]> | Removal<T, Key>;
} & { readonly $patch?: 'merge' | 'replace' | 'delete' };
