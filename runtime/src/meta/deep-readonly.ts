/** Left as they are, branded ones and `string & {}` too, which would count as objects. */
type Scalar = string | number | boolean | null | undefined;

/**
 * `T` with every field, at any depth, readonly. What informers and listers hand out is shared by
 * all readers: changing it is a compile error. Copy it first (`deepCopy…`).
 */
export type DeepReadonly<T> = T extends Scalar
  ? T
  : T extends (infer Item)[]
    ? readonly DeepReadonly<Item>[]
    : T extends object
      ? DeepReadonlyFields<T>
      : T;

/**
 * What {@link DeepReadonly} makes of an object. It has a name, so that editors and compilers say
 * `DeepReadonlyFields<MachineSpec>`, and not all of its fields.
 */
export type DeepReadonlyFields<T extends object> = {
  readonly [Key in keyof T]: DeepReadonly<T[Key]>;
};

/** The value for those who only read it: a compiler cannot see that while its type is a parameter. */
export function asReadonly<T>(value: T): DeepReadonly<T> {
  return value as DeepReadonly<T>;
}

/** `T` with every field, at any depth, optional; the elements of lists stay whole or partial. */
export type DeepPartial<T> = T extends Scalar
  ? T
  : T extends (infer Item)[]
    ? DeepPartial<Item>[]
    : T extends object
      ? DeepPartialFields<T>
      : T;

/** What {@link DeepPartial} makes of an object; see {@link DeepReadonlyFields} for why it has a name. */
export type DeepPartialFields<T extends object> = { [Key in keyof T]?: DeepPartial<T[Key]> };
