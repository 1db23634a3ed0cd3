/**
 * Returned unchanged. This includes branded types and `string & {}`, which would match `object`.
 */
type Scalar = string | number | boolean | null | undefined;

/**
 * `T` with all fields readonly, at any depth. Objects from informers and listers are shared by all
 * readers, so modifying one is a compile error. Copy it first (`deepCopy…`).
 */
export type DeepReadonly<T> = T extends Scalar
  ? T
  : T extends (infer Item)[]
    ? readonly DeepReadonly<Item>[]
    : T extends object
      ? DeepReadonlyFields<T>
      : T;

/**
 * {@link DeepReadonly} of an object. It is a named type so that editors and compilers print
 * `DeepReadonlyFields<MachineSpec>` instead of all fields.
 */
export type DeepReadonlyFields<T extends object> = {
  readonly [Key in keyof T]: DeepReadonly<T[Key]>;
};

/**
 * Returns the value with a readonly type. The compiler cannot infer the conversion while the type
 * is a parameter.
 */
export function asReadonly<T>(value: T): DeepReadonly<T> {
  return value as DeepReadonly<T>;
}

/** `T` with all fields optional, at any depth, also in the items of lists. */
export type DeepPartial<T> = T extends Scalar
  ? T
  : T extends (infer Item)[]
    ? DeepPartial<Item>[]
    : T extends object
      ? DeepPartialFields<T>
      : T;

/** {@link DeepPartial} of an object. See {@link DeepReadonlyFields} for why it is a named type. */
export type DeepPartialFields<T extends object> = { [Key in keyof T]?: DeepPartial<T[Key]> };
