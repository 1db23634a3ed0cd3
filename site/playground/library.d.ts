/** A list of values. */
interface Array<T> {
  readonly length: number;
  [index: number]: T;
}

/** A list of values that cannot be changed. */
interface ReadonlyArray<T> {
  readonly length: number;
  readonly [index: number]: T;
}

/** Bytes, which are base64 in JSON. */
interface Uint8Array {
  readonly length: number;
}

/** T, with all fields optional. */
type Partial<T> = { [Key in keyof T]?: T[Key] };

/** T, with all fields required. */
type Required<T> = { [Key in keyof T]-?: T[Key] };

/** T, with all fields readonly. */
type Readonly<T> = { readonly [Key in keyof T]: T[Key] };

/** The fields of T with these names. */
type Pick<T, Keys extends keyof T> = { [Key in Keys]: T[Key] };

/** The fields of T without those that have these names. */
type Omit<T, Keys extends string | number | symbol> = Pick<T, Exclude<keyof T, Keys>>;

/** A map from these names to T; from `string` to T, it has any names. */
type Record<Keys extends string | number | symbol, T> = { [Key in Keys]: T };

/** The members of the union T that U has not. */
type Exclude<T, U> = T extends U ? never : T;

/** The members of the union T that U has too. */
type Extract<T, U> = T extends U ? T : never;

/** T without `null` and `undefined`. */
type NonNullable<T> = T & {};

/** T itself. */
type NoInfer<T> = intrinsic;

/** A text in capital letters. */
type Uppercase<T extends string> = intrinsic;

/** A text in small letters. */
type Lowercase<T extends string> = intrinsic;

/** A text whose first letter is a capital. */
type Capitalize<T extends string> = intrinsic;

/** A text whose first letter is small. */
type Uncapitalize<T extends string> = intrinsic;
