/** A plain value; numbers beyond 2^53 are bigints. */
export type Scalar = string | number | bigint | boolean;

/** A value in the marker language. */
export type MarkerValue = Scalar | MarkerValue[] | { [key: string]: MarkerValue };

/** How the text of an argument is read. */
export type ArgumentType =
  | { readonly type: 'string' }
  | { readonly type: 'integer' }
  | { readonly type: 'number' }
  | { readonly type: 'boolean' }
  /** A plain value; its form says which. */
  | { readonly type: 'scalar' }
  /** Any value; its form says which. */
  | { readonly type: 'any' }
  /** The rest of the line as it stands. */
  | { readonly type: 'raw' }
  | { readonly type: 'choice'; readonly of: readonly string[]; readonly anyCase?: boolean }
  /** Words of a vocabulary, between commas. */
  | { readonly type: 'words'; readonly of: readonly string[] }
  | { readonly type: 'list'; readonly of: ArgumentType };

/** What an argument of the type is read as. */
export type ValueOf<T extends ArgumentType> = T extends { type: 'string' | 'raw' }
  ? string
  : T extends { type: 'integer' | 'number' }
    ? number | bigint
    : T extends { type: 'boolean' }
      ? boolean
      : T extends { type: 'scalar' }
        ? Scalar
        : T extends { type: 'choice'; of: readonly (infer Word)[] }
          ? Word
          : T extends { type: 'words'; of: readonly (infer Word)[] }
            ? Word[]
            : T extends { type: 'list'; of: infer Item extends ArgumentType }
              ? ValueOf<Item>[]
              : MarkerValue;

/** What an argument of a marker is. */
export interface ArgumentDefinition<
  T extends ArgumentType = ArgumentType,
  Required extends boolean = boolean,
> {
  readonly type: T;
  readonly required: Required;
  /** `+name=` alone means the empty text. */
  readonly mayBeEmpty?: boolean;
  /** For the reference: what the argument says, and what holds without it. */
  readonly help?: string;
}

/** The arguments of a marker, by name. */
export type ArgumentDefinitions = Readonly<Record<string, ArgumentDefinition>>;

/** The values of a marker by the names of its arguments; the plain value is called `value`. */
export type MarkerArguments = Readonly<Record<string, MarkerValue>>;

/** The values that arguments so defined are read as. */
export type ValuesOf<A extends ArgumentDefinitions> = {
  readonly [Name in keyof A as A[Name]['required'] extends true ? Name : never]: ValueOf<
    A[Name]['type']
  >;
} & {
  readonly [Name in keyof A as A[Name]['required'] extends true ? never : Name]?: ValueOf<
    A[Name]['type']
  >;
};

export const required = <const T extends ArgumentType>(
  type: T,
  help?: string,
): ArgumentDefinition<T, true> => ({
  type,
  required: true,
  ...(help === undefined ? {} : { help }),
});
export const optional = <const T extends ArgumentType>(
  type: T,
  help?: string,
): ArgumentDefinition<T, false> => ({ ...required(type, help), required: false });

export const text = { type: 'string' } as const;
export const integer = { type: 'integer' } as const;
export const number = { type: 'number' } as const;
export const boolean = { type: 'boolean' } as const;
export const scalar = { type: 'scalar' } as const;
export const any = { type: 'any' } as const;
export const raw = { type: 'raw' } as const;
export const texts = { type: 'list', of: text } as const;
export const choice = <const Words extends readonly string[]>(...of: Words) =>
  ({ type: 'choice', of }) as const;
